package walk

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func needGit(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("skipped: no git")
	}
}

// initRepository makes dir the top of a repository as "git init" does, without a process: 500
// processes would take longer than the tests.
func initRepository(t testing.TB, dir string) {
	t.Helper()
	for _, d := range []string{"objects", "refs", "info"} {
		must(t, os.MkdirAll(filepath.Join(dir, ".git", d), 0o755))
	}
	must(t, os.WriteFile(filepath.Join(dir, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o644))
	must(t, os.WriteFile(filepath.Join(dir, ".git", "config"), []byte("[core]\n\trepositoryformatversion = 0\n\tbare = false\n"), 0o644))
}

// gitFilesOf lists the files below dir that git considers untracked and not ignored. A nested
// repository is listed by itself.
func gitFilesOf(t testing.TB, dir string) []string {
	cmd := exec.Command("git", "ls-files", "-o", "--exclude-standard", "-z")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("git ls-files in %s: %v %s", dir, err, &stderr)
	}
	var files []string
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		switch {
		case name == "":
		case strings.HasSuffix(name, "/"):
			for _, inner := range gitFilesOf(t, filepath.Join(dir, name)) {
				files = append(files, name+inner)
			}
		default:
			files = append(files, name)
		}
	}
	return files
}

// forest makes random repositories.
type forest struct {
	*rand.Rand
	t testing.TB
}

