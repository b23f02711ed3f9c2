package opt

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// toyTable has an option of every sort, and texts that hold every character
// that means something to a shell.
func toyTable() *Table {
	var text string
	var flag bool
	var list []string
	return &Table{
		Tool: "ct-toy",
		Args: []Arg{{Name: "QUERY"}, {Name: "PATH", Complete: Files}},
		Options: []Option{
			{Name: "format", Arg: "FORMAT", Var: Text(&text), Values: []string{"text", "json"}, Help: "form: of [it]"},
			{Name: "expect", Arg: "SPEC", Var: Text(&text), Help: "what's expected"},
			{Name: "exclude", Aliases: []string{"without"}, Arg: "GLOB", Var: List(&list), Help: `\ "left" $HOME {out} * 'all'`},
			{Name: "pattern", Short: "e", Arg: "PATTERN", Var: List(&list), Help: "it\nhas two lines"},
			{Name: "ignore-case", Short: "i", Var: Flag(&flag), Help: "$(touch pwned) `touch pwned` (touch pwned)"},
			{Name: "base", Short: "b", Arg: "DIR", Var: Text(&text), Complete: Folders, Help: "where"},
			{Name: "call", Arg: "FILE", Var: Text(&text), Complete: Files, Help: "a call"},
			{Name: "of", Arg: "NAME", Var: Text(&text), Late: true, Help: "of"},
			{Name: "explain", Arg: "[md|json]", Var: Maybe(&text), Values: []string{"md", "json"}, Help: "explain"},
		},
	}
}

// completer asks a real shell what it offers for each line with the cursor at
// its end, in the working folder dir, once the script is loaded.
type completer func(t *testing.T, dir, script string, lines []string) [][]string

var completers = map[string]completer{"bash": bashOffers, "zsh": zshOffers, "fish": fishOffers}

func TestShellsComplete(t *testing.T) {
	options := []string{"--base", "--call", "--exclude", "--expect", "--explain", "--format", "--ignore-case", "--of", "--pattern", "--without", "-b", "-e", "-i"}
	files, folders := []string{"a.txt", "b c.txt", "src"}, []string{"src"}
	cases := []struct {
		line  string
		want  []string
		shell string // only this one, "" for all
	}{
		{line: "ct-toy --form", want: []string{"--format"}},
		{line: "ct-toy --with", want: []string{"--without"}},
		{line: "ct-toy --ex", want: []string{"--exclude", "--expect", "--explain"}},
		{line: "ct-toy --format ", want: []string{"json", "text"}},
		{line: "ct-toy --format j", want: []string{"json"}},
		{line: "ct-toy --format=", want: []string{"json", "text"}},
		{line: "ct-toy --format=j", want: []string{"json"}},
		{line: "ct-toy --explain=", want: []string{"json", "md"}},
		{line: "ct-toy --explain ", want: []string{"json", "md"}, shell: "bash"},
		{line: "ct-toy --explain ", want: []string{"json", "md"}, shell: "fish"},
		{line: "ct-toy --explain j", want: []string{"json"}},
		{line: "ct-toy --explain --form", want: []string{"--format"}},
		{line: "ct-toy --of --form", want: []string{"--format"}},
		{line: "ct-toy --of --format ", want: []string{"json", "text"}},
		{line: "ct-toy --of --ignore-case x --form", want: []string{"--format"}},
		{line: "ct-toy --of x --form", want: []string{"--format"}},
		{line: "ct-toy --of x ", want: files},
		{line: "ct-toy --of ", want: nil, shell: "bash"},
		{line: "ct-toy --of -1", want: nil, shell: "bash"},
		{line: "ct-toy --expect ", want: nil},
		{line: "ct-toy --expect --form", want: nil, shell: "bash"},
		{line: "ct-toy -e ", want: nil},
		{line: "ct-toy -ie ", want: nil},
		{line: "ct-toy --base ", want: folders},
		{line: "ct-toy -b ", want: folders},
		{line: "ct-toy --base=", want: folders},
		{line: "ct-toy --call ", want: files},
		{line: "ct-toy ", want: files},
		{line: "ct-toy word --form", want: []string{"--format"}},
		{line: "ct-toy --format json ", want: files},
		{line: "ct-toy -- ", want: files},
		{line: "ct-toy -- --form", want: nil},
		{line: "ct-toy -e -- --form", want: []string{"--format"}, shell: "bash"},
		{line: "ct-toy -", want: options, shell: "bash"},
		{line: "ct-toy $(touch pwned) --form", want: []string{"--format"}},
		{line: "ct-toy `touch pwned` --form", want: []string{"--format"}, shell: "bash"},
		{line: "ct-toy (touch pwned) --form", want: []string{"--format"}, shell: "fish"},
		{line: "ct-toy --base $(touch pwned)", want: nil, shell: "bash"},
		{line: "ct-toy --format $(touch pwned)", want: nil},
	}
	for shell, offers := range completers {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip("skipped: no " + shell)
			}
			script := filepath.Join(t.TempDir(), "script")
			write(t, script, toyTable().Completions(shell))
			dir := t.TempDir()
			for _, name := range []string{"a.txt", "b c.txt", "src/x"} {
				write(t, filepath.Join(dir, name), "")
			}
			var lines []string
			var want [][]string
			for _, c := range cases {
				if c.shell == "" || c.shell == shell {
					lines, want = append(lines, c.line), append(want, c.want)
				}
			}
			for i, got := range offers(t, dir, script, lines) {
				if !slices.Equal(got, want[i]) {
					t.Errorf("%q offers %q, want %q", lines[i], got, want[i])
				}
			}
			if _, err := os.Lstat(filepath.Join(dir, "pwned")); err == nil {
				t.Error("a word of the command line or of a help text was run")
			}
		})
	}
}

