package tooltest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// RandomRepository is a repository in which random things happened: commits, merges, renames, deletions, odd names, line ends,
// links, submodules, and changes that are not committed. The same seed gives the same.
type RandomRepository struct {
	T   *testing.T
	Dir string
	R   *rand.Rand
}

// NewRandomRepository returns an empty one.
func NewRandomRepository(t *testing.T, seed uint64) *RandomRepository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("skipped: no git")
	}
	s := &RandomRepository{T: t, Dir: t.TempDir(), R: rand.New(rand.NewPCG(seed, 7))}
	s.Git("init", "-q", "-b", "main")
	return s
}

// Try runs git and returns what it prints.
func (s *RandomRepository) Try(args ...string) ([]byte, error) {
	c := exec.Command("git", append([]string{"-C", s.Dir, "-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "protocol.file.allow=always", "-c", "core.quotePath=false", "-c", "core.safecrlf=false"}, args...)...)
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_MERGE_AUTOEDIT=no")
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	err := c.Run()
	if err != nil {
		err = fmt.Errorf("git %v: %w\n%s%s", args, err, out.Bytes(), said.Bytes())
	}
	return out.Bytes(), err
}

// Git is Try for what has to succeed.
func (s *RandomRepository) Git(args ...string) string {
	s.T.Helper()
	out, err := s.Try(args...)
	if err != nil {
		s.T.Fatal(err)
	}
	return string(out)
}

// Write writes a file.
func (s *RandomRepository) Write(name, text string) {
	full := filepath.Join(s.Dir, filepath.FromSlash(name))
	_ = os.MkdirAll(filepath.Dir(full), 0o755)
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		s.T.Fatal(err)
	}
}

func (s *RandomRepository) read(name string) string {
	text, err := os.ReadFile(filepath.Join(s.Dir, name))
	if err != nil {
		s.T.Fatal(err)
	}
	return string(text)
}

var names = []string{
	"a", "b.go", "a.c", "a/x", "a-b/y", "dir/deep/er/z.txt", "dir/q", "sp ace/f g", "tab\there", "quote\"d", "é/ü", "new\nline", "back\\slash", ".hidden/h", "-dash", "st*r", "[br]", "a b/ b/c", "x\nb/y", "latin\xe9",
}

// text returns random text; some lines repeat, so that lines can be paired in several ways.
func (s *RandomRepository) text() string {
	var b strings.Builder
	end := "\n"
	if s.R.IntN(4) == 0 {
		end = "\r\n"
	}
	for range s.R.IntN(60) {
		switch s.R.IntN(6) {
		case 0:
			b.WriteString(end)
		case 1:
			b.WriteString("}" + end)
		default:
			fmt.Fprintf(&b, "%sline %d%s", strings.Repeat("\t", s.R.IntN(3)), s.R.IntN(40), end)
		}
		if s.R.IntN(40) == 0 {
			b.WriteString("mixed\n")
		}
	}
	if s.R.IntN(5) == 0 {
		b.WriteString("no end")
	}
	if s.R.IntN(12) == 0 {
		b.WriteString("\x00binary")
	}
	if s.R.IntN(20) == 0 {
		b.WriteString("- a line\n+ another\n@@ -1 +1 @@\ndiff --git a/x b/x\n\\ No newline\n")
	}
	return b.String()
}

// edit changes some lines of a text.
func (s *RandomRepository) edit(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range 1 + s.R.IntN(4) {
		at := s.R.IntN(len(lines))
		switch s.R.IntN(3) {
		case 0:
			lines = slices.Delete(slices.Clone(lines), at, at+1)
		case 1:
			lines = slices.Insert(slices.Clone(lines), at, fmt.Sprintf("new %d\n", s.R.IntN(20)))
		default:
			lines[at] = fmt.Sprintf("changed %d\n", s.R.IntN(20))
		}
		if len(lines) == 0 {
			return ""
		}
	}
	return strings.Join(lines, "")
}

func (s *RandomRepository) files() []string {
	var list []string
	for name := range strings.SplitSeq(s.Git("ls-files", "-z", "-c", "-o", "--exclude-standard"), "\x00") {
		if info, err := os.Lstat(filepath.Join(s.Dir, name)); err == nil && info.Mode().IsRegular() && name != ".gitmodules" { // git refuses others of that name
			list = append(list, name)
		}
	}
	return slices.Compact(list)
}

// step does one random thing to the working tree or the index.
func (s *RandomRepository) step() {
	files := s.files()
	pick := func() string { return files[s.R.IntN(len(files))] }
	kind := s.R.IntN(13)
	if len(files) == 0 && kind < 7 {
		kind = 12
	}
	switch kind {
	case 0, 1:
		name := pick()
		s.Write(name, s.edit(s.read(name)))
	case 2:
		_ = os.Remove(filepath.Join(s.Dir, pick()))
	case 3: // a rename, sometimes with a change, sometimes only in the working tree
		from, to := pick(), fmt.Sprintf("moved/%d %s", s.R.IntN(100), filepath.Base(pick()))
		text := s.read(from)
		if s.R.IntN(2) == 0 {
			text = s.edit(text)
		}
		_ = os.Remove(filepath.Join(s.Dir, from))
		s.Write(to, text)
	case 4:
		_ = os.Chmod(filepath.Join(s.Dir, pick()), []os.FileMode{0o755, 0o644}[s.R.IntN(2)])
	case 5:
		name := pick()
		_ = os.Remove(filepath.Join(s.Dir, name))
		_ = os.Symlink("target "+name, filepath.Join(s.Dir, name))
	case 6: // as it was, with another time
		name := pick()
		s.Write(name, s.read(name))
	case 7:
		_, _ = s.Try("add", "-A")
	default:
		s.stepBeside(kind, files)
	}
}

// stepBeside is step for what needs no file.
func (s *RandomRepository) stepBeside(kind int, files []string) {
	pick := func() string { return files[s.R.IntN(len(files))] }
	switch kind {
	case 8:
		if len(files) > 0 {
			_, _ = s.Try("add", "--", ":(literal)"+pick())
		}
	case 9:
		_ = os.Symlink("nowhere", filepath.Join(s.Dir, fmt.Sprintf("link%d", s.R.IntN(5))))
	case 10: // a folder in the place of a file
		name := names[s.R.IntN(4)]
		if os.Remove(filepath.Join(s.Dir, name)) == nil {
			s.Write(name+"/inside", s.text())
		}
	case 11:
		if len(files) > 0 && s.R.IntN(3) == 0 {
			_, _ = s.Try("rm", "-q", "--cached", "--", ":(literal)"+pick())
		}
	default:
		name := names[s.R.IntN(len(names))]
		if info, err := os.Lstat(filepath.Join(s.Dir, name)); err != nil || info.Mode().IsRegular() {
			full := filepath.Join(s.Dir, name)
			if os.MkdirAll(filepath.Dir(full), 0o755) == nil {
				_ = os.WriteFile(full, []byte(s.text()), 0o644)
			}
		}
	}
}

// Commit commits everything.
func (s *RandomRepository) Commit() {
	s.Git("add", "-A")
	s.Git("commit", "-q", "--allow-empty", "-m", "x")
}

// Build makes a random repository: main, a branch that left it, sometimes a merge, and changes that are not committed.
func (s *RandomRepository) Build() {
	r := s.R
	s.Git("config", "core.autocrlf", []string{"false", "true", "input"}[r.IntN(3)])
	s.Write(".gitignore", "ignored*\n")
	if r.IntN(2) == 0 {
		s.Write(".gitattributes", []string{"* text=auto\n", "*.go text\n*.c eol=crlf\n", "* -text\n", "* text=auto eol=lf\na binary\n", "b.go -diff\n* text\n"}[r.IntN(5)])
	}
	for range 10 {
		s.step()
	}
	if r.IntN(4) == 0 {
		s.submodule()
	}
	s.Write("ignored.txt", "x\n")
	s.Commit()
	s.Git("checkout", "-q", "-b", "topic")
	for range 1 + r.IntN(2) {
		for range r.IntN(5) {
			s.step()
		}
		s.Commit()
	}
	if r.IntN(2) == 0 { // main goes on, and is sometimes merged
		s.Git("checkout", "-q", "-f", "main")
		for range 3 {
			s.step()
		}
		s.Commit()
		s.Git("checkout", "-q", "-f", "topic")
		if r.IntN(3) == 0 {
			if _, err := s.Try("merge", "-q", "-m", "m", "main"); err != nil && r.IntN(2) == 0 {
				_, _ = s.Try("merge", "--abort")
			}
		}
	}
	for range r.IntN(14) {
		s.step()
	}
}

func (s *RandomRepository) submodule() {
	inner := &RandomRepository{T: s.T, Dir: s.T.TempDir(), R: s.R}
	inner.Git("init", "-q", "-b", "main")
	inner.Write("inner", "x\n")
	inner.Git("add", "-A")
	inner.Git("commit", "-q", "-m", "x")
	_, _ = s.Try("submodule", "-q", "add", inner.Dir, "sub")
}

// A Line is a line of a change.
type Line struct {
	Path string
	N    int64
	Text string
}

// Lines returns the lines that git diff says are added and removed.
func (s *RandomRepository) Lines(args ...string) (added, removed []Line) {
	s.T.Helper()
	args = append([]string{"diff", "--no-color", "-M", "-U0", "--diff-algorithm=myers", "--ignore-submodules=dirty", "--src-prefix=a/", "--dst-prefix=b/", "--no-ext-diff", "--no-textconv"}, args...)
	var old, now string
	var o, n int64
	minus, plus := 0, 0
	for l := range strings.SplitSeq(s.Git(args...), "\n") {
		switch {
		case minus > 0 && strings.HasPrefix(l, "-"):
			removed = append(removed, Line{old, o, l[1:]})
			o++
			minus--
		case plus > 0 && strings.HasPrefix(l, "+"):
			added = append(added, Line{now, n, l[1:]})
			n++
			plus--
		case strings.HasPrefix(l, "--- "):
			old = pathOf(l[4:], "a/")
		case strings.HasPrefix(l, "+++ "):
			now = pathOf(l[4:], "b/")
		case strings.HasPrefix(l, "@@ "):
			var a, b string
			if _, err := fmt.Sscanf(l, "@@ -%s +%s @@", &a, &b); err != nil {
				s.T.Fatal(err)
			}
			o, minus = hunk(a)
			n, plus = hunk(b)
		}
	}
	return added, removed
}

// hunk reads "FIRST,COUNT" or "FIRST".
func hunk(text string) (first int64, count int) {
	count = 1
	if _, err := fmt.Sscanf(text, "%d,%d", &first, &count); err != nil {
		_, _ = fmt.Sscanf(text, "%d", &first)
	}
	return first, count
}

// pathOf reads a path of a patch.
func pathOf(text, prefix string) string {
	text = strings.TrimSuffix(text, "\t")
	if strings.HasPrefix(text, `"`) {
		text = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\\`, `\`).Replace(text[1 : len(text)-1])
	}
	return strings.TrimPrefix(text, prefix)
}