var oddNames = []string{
	"a", "b", "c", "ab", "foo", "bar", "foo.c", "a.o", "b.o", "x.tar.gz", "A", "Foo", ".dot", ".a", " lead", "trail ", "a b",
	`q"uote`, "it's", "unié", "日本", "[x]", "[", "]", `a\b`, `back\`, "*", "?", "st*r", "\xff\xfe", "a\xe9", "-dash", "#hash", "!bang",
	"~", "cr\r", "new\nline", "tab\t", "..dots", "a-b", "^", "z]", "foo.", "Makefile", "x{a,b}", "$HOME", "two  spaces  ",
}

func (r *forest) pick(from []string) string { return from[r.IntN(len(from))] }

func (r *forest) chance(percent int) bool { return r.IntN(100) < percent }

// fill puts entries into dir, down to a few levels.
func (r *forest) fill(dir string, depth int) {
	for range 1 + r.IntN(6) {
		path := filepath.Join(dir, r.pick(oddNames))
		switch {
		case depth < 4 && r.chance(40):
			if os.MkdirAll(path, 0o755) == nil { // otherwise a file has the name
				r.fill(path, depth+1)
			}
		case r.chance(6):
			_ = os.Symlink(r.pick([]string{"a", "..", "nowhere", "foo/bar", "."}), path) // fails if the name is taken
		default:
			_ = os.WriteFile(path, nil, 0o644) // fails if a folder has the name
		}
	}
	switch path := filepath.Join(dir, ".gitignore"); {
	case r.chance(45):
		_ = os.WriteFile(path, r.ignoreText(), 0o644)
	case r.chance(3):
		_ = os.WriteFile(filepath.Join(dir, "elsewhere"), r.ignoreText(), 0o644)
		_ = os.Symlink("elsewhere", path)
	case r.chance(4):
		_ = os.MkdirAll(path, 0o755) // fails if an earlier visit made a file
	}
	if depth > 0 && r.chance(4) {
		initRepository(r.t, dir)
		if r.chance(50) {
			must(r.t, os.WriteFile(filepath.Join(dir, ".git", "info", "exclude"), r.ignoreText(), 0o644))
		}
	} else if depth > 0 && r.chance(2) {
		must(r.t, os.MkdirAll(filepath.Join(dir, ".git"), 0o755)) // not a repository
	}
}

func (r *forest) ignoreText() []byte {
	var b strings.Builder
	if r.chance(8) {
		b.WriteString("\ufeff")
	}
	end := "\n"
	if r.chance(15) {
		end = "\r\n"
	}
	for i := range r.IntN(8) {
		if i > 0 {
			b.WriteString(end)
		}
		b.WriteString(r.line())
	}
	if r.chance(70) {
		b.WriteString(end)
	}
	return []byte(b.String())
}

// line returns one line of an ignore file.
func (r *forest) line() string {
	if r.chance(6) {
		return r.pick([]string{"", "# comment", "/", "!", "!/", "//", "**", "/**", "**/", "*", "/*", "!*/", "  ", "\t", "a\x00b", "***", "!**", `\`, `!\!bang`, `\#hash`, `\ `})
	}
	var p strings.Builder
	if r.chance(25) {
		p.WriteByte('!')
	}
	if r.chance(20) {
		p.WriteByte('/')
	}
	if r.chance(12) {
		p.WriteString("**/")
	}
	for n := 1 + r.IntN(3)*r.IntN(2); n > 0; n-- {
		p.WriteString(r.component())
		if n > 1 {
			p.WriteString(r.pick([]string{"/", "/", "/", "/**/", "**/", "/*/", `\/`}))
		}
	}
	if r.chance(8) {
		p.WriteString("/**")
	}
	if r.chance(20) {
		p.WriteByte('/')
	}
	if r.chance(8) {
		p.WriteString(r.pick([]string{" ", "  ", `\ `, ` \ `, "\t", " \r", `\`}))
	}
	return p.String()
}

// component turns a name into a pattern that may match it.
func (r *forest) component() string {
	name := r.pick(oddNames)
	if r.chance(10) {
		return r.pick([]string{"*", "**", "?", ".*", "*.*", "*.o", "*.[oc]", "*.o.*", "f*", "*o*", "[a-c]", "[!a-c]*", "[[:alpha:]]*", "[[:punct:]]*", "[^[:alnum:]]", "[]a]", "[a-]", `[\]]`, "[a", "[[:nope:]]", "[[:digit:]-z]", "a**b", "*?", "[[:space:]]*", "[!]a]*", "*/", "[a-\\c]"})
	}
	if r.chance(55) {
		return name
	}
	var p strings.Builder
	for i := range len(name) {
		c := name[i]
		switch r.IntN(9) {
		case 0:
			p.WriteByte('?')
		case 1:
			p.WriteByte('*')
		case 2:
			fmt.Fprintf(&p, "[%c]", c)
		case 3:
			p.WriteString(`\` + name[i:i+1])
		case 4:
			p.WriteString("[!" + name[i:i+1] + "x]")
		default:
			p.WriteByte(c)
		}
	}
	return p.String()
}

// TestAgreesWithGit compares what a walk visits with what git calls untracked
// in random repositories, from their tops and from folders in them.
func TestAgreesWithGit(t *testing.T) {
	needGit(t)
	repositories := 500
	if testing.Short() {
		repositories = 60
	}
	for i, name := range []string{"excludes file named by the user", "default excludes file", "excludes file named by the system and the repository", "excludes file named by the environment"} {
		t.Run(name, func(t *testing.T) {
			r := &forest{rand.New(rand.NewPCG(uint64(i), 17)), t}
			home := t.TempDir()
			t.Setenv("HOME", home)
			must(t, os.MkdirAll(filepath.Join(home, ".config", "git"), 0o755))
			switch i {
			case 0:
				config := filepath.Join(home, "my config")
				t.Setenv("GIT_CONFIG_GLOBAL", config)
				must(t, os.WriteFile(config, []byte("[user]\nname = x\n[Core \"sub\"]\nexcludesFile = wrong\n[CORE]\n\texcludesfile = \"~/my \\\"ignore\" ; comment\n"), 0o644))
				must(t, os.WriteFile(filepath.Join(home, `my "ignore`), r.ignoreText(), 0o644))
				must(t, os.WriteFile(filepath.Join(home, ".config", "git", "ignore"), []byte("a*\n"), 0o644))
			case 1:
				must(t, os.WriteFile(filepath.Join(home, ".config", "git", "ignore"), []byte("*.o\n/bar\nfoo/ab\n!b.o\n"), 0o644))
			case 2:
				t.Setenv("GIT_CONFIG_NOSYSTEM", "")
				t.Setenv("GIT_CONFIG_SYSTEM", filepath.Join(home, "system"))
				must(t, os.WriteFile(filepath.Join(home, "system"), []byte("[core] excludesfile = ~/global\n"), 0o644))
				must(t, os.WriteFile(filepath.Join(home, "global"), []byte("ab\n*.c\n"), 0o644))
			case 3:
				t.Setenv("GIT_CONFIG_COUNT", "2")
				t.Setenv("GIT_CONFIG_KEY_0", "Core.ExcludesFile")
				t.Setenv("GIT_CONFIG_VALUE_0", "~/global")
				t.Setenv("GIT_CONFIG_KEY_1", "core.bare")
				t.Setenv("GIT_CONFIG_VALUE_1", "false")
				must(t, os.WriteFile(filepath.Join(home, "global"), []byte("ab\n*.c\n"), 0o644))
			}
			var wait sync.WaitGroup
			slots := make(chan struct{}, 4)
			for n := i; n < repositories; n += 4 {
				dir := filepath.Join(t.TempDir(), fmt.Sprint(n))
				seed := rand.New(rand.NewPCG(uint64(n), 99))
				slots <- struct{}{}
				wait.Go(func() {
					defer func() { <-slots }() // also when the test ends this goroutine
					compareWithGit(&forest{seed, t}, dir, i >= 2)
				})
			}
			wait.Wait()
		})
	}
}

