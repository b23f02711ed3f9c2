package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tooltest"
)

// tree returns a folder with hidden, ignored, binary, linked and oddly named files, line ends of both kinds, long lines
// and characters beyond ASCII.
func tree(t testing.TB) string {
	t.Helper()
	var many strings.Builder
	for i := range 500 {
		many.WriteString("line " + strconv.Itoa(i) + "\n")
	}
	dir := tooltest.Tree(t, map[string]string{
		".ignore":             "ign/\n*.log\n",
		".dots":               "needle dots\n",
		"go.mod":              "module x\n",
		"src/a.go":            "needle one\nfoo(bar)\nx = 1\nNeedle two\nit's a.b*c\n-dash\n",
		"src/crlf.txt":        "needle\r\nend needle\r\n",
		"src/b.bin":           "needle\x00bin\nneedle\n",
		"src/.hid/h.txt":      "needle hidden\n",
		"src/ign/i.txt":       "needle ign\n",
		"src/x.log":           "needle log\naxb\n",
		"src/lib.rs":          "needle rust\n",
		"docs/enc.md":         "café needle bad\nxneedley éneedle needle_1\n",
		"docs/long.txt":       strings.Repeat("y", 3000) + "needle" + strings.Repeat("z", 30000) + "\n",
		"docs/empty.txt":      "",
		"docs/many.txt":       many.String(),
		"docs/1024":           strings.Repeat("k", 1024),
		"docs/1025.txt":       strings.Repeat("k", 1025),
		"docs/axb.txt":        "tab\tneedle\x1b[0m\n",
		"docs/2048":           strings.Repeat("k", 2048),
		"docs/2049":           strings.Repeat("k", 2049),
		"odd dir/a:b 1.txt":   "needle",
		"node_modules/p/n.js": "needle\n",
	})
	for link, to := range map[string]string{"src/link.go": "a.go", "src/linkdir": "../docs"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip("skipped: no links: ", err)
		}
	}
	return dir
}

