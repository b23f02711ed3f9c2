//go:build linux

package torture

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unicode/utf16"
)

// What is looked for. No other text of a tree contains it.
const (
	needle   = "zqneedle"
	function = "zqfunc"
)

// A node is an entry of a generated tree, with what is known of it because it was written so.
type node struct {
	name string
	kind byte // f file, d folder, l link, p FIFO, s socket, c device
	text []byte
	to   string // of a link
	kids []*node
	mode os.FileMode

	hits, lines, defs, calls int
	nul, strict              bool // binary by git's rule; what search_files skips, which reads UTF-8 up to a NUL
}

// A tree is a folder on disk and what it contains.
type tree struct {
	dir    string
	root   *node
	rules  bool // it has ignore rules
	locked bool // it has entries that its reader may not read
	files  []string
	dirs   []string
	spare  []string // files that nothing is looked for in and that no other entry depends on
	sought []string // files that something is looked for in
}

// names are endings of names that are hard to print, split or sort.
var names = []string{"", " with space", "\nline", "\x1b[2J", "\xff\xfe", "é界", "\u202egnp", "-dash", "'\"`$(id)", "*?[a]", "\\back", strings.Repeat("n", 180), "\t", "#", "!", "~"}

type generator struct {
	*rand.Rand
	tree *tree
	wide bool // the tree has hundreds of files, which are short
	open bool // all of it may be read
	n    int
}

func (g *generator) odds(n int) bool { return g.IntN(n) == 0 }

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// grow writes a tree that is determined by r below dir; with wide it has more files than a program reads without a ring, and
// with open its reader may read all of it.
func grow(t testing.TB, r *rand.Rand, dir string, wide, open bool) *tree {
	g := &generator{Rand: r, tree: &tree{dir: dir}, wide: wide, open: open}
	breadth := 4 + g.IntN(5)
	switch {
	case wide:
		breadth = 250 + g.IntN(150)
	case g.odds(12):
		breadth = 40
	}
	g.tree.root = &node{name: ".", kind: 'd', mode: 0o755}
	g.fill(g.tree.root, breadth, 0)
	if g.odds(3) {
		g.repository()
	}
	g.tree.write(t, g.tree.root, dir, "")
	return g.tree
}

// repository makes the tree one of git's, perhaps with rules of its own.
func (g *generator) repository() {
	folder := func(name string, kids ...*node) *node { return &node{name: name, kind: 'd', mode: 0o755, kids: kids} }
	file := func(name, text string) *node { return &node{name: name, kind: 'f', mode: 0o644, text: []byte(text)} }
	g.tree.rules = true // also those of the user's configuration, which an unreadable HEAD makes uncertain
	info := folder("info")
	if g.odds(2) {
		info.kids = append(info.kids, file("exclude", "*.exc\n"))
	}
	g.tree.root.kids = append(g.tree.root.kids, folder(".git", info, folder("objects"), folder("refs"), file("HEAD", "ref: refs/heads/main\n")))
}

func (g *generator) fill(d *node, breadth, depth int) {
	for range breadth {
		k := &node{name: g.name(), kind: 'f', mode: 0o644}
		switch n := g.IntN(40); {
		case n < 8 && depth < 4:
			k.kind, k.mode = 'd', 0o755
			g.fill(k, g.IntN(6), depth+1)
			if g.odds(12) && !g.open {
				k.mode = pick(g.Rand, os.FileMode(0), 0o444, 0o111)
			}
		case n < 10:
			k.kind, k.to = 'l', pick(g.Rand, "nowhere", ".", "..", "/", "/dev/zero", k.name, d.name)
		case n < 11:
			k.kind = pick(g.Rand, byte('p'), 's', 'c')
		default:
			g.content(k)
			if g.odds(25) && !g.open {
				k.mode = 0
			}
		}
		g.tree.locked = g.tree.locked || k.mode&0o444 != 0o444 && k.kind != 'l' || k.mode == 0o444 && k.kind == 'd'
		d.kids = append(d.kids, k)
	}
	if g.odds(4) {
		k := &node{name: ".gitignore", kind: 'f', mode: 0o644, text: []byte(g.rules())}
		if g.odds(6) {
			k.name = ".ignore"
		}
		if g.odds(12) && !g.open {
			k.mode, g.tree.locked = 0, true
		}
		g.tree.rules = true
		d.kids = append(d.kids, k)
	}
}

func (g *generator) name() string {
	g.n++
	hidden := ""
	if g.odds(12) {
		hidden = "."
	}
	return fmt.Sprintf("%s%s%d%s%s", hidden, pick(g.Rand, "a", "b", "B", "0", "skip", "é"), g.n, pick(g.Rand, append(names, "", "", "", "", "", "", "", "", "")...), pick(g.Rand, ".txt", ".txt", ".py", ".md", ".skp", ".exc", "", ".go.txt"))
}

func (g *generator) rules() string {
	var b strings.Builder
	for range 1 + g.IntN(4) {
		b.WriteString(pick(g.Rand, "*.skp", "skip*", "/a*", "b*/", "!*.txt", "# *", "*[5-7].md", "!a?.skp", "/*/b*.txt", "**/0*", "") + pick(g.Rand, "\n", "\n", "\r\n"))
	}
	return b.String()
}