func compareWithGit(r *forest, dir string, ownConfig bool) {
	must(r.t, os.MkdirAll(dir, 0o755))
	r.fill(dir, 0)
	initRepository(r.t, dir)
	if r.chance(50) {
		must(r.t, os.WriteFile(filepath.Join(dir, ".git", "info", "exclude"), r.ignoreText(), 0o644))
	}
	if ownConfig && r.chance(50) {
		must(r.t, os.WriteFile(filepath.Join(dir, ".git", "config"), []byte("[core]\nbare = false\nexcludesFile = own rules\n"), 0o644))
		must(r.t, os.WriteFile(filepath.Join(dir, "own rules"), r.ignoreText(), 0o644))
	}
	compare := func(root string) []string {
		want := gitFilesOf(r.t, filepath.Join(dir, root))
		slices.SortFunc(want, byComponents)
		got, _, err := visit(r.t.Context(), Options{
			Base: filepath.Join(dir, root), Hidden: true, Types: File | Link, Workers: 1 + r.IntN(4),
			force: forced{portable: r.chance(30), untyped: r.chance(10), batch: 1 + r.IntN(9)},
		})
		if err != nil {
			r.t.Error(err)
		}
		for i := range got {
			got[i] = strings.TrimSuffix(got[i], "@")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			r.t.Errorf("%s: git and the walk differ (-git +walk)\n%s%s", filepath.Join(dir, root), diff, ignoreFiles(dir))
		}
		return got
	}
	for _, file := range compare("") {
		if sub := filepath.Dir(file); sub != "." && r.chance(20) {
			compare(sub)
			return
		}
	}
}

// ignoreFiles returns the text of every ignore file below dir, for a message.
func ignoreFiles(dir string) string {
	var b strings.Builder
	_ = filepath.WalkDir(dir, func(path string, _ os.DirEntry, _ error) error {
		if name := filepath.Base(path); name == ".gitignore" || name == "exclude" || name == "own rules" {
			text, err := os.ReadFile(path)
			fmt.Fprintf(&b, "%s: %q %v\n", path, text, err)
		}
		return nil
	})
	return b.String()
}

// byComponents compares in path order.
func byComponents(a, b string) int {
	return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/"))
}