// trees returns the folders of the table by name; each decides some of its lines.
func trees(t testing.TB) map[string]string {
	t.Helper()
	pad := func(n int) string { return strings.Repeat(strings.Repeat("x", 99)+"\n", n) }
	utf16 := "\xff\xfen\x00e\x00e\x00d\x00l\x00e\x00\n\x00"
	with := func(files map[string]string, git ...string) map[string]string {
		for _, dir := range git {
			for name, text := range map[string]string{"HEAD": "ref: refs/heads/main\n", "objects/.keep": "", "refs/.keep": "", "config": "needle = 1\n"} {
				files[dir+"/"+name] = text
			}
		}
		return files
	}
	large := map[string]string{"a.txt": "needle\n"}
	for i := range mostFolders + 4 {
		large["d"+strconv.Itoa(i)+"/a.txt"] = "needle\n"
	}
	all := map[string]string{
		"main":  tree(t),
		"names": tooltest.Tree(t, map[string]string{"go.mod": "", "go_mod": "", "a.b.txt": "", "aXb.txt": "", "d/k.txt": "", "d/k.mdx": "", "d/README.md": "", "(a)": ""}),
		"repo": tooltest.Tree(t, with(map[string]string{
			".gitignore": "web/dist\n*.log\n/top.txt\nweb/**/gen\n", "top.txt": "needle\n", "web/dist/d.txt": "needle\n", "web/w.txt": "needle\n",
			"src/a.txt": "needle\n", "src/x.log": "needle\n", "src/top.txt": "needle\n", ".hid/h.txt": "needle\n", "src/web/dist/e.txt": "needle\n",
		}, ".git")),
		"submodule": tooltest.Tree(t, with(map[string]string{"sub/.git": "gitdir: ../git\n", "sub/a.txt": "needle\n", "git/info/exclude": "a.txt\n"}, "git")),
		"worktree": tooltest.Tree(t, with(map[string]string{
			"wt/.git": "gitdir: ../main/.git/worktrees/wt\n", "wt/a.txt": "needle\n", "wt/b.log": "needle\n", "wt/.gitignore": "*.log\n",
			"main/.git/worktrees/wt/commondir": "../..\n", "main/.git/worktrees/wt/HEAD": "ref: refs/heads/wt\n", "main/.git/worktrees/wt/gitdir": "../../../../wt/.git\n",
		}, "main/.git")),
		"outer": tooltest.Tree(t, with(map[string]string{
			".ignore": "*.ig\n", "in/a.ig": "needle\n", "in/a.txt": "needle\n", "in/sub/.ignore": "*.tmp\n", "in/sub/b.tmp": "needle\n", "in/sub/b.txt": "needle\n",
			"plain/a.ig": "needle\n", "plain/a.txt": "needle\n", "plain/deep/b.ig": "needle\n", "plain/deep/b.txt": "needle\n",
		}, "in/.git")),
		"rgignore": tooltest.Tree(t, map[string]string{
			"a/.rgignore": "secret.txt\n", "a/secret.txt": "needle\n", "a/open.txt": "needle\n", "a/b/secret.txt": "needle\n", "c/secret.txt": "needle\n",
		}),
		"plain": tooltest.Tree(t, map[string]string{"p/.gitignore": "*.log\n", "p/a.log": "needle\n", "p/a.txt": "needle\n", "p/q/b.log": "needle\n", "r/c.log": "needle\n"}),
		"nested": tooltest.Tree(t, with(map[string]string{
			"sub/a.txt": "needle\n", "sub/x.log": "needle\n", "sub/.gitignore": "*.log\n", "top.txt": "needle\n", "wt/.git": "gitdir: needle\n", "wt/b.txt": "needle\n",
			"broken/.git/config": "needle\n", "broken/c.txt": "needle\n",
		}, "sub/.git")),
		"late": tooltest.Tree(t, map[string]string{
			"late.txt": "needle a\n" + pad(90) + "needle b\n\x00\nneedle c\n", "later.txt": "needle a\n" + pad(900) + "\x00\nneedle c\n",
			"ok/a.txt": "needle\n" + pad(200), "ok/early.bin": "needle\x00\n" + pad(90) + "\x00\n",
		}),
		"wide": tooltest.Tree(t, map[string]string{
			"u/utf16.txt": utf16, "b/bom.txt": "\uFEFFneedle\nneedle two\n", "w/wide.txt": strings.Repeat(strings.Repeat("w", 150)+"\n", 300),
			"w/exact.txt": strings.Repeat(strings.Repeat("w", 69)+"\n", 199), "w/over.txt": strings.Repeat(strings.Repeat("w", 79)+"\n", 199),
			"w/long.txt": "one\n" + strings.Repeat("y", 401) + "\nthree\n", "w/escaped.txt": strings.Repeat("\x1b", 150) + "\n",
			"w/huge.txt": strings.Repeat("huge line\n", 40000), "w/a.txt": "needle\n",
		}),
		"fifo":  tooltest.Tree(t, map[string]string{"a/file.txt": "needle\n", "b/file.txt": "needle\nneedle\n", "b/c/g.txt": "needle\n", "b/c/only.txt": "one\n", "b/c/c/h.txt": "needle\n", "b/c/d/i.txt": "needle\n", "c/other.txt": "needle\n", "44": "needle\n"}),
		"large": tooltest.Tree(t, large),
	}
	if err := exec.Command("mkfifo", filepath.Join(all["fifo"], "a", "fifo")).Run(); err != nil {
		t.Skip("skipped: no FIFOs: ", err)
	}
	for link, to := range map[string]string{"link": "b", "to": "b/c/d"} {
		if err := os.Symlink(to, filepath.Join(all["fifo"], link)); err != nil {
			t.Skip("skipped: no links: ", err)
		}
	}
	return all
}

// row is a command line of the table.
type row struct {
	mark byte   // + has an exact equivalent, ~ one with a note, - none
	at   string // the name of the tree, with the folder in it after a slash
	line string
}

// place returns the folder in which the line runs.
func (r row) place(trees map[string]string) string {
	name, dir, _ := strings.Cut(r.at, "/")
	return filepath.Join(trees[name], filepath.FromSlash(dir))
}

