package change

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/git"
)

// sandbox is a repository of a test.
type sandbox struct {
	t    *testing.T
	dir  string
	r    *rand.Rand
	crlf string // core.autocrlf
}

func newSandbox(t *testing.T, seed uint64) *sandbox {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("skipped: no git")
	}
	s := &sandbox{t: t, dir: t.TempDir(), r: rand.New(rand.NewPCG(seed, 7))}
	s.git("init", "-q", "-b", "main")
	return s
}

func (s *sandbox) try(args ...string) ([]byte, error) {
	c := exec.Command("git", append([]string{"-C", s.dir, "-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "protocol.file.allow=always", "-c", "core.quotePath=false", "-c", "core.safecrlf=false"}, args...)...)
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_MERGE_AUTOEDIT=no")
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	err := c.Run()
	if err != nil {
		err = fmt.Errorf("git %v: %w\n%s%s", args, err, out.Bytes(), said.Bytes())
	}
	return out.Bytes(), err
}

func (s *sandbox) git(args ...string) string {
	s.t.Helper()
	out, err := s.try(args...)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(out)
}

func (s *sandbox) write(name, text string) {
	full := filepath.Join(s.dir, filepath.FromSlash(name))
	_ = os.MkdirAll(filepath.Dir(full), 0o755)
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

func (s *sandbox) read(name string) string {
	text, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

var names = []string{
	"a", "b.go", "a.c", "a/x", "a-b/y", "dir/deep/er/z.txt", "dir/q", "sp ace/f g", "tab\there", "quote\"d", "é/ü", "new\nline", "back\\slash", ".hidden/h", "-dash", "st*r", "[br]", "a b/ b/c", "x\nb/y", "latin\xe9",
}

// text returns random text; some lines repeat, so that lines can be paired in several ways.
func (s *sandbox) text() string {
	var b strings.Builder
	end := "\n"
	if s.r.IntN(4) == 0 {
		end = "\r\n"
	}
	for range s.r.IntN(60) {
		switch s.r.IntN(6) {
		case 0:
			b.WriteString(end)
		case 1:
			b.WriteString("}" + end)
		default:
			fmt.Fprintf(&b, "%sline %d%s", strings.Repeat("\t", s.r.IntN(3)), s.r.IntN(40), end)
		}
		if s.r.IntN(40) == 0 {
			b.WriteString("mixed\n")
		}
	}
	if s.r.IntN(5) == 0 {
		b.WriteString("no end")
	}
	if s.r.IntN(12) == 0 {
		b.WriteString("\x00binary")
	}
	if s.r.IntN(20) == 0 {
		b.WriteString("- a line\n+ another\n@@ -1 +1 @@\ndiff --git a/x b/x\n\\ No newline\n")
	}
	return b.String()
}

// edit changes some lines of a text.
func (s *sandbox) edit(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range 1 + s.r.IntN(4) {
		at := s.r.IntN(len(lines))
		switch s.r.IntN(3) {
		case 0:
			lines = slices.Delete(slices.Clone(lines), at, at+1)
		case 1:
			lines = slices.Insert(slices.Clone(lines), at, fmt.Sprintf("new %d\n", s.r.IntN(20)))
		default:
			lines[at] = fmt.Sprintf("changed %d\n", s.r.IntN(20))
		}
		if len(lines) == 0 {
			return ""
		}
	}
	return strings.Join(lines, "")
}

func (s *sandbox) files() []string {
	var list []string
	for name := range strings.SplitSeq(s.git("ls-files", "-z", "-c", "-o", "--exclude-standard"), "\x00") {
		if info, err := os.Lstat(filepath.Join(s.dir, name)); err == nil && info.Mode().IsRegular() {
			list = append(list, name)
		}
	}
	return slices.Compact(list)
}

// step does one random thing to the working tree or the index.
func (s *sandbox) step() {
	files := s.files()
	pick := func() string { return files[s.r.IntN(len(files))] }
	kind := s.r.IntN(13)
	if len(files) == 0 && kind < 7 {
		kind = 12
	}
	switch kind {
	case 0, 1:
		name := pick()
		s.write(name, s.edit(s.read(name)))
	case 2:
		_ = os.Remove(filepath.Join(s.dir, pick()))
	case 3: // a rename, sometimes with a change, sometimes only in the working tree
		from, to := pick(), fmt.Sprintf("moved/%d %s", s.r.IntN(100), filepath.Base(pick()))
		text := s.read(from)
		if s.r.IntN(2) == 0 {
			text = s.edit(text)
		}
		_ = os.Remove(filepath.Join(s.dir, from))
		s.write(to, text)
	case 4:
		_ = os.Chmod(filepath.Join(s.dir, pick()), []os.FileMode{0o755, 0o644}[s.r.IntN(2)])
	case 5:
		name := pick()
		_ = os.Remove(filepath.Join(s.dir, name))
		_ = os.Symlink("target "+name, filepath.Join(s.dir, name))
	case 6: // as it was, with another time
		name := pick()
		s.write(name, s.read(name))
	case 7:
		_, _ = s.try("add", "-A")
	case 8:
		if len(files) > 0 {
			_, _ = s.try("add", "--", ":(literal)"+pick())
		}
	case 9:
		_ = os.Symlink("nowhere", filepath.Join(s.dir, fmt.Sprintf("link%d", s.r.IntN(5))))
	case 10: // a folder in the place of a file
		name := names[s.r.IntN(4)]
		if os.Remove(filepath.Join(s.dir, name)) == nil {
			s.write(name+"/inside", s.text())
		}
	case 11:
		if len(files) > 0 && s.r.IntN(3) == 0 {
			_, _ = s.try("rm", "-q", "--cached", "--", ":(literal)"+pick())
		}
	default:
		name := names[s.r.IntN(len(names))]
		if info, err := os.Lstat(filepath.Join(s.dir, name)); err != nil || info.Mode().IsRegular() {
			full := filepath.Join(s.dir, name)
			if os.MkdirAll(filepath.Dir(full), 0o755) == nil {
				_ = os.WriteFile(full, []byte(s.text()), 0o644)
			}
		}
	}
}

func (s *sandbox) commit() {
	s.git("add", "-A")
	s.git("commit", "-q", "--allow-empty", "-m", "x")
}

// build makes a random repository: main, a branch that left it, sometimes a merge, and changes that are not committed.
func (s *sandbox) build() {
	r := s.r
	s.git("config", "core.autocrlf", []string{"false", "true", "input"}[r.IntN(3)])
	s.write(".gitignore", "ignored*\n")
	if r.IntN(2) == 0 {
		s.write(".gitattributes", []string{"* text=auto\n", "*.go text\n*.c eol=crlf\n", "* -text\n", "* text=auto eol=lf\na binary\n", "b.go -diff\n* text\n"}[r.IntN(5)])
	}
	for range 10 {
		s.step()
	}
	if r.IntN(4) == 0 {
		s.submodule()
	}
	s.write("ignored.txt", "x\n")
	s.commit()
	s.git("checkout", "-q", "-b", "topic")
	for range 1 + r.IntN(2) {
		for range r.IntN(5) {
			s.step()
		}
		s.commit()
	}
	if r.IntN(2) == 0 { // main goes on, and is sometimes merged
		s.git("checkout", "-q", "main")
		for range 3 {
			s.step()
		}
		s.commit()
		s.git("checkout", "-q", "topic")
		if r.IntN(3) == 0 {
			if _, err := s.try("merge", "-q", "-m", "m", "main"); err != nil && r.IntN(2) == 0 {
				_, _ = s.try("merge", "--abort")
			}
		}
	}
	for range r.IntN(14) {
		s.step()
	}
}

func (s *sandbox) submodule() {
	inner := &sandbox{t: s.t, dir: s.t.TempDir(), r: s.r}
	inner.git("init", "-q", "-b", "main")
	inner.write("inner", "x\n")
	inner.git("add", "-A")
	inner.git("commit", "-q", "-m", "x")
	_, _ = s.try("submodule", "-q", "add", inner.dir, "sub")
}

// line is a line of a change.
type line struct {
	path string
	n    int64
	text string
}

// gitLines returns the lines that git diff says are added and removed.
func (s *sandbox) gitLines(args ...string) (added, removed []line) {
	s.t.Helper()
	args = append([]string{"diff", "--no-color", "-M", "-U0", "--diff-algorithm=myers", "--ignore-submodules=dirty", "--src-prefix=a/", "--dst-prefix=b/", "--no-ext-diff", "--no-textconv"}, args...)
	var old, now string
	var o, n int64
	minus, plus := 0, 0
	for l := range strings.SplitSeq(s.git(args...), "\n") {
		l := l
		switch {
		case minus > 0 && strings.HasPrefix(l, "-"):
			removed = append(removed, line{old, o, l[1:]})
			o++
			minus--
		case plus > 0 && strings.HasPrefix(l, "+"):
			added = append(added, line{now, n, l[1:]})
			n++
			plus--
		case strings.HasPrefix(l, "--- "):
			old = unquoted(l[4:], "a/")
		case strings.HasPrefix(l, "+++ "):
			now = unquoted(l[4:], "b/")
		case strings.HasPrefix(l, "@@ "):
			var a, b string
			if _, err := fmt.Sscanf(l, "@@ -%s +%s @@", &a, &b); err != nil {
				s.t.Fatal(err)
			}
			ra, _ := parseRange(a)
			rb, _ := parseRange(b)
			o, minus, n, plus = ra.First, int(ra.count()), rb.First, int(rb.count())
		}
	}
	return added, removed
}

// unquoted reads a path of a patch.
func unquoted(text, prefix string) string {
	text = strings.TrimSuffix(text, "\t")
	if strings.HasPrefix(text, `"`) {
		text = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\\`, `\`).Replace(text[1 : len(text)-1])
	}
	return strings.TrimPrefix(text, prefix)
}

// object returns the text of a version of a file that is no submodule.
func (s *sandbox) lineOf(text []string, n int64) string {
	if n > int64(len(text)) {
		return "MISSING"
	}
	return text[n-1]
}

// ours returns the lines of a change, with their text from the working tree, the index or the base.
func (s *sandbox) ours(c *Change) (added, removed []line) {
	for _, f := range c.Files {
		if f.Whole {
			continue
		}
		var now []string
		if len(f.Added) > 0 {
			full := filepath.Join(s.dir, f.Path)
			if target, err := os.Readlink(full); err == nil && !c.Staged {
				now = []string{target}
			} else if out, err := s.try("cat-file", "-p", ":"+f.Path); c.Staged && err == nil {
				now = strings.Split(string(out), "\n")
			} else if text, err := os.ReadFile(full); err == nil {
				now = strings.Split(string(text), "\n")
			}
		}
		for _, r := range f.Added {
			for n := r.First; n <= r.Last; n++ {
				added = append(added, line{f.Path, n, s.lineOf(now, n)})
			}
		}
		if len(f.Removed) > 0 && f.Old != "" {
			old := strings.Split(s.git("cat-file", "-p", f.Old), "\n")
			for _, r := range f.Removed {
				for n := r.First; n <= r.Last; n++ {
					removed = append(removed, line{f.OldPath(), n, s.lineOf(old, n)})
				}
			}
		}
	}
	return added, removed
}

func sorted(lines []line) []string {
	var out []string
	for _, l := range lines {
		if strings.HasPrefix(l.text, "Subproject commit") {
			continue
		}
		out = append(out, fmt.Sprintf("%q:%d:%q", l.path, l.n, strings.TrimRight(l.text, "\r"))) // line ends are converted
	}
	slices.Sort(out)
	return out
}

func open(t *testing.T, dir string) *git.Repository {
	t.Helper()
	repo, err := git.Open(context.Background(), dir, git.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func against(t *testing.T, dir string, o Options) *Change {
	t.Helper()
	o.Scratch = t.TempDir()
	c, err := Against(context.Background(), open(t, dir), o)
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(o.Scratch); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	return c
}

// sameLines compares the lines of a change with those of git.
func (s *sandbox) sameLines(c *Change, args ...string) {
	s.t.Helper()
	if len(c.Unseen) > 0 {
		s.t.Errorf("unseen %v", c.Unseen)
	}
	wantAdded, wantRemoved := s.gitLines(args...)
	added, removed := s.ours(c)
	for _, side := range []struct {
		name      string
		want, got []line
	}{{"added", wantAdded, added}, {"removed", wantRemoved, removed}} {
		want, got := sorted(side.want), sorted(side.got)
		if !slices.Equal(want, got) {
			for _, l := range want {
				if !slices.Contains(got, l) {
					s.t.Errorf("%s: git has %s", side.name, l)
				}
			}
			for _, l := range got {
				if !slices.Contains(want, l) {
					s.t.Errorf("%s: git does not have %s", side.name, l)
				}
			}
		}
	}
	// The files and how they differ.
	out := s.git(append([]string{"diff", "--name-status", "-M", "-z", "--ignore-submodules=dirty"}, args...)...)
	var want, got []string
	for part := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00"); len(part) > 1; {
		n := 1
		if part[0][0] == 'R' {
			n = 2
		}
		if part[0] != "U" {
			want = append(want, part[0][:1]+" "+strings.Join(part[1:1+n], " -> "))
		}
		part = part[1+n:]
	}
	for _, f := range c.Files {
		switch {
		case f.Whole:
		case f.From != "":
			got = append(got, string(f.Status)+" "+f.From+" -> "+f.Path)
		default:
			got = append(got, string(f.Status)+" "+f.Path)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if want = slices.Compact(want); !slices.Equal(want, got) {
		s.t.Errorf("files %q\nwant %q", got, want)
	}
}

// Whatever happened in a repository, the lines of a change are those that git diff prints.
func TestAChangeHasTheLinesOfGit(t *testing.T) {
	rounds := 120
	if testing.Short() {
		rounds = 25
	}
	for seed := range rounds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := newSandbox(t, uint64(seed))
			s.build()
			status := s.git("ls-files", "-z", "-u") // conflicts: git diff shows no lines of them
			c := against(t, s.dir, Options{Base: "main"})
			base := strings.TrimSpace(s.git("merge-base", "HEAD", "main"))
			if c.Base.Commit != base {
				t.Errorf("base %s, want %s", c.Base.Commit, base)
			}
			if status != "" {
				t.Skip("skipped: a conflict")
			}
			s.sameLines(c, base)
			s.sameLines(against(t, s.dir, Options{Staged: true}), "--cached", "HEAD")
			s.sameLines(against(t, s.dir, Options{Staged: true, Base: "main"}), "--cached", base)
			var untracked []string
			for _, f := range c.Files {
				if f.Whole {
					untracked = append(untracked, f.Path)
				}
			}
			want := strings.Split(s.git("ls-files", "-z", "-o", "--exclude-standard"), "\x00")
			want = slices.DeleteFunc(want, func(p string) bool { return p == "" || strings.HasSuffix(p, "/") })
			slices.Sort(want)
			if !slices.Equal(untracked, want) {
				t.Errorf("untracked %q, want %q", untracked, want)
			}
		})
	}
}