// TestPatternsAgreeWithCheckIgnore asks git about single patterns and paths.
func TestPatternsAgreeWithCheckIgnore(t *testing.T) {
	needGit(t)
	dir := t.TempDir()
	initRepository(t, dir)
	paths := []string{"foo", "bar", "foo/bar", "a/foo", "a/b/foo", "foo/a/bar", "foo/a/b/bar", "fooo", "xfoo", "a/bar/c", ".x", "foo.c", "foo.c.o", "a]b", "a-b", `a\b`, "foo ", "é", "deep/er/foo/bar/x", "[x]", "*", "a*b", "x/y/z", "foo/ba/r"}
	for _, pattern := range []string{
		"foo", "/foo", "foo/", "foo/*", "foo/**", "**/foo", "/**/foo", "a/**/foo", "a/**", "**/bar", "foo/**/bar", "foo**/bar", "foo/**bar", "fo?", "fo[o]", "f*o", "*.c", "*.c*", "*.*.*", "[!f]*", "[^f]*", "[[:alpha:]]oo",
		"[a-z]oo", `\foo`, `fo\o`, `foo\ `, "foo ", `foo\`, "[]]", "a[]-]b", "a[!]-]b", `a[\\]b`, `a\\b`, "a[]]b", "[[]x]", "[[:x:]]", "[[:alpha:", "?", "*", "**", "***", "*/foo", "*/*/foo", "a/*", "a/*/foo", "**/**/foo", "**/a/**", "é", "?é", "??",
		"[[:alnum:][:punct:]]*", "x/y/z", "x/**/z", "x/*/z", "x/y/**", "x?y", "x[/]y", "foo/b[a]/r", `\*`, "a[*]b", `foo\/bar`, "**foo", "f**r", "foo*/**/r", "/", "//foo", "foo//bar", "./foo", "../foo", "[f-]oo", "[-f]oo", "[f-", "[\\", "[!", "[^]", "[",
	} {
		for _, negated := range []bool{false, true} {
			text := pattern + "\n"
			if negated {
				text = "*\n!" + text
			}
			must(t, os.WriteFile(filepath.Join(dir, ".git", "info", "exclude"), []byte(text), 0o644))
			cmd := exec.Command("git", "check-ignore", "--no-index", "-z", "-v", "-n", "--stdin")
			cmd.Dir = dir
			cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00"))
			out, err := cmd.Output()
			if err != nil && cmd.ProcessState.ExitCode() != 1 {
				t.Fatal(err)
			}
			fields := strings.Split(string(out), "\x00") // source, line, pattern, path
			for i, path := range paths {
				git := fields[4*i+2] != "" && !strings.HasPrefix(fields[4*i+2], "!")
				if got := excluded(under(nil, parsed(text), ""), path); got != git {
					t.Errorf("%q for %q: ignored %v, git says %v", text, path, got, git)
				}
			}
		}
	}
}

// TestClassesAgreeWithCheckIgnore asks git about every byte in every class.
func TestClassesAgreeWithCheckIgnore(t *testing.T) {
	needGit(t)
	dir := t.TempDir()
	initRepository(t, dir)
	var paths []string
	for c := 1; c < 256; c++ {
		if c != '/' {
			paths = append(paths, "x"+string([]byte{byte(c)}))
		}
	}
	for _, class := range []string{"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"} {
		text := "x[[:" + class + ":]]\n"
		must(t, os.WriteFile(filepath.Join(dir, ".git", "info", "exclude"), []byte(text), 0o644))
		cmd := exec.Command("git", "check-ignore", "--no-index", "-z", "--stdin")
		cmd.Dir = dir
		cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00"))
		out, _ := cmd.Output() // exit status 1 means that nothing is ignored
		git := strings.Split(string(out), "\x00")
		l := under(nil, parsed(text), "")
		for _, path := range paths {
			if got := excluded(l, path); got != slices.Contains(git, path) {
				t.Errorf("%q in %s: %v, git disagrees", path, class, got)
			}
		}
	}
}

// excluded reports whether l ignores a file at path or a folder around it.
func excluded(l *level, path string) bool {
	var j ruleMatcher
	dir := ""
	for {
		name, rest, isDir := strings.Cut(path, "/")
		j.enter(rules{git: l}, dir)
		if j.rule([]byte(name), isDir).ignored {
			return true
		}
		if !isDir {
			return false
		}
		dir, path = join(dir, name), rest
	}
}