// rows returns the table: a line "= TREE" names the tree of those that follow.
func rows(t testing.TB) (all []row) {
	t.Helper()
	data, err := os.ReadFile("testdata/commands.txt")
	if err != nil {
		t.Fatal(err)
	}
	at, n := "main", map[byte]int{}
	for line := range strings.Lines(string(data)) {
		mark, command, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok || !slices.Contains([]string{"+", "~", "-", "="}, mark) {
			t.Fatalf("%q is no row", line)
		}
		if mark == "=" {
			at = command
			continue
		}
		all = append(all, row{mark[0], at, command})
		n[mark[0]]++
	}
	if n['+'] < 150 || n['-'] < 150 || n['~'] < 10 {
		t.Fatalf("%d command lines with an equivalent, %d without", n['+'], n['-'])
	}
	return all
}

func TestWhatHasNoEquivalentPassesUntouched(t *testing.T) {
	t.Parallel()
	trees := trees(t)
	for _, r := range rows(t) {
		if r.mark != '-' {
			continue
		}
		if s := suggest(r.line, place(r.place(trees))); s != nil {
			t.Errorf("%s: %s\n\t%s", r.at, r.line, s)
		}
	}
}

// Every suggestion, run beside the original in a tree, finds the same set of files and lines, apart from those of a .git
// that its note names. One with a note never refuses the original.
func TestSuggestionsFindTheSame(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("skipped: the originals are GNU's")
	}
	t.Parallel()
	trees, bin := trees(t), tooltest.Bin(t, "ct", "ct-search", "ct-show")
	ran := 0
	for _, r := range rows(t) {
		if r.mark == '-' {
			continue
		}
		dir, line := r.place(trees), r.line
		s := suggest(line, place(dir))
		if s == nil {
			t.Errorf("%s: %s: no suggestion", r.at, line)
			continue
		}
		if (r.mark == '~') != (s.note != "") {
			t.Errorf("%s: %s: %s", r.at, line, s)
		}
		if a := (&event{Name: preToolUse}).answer(deny, s); (a.Specific.Verdict == "deny") != (s.note == "") {
			t.Errorf("%s: %s: %+v", r.at, line, a.Specific)
		}
		original := expanded(line)
		if _, err := exec.LookPath(strings.Fields(line)[0]); err != nil {
			t.Logf("not compared, the program is not installed: %s", line)
			continue
		}
		ran++
		env := []string{"LC_ALL=C.UTF-8", "PATH=" + os.Getenv("PATH")}
		want := set(theirs(line, tooltest.Run{Dir: dir, Env: env}.Do(t, "sh", "-c", original).Stdout))
		if strings.Contains(s.note, noRepository) {
			want = slices.DeleteFunc(want, func(found string) bool { return strings.Contains(found, ".git/") || strings.Contains(found, ".git:") })
		}
		counts := "lines"
		if strings.Contains(line, "l needle") {
			counts = "files"
		}
		got := set(mine(t, dir, bin, s, counts))
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s\n%s\n got %.600q\nwant %.600q", r.at, line, s, got, want)
		}
	}
	if ran < 150 {
		t.Errorf("only %d suggestions were compared", ran)
	}
}

// A configuration of rg changes what it finds; ct-steer does not read it.
func TestAConfigurationOfRipgrepIsNotTranslated(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"a.txt": "needle\n"})
	for config, want := range map[string]bool{"": true, filepath.Join(dir, "rc"): false} {
		t.Setenv("RIPGREP_CONFIG_PATH", config)
		for _, line := range []string{"rg needle", "rg -uu needle", "rg needle a.txt", "rg --files"} {
			if s := suggest(line, place(dir)); (s != nil) != want {
				t.Errorf("RIPGREP_CONFIG_PATH=%s %s: %v", config, line, s)
			}
		}
		if suggest("rg --no-config needle", place(dir)) == nil {
			t.Errorf("RIPGREP_CONFIG_PATH=%s: --no-config needs it", config)
		}
	}
}

