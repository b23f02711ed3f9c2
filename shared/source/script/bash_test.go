package script

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

const bashSample = `#!/bin/bash
. /lib/lsb/init-functions
source "$DIR/x.sh"
# Says hello.
hello() {
  local name=$1 x
  echo "Hi ${name:-you} $(date +%F | cut -d' ' -f1)" >&2 # c
  for i in a b-c *.txt; do x+=$i; done
  (( n = i + 1, n++ )); [[ $a == foo* && -n $b ]] && return 1
  arr=(one "two $x" $(ls))
  case "$1" in start|stop) run_it --flag "$@" ;; *) exit 3;; esac
  cat <<EOF | grep foo
 text $x ` + "`" + `id -u` + "`" + `
EOF
}
function bye { cat <<-'E' ; }
	no $x
	E
export PATH=/bin:$PATH FOO
readonly MAX=3
x=1 y="a b" env z | while read -r line; do hello "$line" 2>/dev/null; done
if ! command -v foo#bar >/dev/null; then trap bye EXIT; fi
x=${y##*/}; v=$((1 + MAX << 2))
`

func TestBashKinds(t *testing.T) {
	want := `1:1 #!/bin/bash comment_match <module>
2:1 . callsite <module>
2:3 /lib/lsb/init-functi… import <module>
3:1 source callsite <module>
3:8 " import <module>
3:10 DIR reference <module>
3:13 /x.sh" import <module>
4:1 # Says hello. comment_match <module>
5:1 hello definition <module>
6:3 local callsite hello
6:9 name assignment hello
6:17 x assignment hello
7:3 echo callsite hello
7:8 "Hi  string_match hello
7:14 name reference hello
7:18 :-you string_match hello
7:24   string_match hello
7:27 date callsite hello
7:32 +%F string_match hello
7:38 cut callsite hello
7:42 -d string_match hello
7:44 ' ' string_match hello
7:48 -f1 string_match hello
7:52 " string_match hello
7:56 2 string_match hello
7:58 # c comment_match hello
8:7 i assignment hello
8:12 a reference hello
8:14 b-c reference hello
8:18 *.txt string_match hello
8:28 x assignment hello
8:32 i reference hello
9:6 n assignment hello
9:10 i reference hello
9:17 n assignment hello
9:29 a reference hello
9:31 == string_match hello
9:34 foo* string_match hello
9:42 -n string_match hello
9:46 b reference hello
9:54 return callsite hello
9:61 1 string_match hello
10:3 arr assignment hello
10:8 one reference hello
10:12 "two  string_match hello
10:18 x reference hello
10:19 " string_match hello
10:23 ls callsite hello
11:8 " string_match hello
11:11 " string_match hello
11:16 start reference hello
11:22 stop reference hello
11:28 run_it callsite hello
11:35 --flag string_match hello
11:42 " string_match hello
11:45 " string_match hello
11:50 * string_match hello
11:53 exit callsite hello
11:58 3 string_match hello
12:3 cat callsite hello
12:9 EOF string_match hello
12:15 grep callsite hello
12:20 foo reference hello
13:1  text  string_match hello
13:8 x reference hello
13:9   string_match hello
13:11 id callsite hello
13:14 -u string_match hello
13:17 ⏎ string_match hello
16:10 bye definition <module>
16:16 cat callsite bye
16:23 'E' string_match bye
17:1 	no $x⏎ string_match <module>
19:1 export callsite <module>
19:8 PATH definition <module>
19:13 /bin: string_match <module>
19:19 PATH reference <module>
19:24 FOO reference <module>
20:1 readonly callsite <module>
20:10 MAX definition <module>
20:14 3 string_match <module>
21:1 x assignment <module>
21:3 1 string_match <module>
21:5 y assignment <module>
21:7 "a b" string_match <module>
21:13 env callsite <module>
21:17 z reference <module>
21:27 read callsite <module>
21:32 -r string_match <module>
21:35 line assignment <module>
21:44 hello callsite <module>
21:50 " string_match <module>
21:52 line reference <module>
21:56 " string_match <module>
21:60 /dev/null string_match <module>
22:6 command callsite <module>
22:14 -v string_match <module>
22:17 foo#bar string_match <module>
22:26 /dev/null string_match <module>
22:42 trap callsite <module>
22:47 bye reference <module>
22:51 EXIT reference <module>
23:1 x assignment <module>
23:5 y reference <module>
23:6 ##*/ string_match <module>
23:13 v assignment <module>
23:22 MAX reference <module>
`
	if diff := cmp.Diff(want, sourcetest.Show(Bash, bashSample)); diff != "" {
		t.Error(diff)
	}
}

func TestBashDefinitions(t *testing.T) {
	want := `function hello 5-15 hello()
function bye 16-16 function bye
variable PATH 19-19 export PATH
constant MAX 20-20 readonly MAX
`
	if diff := cmp.Diff(want, sourcetest.Declarations(Bash, bashSample)); diff != "" {
		t.Error(diff)
	}
	f := source.Scan(Bash, []byte(bashSample), source.Want{Declarations: true})
	if got := f.Declarations[0].Doc.Of([]byte(bashSample)); got != "Says hello." {
		t.Errorf("doc is %q", got)
	}
}

func TestBashImports(t *testing.T) {
	f := source.Scan(Bash, []byte(bashSample), source.Want{Bindings: true})
	var got []string
	for _, im := range f.Imports {
		got = append(got, im.Statement.Of([]byte(bashSample))+" is "+im.Module)
	}
	want := []string{". /lib/lsb/init-functions is /lib/lsb/init-functions", "source \"$DIR/x.sh\" is $DIR/x.sh"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if found := f.Lookup("log_failure_msg", 0, source.None); len(found) != 2 {
		t.Errorf("what no scope binds may come from %d files, not from both that are read", len(found))
	}
	if found := f.Lookup("name", 0, source.None); len(found) != 1 || found[0].Scope != 0 {
		t.Errorf("the local variable is bound by %v", found)
	}
}

// TestBashUnended checks that a function without its end does not swallow the next one.
func TestBashUnended(t *testing.T) {
	want := `function a 1-3 a()
function b 3-3 b()
`
	if diff := cmp.Diff(want, sourcetest.Declarations(Bash, "a() {\n  if x; then (y\nb() { z; }\n")); diff != "" {
		t.Error(diff)
	}
}