// content writes the text of a file and counts what is put into it.
func (g *generator) content(k *node) {
	if strings.HasSuffix(k.name, ".py") {
		g.code(k)
		return
	}
	var b bytes.Buffer
	end := pick(g.Rand, "\n", "\n", "\n", "\r\n")
	with := g.odds(3)
	filler := pick(g.Rand, "filler", "some text", "zqneed le", "ZQ", "界é", strings.Repeat("long ", 15000))
	if g.wide && !g.odds(10) {
		filler = filler[:min(len(filler), 100)]
	}
	encoding := g.IntN(14)
	switch encoding {
	case 0:
		filler = "caf\xe9 \xb1\xe0" // Latin-1, GBK
	case 1:
		b.WriteString("\ufeff")
	case 2:
		b.WriteString("\x00")
	case 3: // a NUL that comes late, beyond what decides
		b.WriteString(strings.Repeat("early text\n", 800))
		b.WriteString("\x00\n")
	case 4: // near the end of a buffer
		b.WriteString(strings.Repeat("x", pick(g.Rand, 1<<16, 1<<17, 1<<18, 1<<20)-g.IntN(30)))
		b.WriteString(end)
	case 5:
		if g.odds(2) {
			return // empty
		}
	}
	for range g.IntN(12) {
		b.WriteString(filler)
		if with && g.odds(2) {
			n := 1 + g.IntN(2)
			b.WriteString(" " + strings.Repeat(needle+" ", n))
			k.lines, k.hits = k.lines+1, k.hits+n
		}
		b.WriteString(end)
	}
	if with && g.odds(4) {
		b.WriteString(needle) // without an end of line
		k.lines, k.hits = k.lines+1, k.hits+1
	}
	k.text, k.nul, k.strict = b.Bytes(), encoding == 2, encoding == 0 && bytes.IndexByte(b.Bytes(), 0xe9) >= 0 || encoding == 2 || encoding == 3 && k.hits > 0
	if encoding == 6 || encoding == 7 {
		k.strict = true
		k.text = wide(b.String(), encoding == 6)
	}
}

// wide encodes text as UTF-16 with its mark.
func wide(text string, little bool) []byte {
	out := []byte{}
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		if little {
			out = append(out, byte(u), byte(u>>8))
		} else {
			out = append(out, byte(u>>8), byte(u))
		}
	}
	return out
}

func (g *generator) code(k *node) {
	var b strings.Builder
	if g.odds(3) {
		k.defs++
		b.WriteString("def " + function + "(a):\n    return a\n\n\n")
	}
	for i := range g.IntN(5) {
		if g.odds(2) {
			k.calls++
			fmt.Fprintf(&b, "value%d = %s(%d)\n", i, function, i)
		} else {
			fmt.Fprintf(&b, "value%d = other(%d)  # 界\n", i, i)
		}
	}
	k.text = []byte(b.String())
}

// write makes k and what is below it; rights come last, so that the writer needs none.
func (tr *tree) write(t testing.TB, k *node, full, rel string) {
	var err error
	switch k.kind {
	case 'd':
		if rel != "" {
			err = os.Mkdir(full, 0o755)
		}
		for _, kid := range k.kids {
			tr.write(t, kid, full+"/"+kid.name, filepath.Join(rel, kid.name))
		}
		tr.dirs = append(tr.dirs, rel)
	case 'f':
		tr.files = append(tr.files, rel)
		if k.name[0] != '.' && k.hits+k.lines+k.defs+k.calls == 0 && !strings.HasPrefix(rel, ".git/") {
			tr.spare = append(tr.spare, rel)
		} else {
			tr.sought = append(tr.sought, rel)
		}
		err = os.WriteFile(full, k.text, 0o644)
	case 'l':
		err = os.Symlink(k.to, full)
	case 'c':
		if err = syscall.Mknod(full, syscall.S_IFCHR|0o666, 1<<8|5); errors.Is(err, syscall.EPERM) { // as /dev/zero, which only root makes
			err = syscall.Mkfifo(full, 0o644)
		}
	case 's':
		err = syscall.Mknod(full, syscall.S_IFSOCK|0o644, 0)
	case 'p':
		err = syscall.Mkfifo(full, 0o644)
	}
	if err == nil && (k.kind == 'f' || k.kind == 'd') {
		err = os.Chmod(full, k.mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// find returns the node of a path.
func (tr *tree) find(rel string) *node {
	d := tr.root
	for name := range strings.SplitSeq(rel, "/") {
		i := 0
		for d.kids[i].name != name {
			i++
		}
		d = d.kids[i]
	}
	return d
}

// replace makes something else of a file, takes away the right to read it, or makes it what it was.
func (tr *tree) replace(r *rand.Rand, rel string) {
	name := filepath.Join(tr.dir, rel)
	way := r.IntN(12)
	if way == 0 {
		lock(name)
		return
	}
	if way > 5 {
		tr.restore(rel)
		return
	}
	_ = os.RemoveAll(name)
	switch way {
	case 1:
		_ = os.Mkdir(name, 0o755)
	case 2:
		_ = syscall.Mkfifo(name, 0o644)
	case 3:
		_ = os.Symlink(filepath.Join(tr.dir, pick(r, tr.sought...)), name) // whose text counts once
	case 4:
		_ = os.WriteFile(name, []byte("another text\n"), 0o644)
	}
}

// lock takes away the right to read a file, if it is one: it follows no link.
func lock(name string) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		_ = f.Chmod(0)
	}
}

// restore makes a file what it was.
func (tr *tree) restore(rel string) {
	name, k := filepath.Join(tr.dir, rel), tr.find(rel)
	_ = os.RemoveAll(name)
	_ = os.WriteFile(name, k.text, 0o644)
	_ = os.Chmod(name, k.mode)
}