// What decides whether a file is text is the same as in a search.
func TestTheHeadOfAFileIsThatOfASearch(t *testing.T) {
	t.Parallel()
	if headSize != scan.HeadSize {
		t.Errorf("%d bytes here, %d in a search", headSize, scan.HeadSize)
	}
}

// expanded returns the original with options that print names and line numbers, and of binary files their lines.
func expanded(line string) string {
	program, rest, _ := strings.Cut(line, " ")
	switch program {
	case "grep", "egrep", "fgrep":
		return program + " -anH " + rest
	case "rg":
		if !strings.Contains(line, "--files") {
			return "rg </dev/null -nH --no-heading " + rest
		}
		return "rg </dev/null " + rest
	}
	return line
}

func set(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

var (
	theirLine = regexp.MustCompile(`^(.+?)([:-])(\d+)[:-](.*)$`)
	ourLine   = regexp.MustCompile(`^(.+?)(?:(:)(\d+):\d+:|(-)(\d+)-)(.*)$`)
	pageLine  = regexp.MustCompile(`^ *\d+- ?(.*)$`)
	nextPage  = regexp.MustCompile(`more from line \d+: ct-show (--range=\d+:\d+) (\S+)$`)
	countRow  = regexp.MustCompile(`^ *(\d+) +(?:\d+ +)?(\S.*)$`)
)

// theirs returns what a command line printed, in the form that mine has.
func theirs(line, out string) (list []string) {
	folder := ""
	program, rest, _ := strings.Cut(line, " ")
	if strings.HasSuffix(line, "| wc -l") {
		return []string{strings.TrimSpace(out)}
	}
	for text := range strings.Lines(out) {
		text = strings.TrimSuffix(text, "\n")
		switch {
		case program == "wc":
			if m := countRow.FindStringSubmatch(text); m[2] != "total" {
				list = append(list, m[2]+" "+m[1])
			}
		case program == "ls" && strings.HasSuffix(text, ":"):
			folder = strings.TrimSuffix(text, ":")
		case program == "ls":
			if text != "" {
				list = append(list, filepath.Join(folder, text))
			}
		case program == "find" || strings.Contains(line, "--files") || strings.HasPrefix(rest, "-rl") || strings.HasPrefix(rest, "-l "):
			list = append(list, filepath.Clean(text))
		case program == "rg" && strings.HasPrefix(rest, "-c "):
			list = append(list, text)
		case strings.HasSuffix(program, "grep") || program == "rg":
			if m := theirLine.FindStringSubmatch(text); m != nil {
				list = append(list, filepath.Clean(m[1])+m[2]+m[3]+" "+shown(m[4]))
			}
		case strings.HasPrefix(rest, "-n ") && program == "cat":
			_, text, _ = strings.Cut(text, "\t")
			list = append(list, shown(text))
		default:
			list = append(list, shown(text))
		}
	}
	return list
}

func shown(text string) string { return budget.EscapeLine(strings.TrimSuffix(text, "\r")) }

// mine returns what a suggestion prints, all pages of it; of a count of lines and files, the one that counts names.
func mine(t *testing.T, dir, bin string, s *suggestion, counts string) (list []string) {
	args := s.args
	for range 10 {
		r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin, "ct"), args...)
		if r.Exit > 1 {
			t.Errorf("%s: exit %d %s", render.Shell(args...), r.Exit, r.Stderr)
		}
		lines := strings.Split(strings.TrimSuffix(r.Stdout, "\n"), "\n")
		switch {
		case slices.Contains(args, "--summary"):
			words := strings.Fields(lines[0])
			if strings.Contains(lines[0], " matching line") && counts == "files" {
				return []string{words[len(words)-2]}
			}
			return []string{words[0]}
		case slices.Contains(args, "--tree"):
			for _, line := range lines {
				if strings.HasPrefix(strings.TrimSpace(line), "files ") {
					break
				}
				if m := countRow.FindStringSubmatch(line); m != nil {
					list = append(list, m[2]+" "+m[1])
				}
			}
			return list
		case args[0] == "show":
			for _, line := range lines {
				if m := pageLine.FindStringSubmatch(line); m != nil {
					list = append(list, m[1])
				}
			}
			next := nextPage.FindStringSubmatch(lines[len(lines)-1])
			if next == nil || s.note == "" {
				return list
			}
			args = []string{"show", next[1], next[2]}
		default:
			for _, line := range lines {
				m := ourLine.FindStringSubmatch(line)
				switch {
				case line == "" || line == "--":
				case slices.Contains(args, "-n") && m != nil:
					list = append(list, filepath.Clean(m[1])+m[2]+m[4]+m[3]+m[5]+" "+m[6])
				case slices.Contains(args, "-c"):
					list = append(list, line)
				default:
					list = append(list, filepath.Clean(line))
				}
			}
			return list
		}
	}
	t.Errorf("%s: pages without end", s)
	return list
}