func TestEveryOptionIsInEveryCompletion(t *testing.T) {
	table := toyTable()
	for _, shell := range []string{"bash", "zsh"} {
		script := table.Completions(shell)
		for _, name := range table.Names() {
			if !strings.Contains(script, name) {
				t.Errorf("%s: no %s", shell, name)
			}
		}
	}
	fish := table.Completions("fish")
	for _, name := range table.Names() {
		if want := " -l " + strings.TrimPrefix(name, "--"); strings.HasPrefix(name, "--") && !strings.Contains(fish, want+" ") {
			t.Errorf("fish: no%s", want)
		}
	}
	if s := table.Completions("tcsh"); s != "" {
		t.Errorf("tcsh: %q", s)
	}
}

// A table without arguments offers no files, and one without valued options
// returns a script that the shells can read.
func TestShellsCompleteFlagsAlone(t *testing.T) {
	var flag bool
	table := &Table{Tool: "ct-bare", Options: []Option{{Name: "list", Var: Flag(&flag), Help: "list"}}}
	for shell, offers := range completers {
		if _, err := exec.LookPath(shell); err != nil {
			t.Log("skipped: no " + shell)
			continue
		}
		dir := t.TempDir()
		script := filepath.Join(dir, "script")
		write(t, script, table.Completions(shell))
		got := offers(t, dir, script, []string{"ct-bare --", "ct-bare "})
		if !slices.Equal(got[0], []string{"--list"}) {
			t.Errorf("%s: an option's beginning offers %q", shell, got[0])
		}
		if len(got[1]) > 0 && shell != "zsh" { // zsh falls back on options
			t.Errorf("%s: no option offers %q", shell, got[1])
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// runShell returns what a shell's program prints: for each of lines the sorted
// offers, closed by a line with a full stop.
func runShell(t *testing.T, dir string, lines []string, argv ...string) [][]string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], append(argv[1:], lines...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", argv, err, out)
	}
	var all [][]string
	var offered []string
	for line := range strings.Lines(string(out)) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "\t") // fish has a description after
		line = strings.TrimSuffix(strings.ReplaceAll(line, `\`, ""), "/")
		if line == "." {
			slices.Sort(offered)
			all, offered = append(all, slices.Compact(offered)), nil
			continue
		}
		for _, option := range []string{"--format", "--explain", "--base"} {
			line = strings.TrimPrefix(line, option+"=") // some repeat what stands before the value
		}
		if line != "" {
			offered = append(offered, line)
		}
	}
	return all
}

// bashOffers calls the function as bash does, which may have split a word at
// its equals sign.
func bashOffers(t *testing.T, dir, script string, lines []string) [][]string {
	const driver = `source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_${1//-/_}
[[ ${#COMPREPLY[@]} == 0 ]] || printf '%s\n' "${COMPREPLY[@]}"
echo .`
	var all [][]string
	for _, line := range lines {
		words := splitWords(line)
		whole := runShell(t, dir, words, "bash", "-c", driver, "bash", script)
		all = append(all, whole...)
		if split := splitEquals(words); len(split) > len(words) {
			if got := runShell(t, dir, split, "bash", "-c", driver, "bash", script); !slices.Equal(got[0], whole[0]) {
				t.Errorf("%q: split at the equals sign bash offers %q, else %q", line, got, whole)
			}
		}
	}
	return all
}

// splitWords splits a line at blanks that are not within parentheses or
// backquotes; a blank at its end begins an empty word.
func splitWords(line string) []string {
	words := []string{""}
	depth, quoted := 0, false
	for _, r := range line {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case '`':
			quoted = !quoted
		}
		if r == ' ' && depth == 0 && !quoted {
			words = append(words, "")
			continue
		}
		words[len(words)-1] += string(r)
	}
	return words
}

// splitEquals splits --option=value into three words, as COMP_WORDBREAKS has
// bash do; without a value the equals sign is the last.
func splitEquals(words []string) []string {
	var split []string
	for _, w := range words {
		name, value, joined := strings.Cut(w, "=")
		if !joined {
			split = append(split, w)
			continue
		}
		split = append(split, name, "=")
		if value != "" {
			split = append(split, value)
		}
	}
	return split
}

func fishOffers(t *testing.T, dir, script string, lines []string) [][]string {
	const driver = `source $argv[1]; for line in $argv[2..]; complete -C $line; echo .; end`
	return runShell(t, dir, lines, "fish", "--no-config", "-c", driver, "--", script)
}

// zshOffers types the lines and a tab into an interactive zsh on a terminal of
// its own, whose compadd prints what it is given.
func zshOffers(t *testing.T, dir, script string, lines []string) [][]string {
	const driver = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PROMPT=; autoload -Uz compinit; compinit -u -D; source ${(q)1}"
zpty -w z 'compadd() {
    [[ ${@[1,(i)(-|--)]} != *-(O|A|D)* ]] || { builtin compadd "$@"; return }
    local -a hits; builtin compadd -A hits "$@"; builtin compadd "$@"; print -rl -- "hit "${^hits}
}
whole() { print -r -- ""; _main_complete; print -r -- "done ."; compstate[insert]=; compstate[list]= }
zle -C whole complete-word whole; bindkey "^I" whole; bindkey "^U" kill-whole-line; print "read""y ."'
zpty -r z out $'*ready .\r\n'
for line in "${@[2,-1]}"; do
    zpty -n -w z "$line"$'\t'
    zpty -r z out '*done .*'
    print -r -- "$out" | tr -d '\r' | sed -n 's/^hit //p'
    print .
    zpty -n -w z $'\x15'
done`
	return runShell(t, dir, lines, "zsh", "-f", "-c", driver, "zsh", script)
}
