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
		".gitignore":          "needle ignored\n",
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

// lines returns the command lines of the table: those that have an equivalent, and those that have none.
func table200(t testing.TB) (with, without []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/commands.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		mark, command, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if mark == "+" {
			with = append(with, command)
		} else {
			without = append(without, command)
		}
	}
	if len(with) < 100 || len(without) < 100 {
		t.Fatalf("%d command lines with an equivalent, %d without", len(with), len(without))
	}
	return with, without
}

func TestWhatHasNoEquivalentPassesUntouched(t *testing.T) {
	t.Parallel()
	dir := tree(t)
	_, without := table200(t)
	for _, line := range without {
		if s := suggest(line, place(dir)); s != nil {
			t.Errorf("%s\n\t%s", line, s)
		}
	}
}

// Every suggestion, run beside the original in a tree, finds the same set of files and lines.
func TestSuggestionsFindTheSame(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("skipped: the originals are GNU's")
	}
	t.Parallel()
	dir, bin := tree(t), tooltest.Bin(t, "ct", "ct-search", "ct-show")
	with, _ := table200(t)
	ran := 0
	for _, line := range with {
		s := suggest(line, place(dir))
		if s == nil {
			t.Errorf("%s: no suggestion", line)
			continue
		}
		if s.note != "" && s.args[0] != "show" {
			t.Errorf("%s: %s", line, s)
		}
		original := expanded(line)
		if _, err := exec.LookPath(strings.Fields(line)[0]); err != nil {
			t.Logf("not compared, the program is not installed: %s", line)
			continue
		}
		ran++
		env := []string{"LC_ALL=C.UTF-8", "PATH=" + os.Getenv("PATH")}
		want := set(theirs(line, tooltest.Run{Dir: dir, Env: env}.Do(t, "sh", "-c", original).Stdout))
		counts := "lines"
		if strings.Contains(line, "l needle") {
			counts = "files"
		}
		got := set(mine(t, dir, bin, s, counts))
		if !slices.Equal(got, want) {
			t.Errorf("%s\n%s\n got %.600q\nwant %.600q", line, s, got, want)
		}
	}
	if ran < 100 {
		t.Errorf("only %d suggestions were compared", ran)
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

// Where there is a .git, a suggestion says that ct does not read it, or there is none.
func TestARepositoryIsSaid(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{".git/HEAD": "ref: main\n", "a.go": "main\n", "src/a.go": "main\n"})
	for line, want := range map[string]string{
		"grep -rn main .":                       "ct search -n -s -F -e main --hidden --no-ignore --text . (it does not read .git)",
		"grep -rn main src":                     "ct search -n -s -F -e main --hidden --no-ignore --text src",
		"grep -rn --exclude-dir=.git main .":    "ct search -n -s -F -e main --hidden --no-ignore --text .",
		"find . -name '*.go'":                   "ct search --name '*.go' -s --type f,d,l --hidden --no-ignore (it does not read .git)",
		"find . -type f":                        "",
		"find . -type f -not -path '*/.git/*'":  "ct search --type f --hidden --no-ignore",
		"rg --hidden main":                      "ct search -n -s -F -e main --hidden (it does not read .git)",
		"rg main":                               "ct search -n -s -F -e main",
		"rg --files --hidden":                   "",
		"grep -rn --exclude-dir='*' main .":     "",
		"cat a.go":                              "ct show a.go --range 1:200 (the last line of each page names the next)",
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
	with, without := table200(f)
	for _, line := range append(with, without...) {
		f.Add(line, "grep -n x a", uint8(len(line)))
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