// If there is a .git, a suggestion says that ct does not read it, or there is none.
func TestARepositoryIsSaid(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", "a.go": "main\n", "src/a.go": "main\n"})
	for line, want := range map[string]string{
		"grep -rn main .":                       "ct search -n -s -F -e main --hidden --no-ignore --text . (it does not read .git)",
		"grep -rn main src":                     "ct search -n -s -F -e main --hidden --no-ignore --text src",
		"grep -rn --exclude-dir=.git main .":    "ct search -n -s -F -e main --hidden --no-ignore --text .",
		"find . -name '*.go'":                   "ct search --name '*.go' --mode glob -s --type f,d,l --hidden --no-ignore (it does not read .git)",
		"find . -type f":                        "",
		"find . -type f -not -path '*/.git/*'":  "ct search --type f --hidden --no-ignore",
		"rg --hidden main":                      "ct search -n -s -F -e main --hidden (it does not read .git)",
		"rg main":                               "ct search -n -s -F -e main",
		"rg --files --hidden":                   "",
		"grep -rn --exclude-dir='*' main .":     "",
		"cat a.go":                              "ct show a.go --range 1:200",
		"grep -rn '(a+b)?' .":                   "ct search -n -s -F -e '(a+b)?' --hidden --no-ignore --text . (it does not read .git)",
		"grep -rnE 'a[x.]b|c\\.d' src":          "ct search -n -s -e 'a[x\\.]b|c\\.d' --hidden --no-ignore --text src",
		"find . -name '*.go' -mindepth 1 -o -x": "",
	} {
		got := ""
		if s := suggest(line, place(dir)); s != nil {
			got = s.String()
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
}

// Whatever comes in, a hook answers with nothing or with one JSON object that does not allow.
func FuzzHook(f *testing.F) {
	dir := f.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("x\n"), 0o600); err != nil {
		f.Fatal(err)
	}
	for _, r := range rows(f) {
		f.Add(r.line, "grep -n x a", uint8(len(r.line)))
		f.Add("{}", r.line, uint8(len(r.line)))
	}
	f.Add(`{"hook_event_name":`, "cat a", uint8(0))
	f.Fuzz(func(t *testing.T, raw, line string, which uint8) {
		client := []string{"", claude, cursor, gemini}[which%4]
		mode := []string{advise, deny}[which/4%2]
		respond([]byte(raw), client, mode)
		event := []string{preToolUse, beforeShellExecution, beforeTool, afterTool}[which/8%4]
		tool := []string{"Bash", "run_shell_command"}[which/32%2]
		input, err := json.Marshal(map[string]any{"hook_event_name": event, "tool_name": tool, "cwd": dir, "command": line, "tool_input": map[string]any{"command": line}})
		if err != nil {
			t.Fatal(err)
		}
		a := respond(input, client, mode)
		if a == nil {
			return
		}
		out, err := render.JSON(a, false)
		if err != nil || bytes.ContainsRune(out, '\n') || a.Permission == "allow" || a.Decision == "allow" || a.Specific != nil && a.Specific.Verdict == "allow" {
			t.Errorf("%s: %s %v", line, out, err)
		}
	})
}
