package shard

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/klauspost/compress/zstd"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

// opener returns an opener with a scratch in a folder of the test, which must be empty afterwards.
func opener(t *testing.T, limit int64) *Opener {
	t.Helper()
	s, err := NewScratch(t.TempDir(), limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if left, _ := os.ReadDir(s.Dir()); len(left) > 0 {
			t.Errorf("the scratch still has %v", left)
		}
		if !s.room.TryAcquire(limit) {
			t.Error("a part of the scratch was not returned")
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &Opener{Scratch: s}
}

// entry is an entry of a tar archive: a header with its content.
type entry struct {
	tar.Header
	content string
}

func file(name, content string) entry {
	return entry{tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o777, Size: int64(len(content))}, content}
}

func special(kind byte, name, target string) entry {
	return entry{tar.Header{Typeflag: kind, Name: name, Linkname: target, Mode: 0o777}, ""}
}

func tarOf(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		if err := w.WriteHeader(&e.Header); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, e.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t *testing.T, text []byte) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return z.EncodeAll(text, nil)
}

// zipped is an entry of a zip archive.
type zipped struct {
	name, content string
	mode          fs.FileMode
}

func zipOf(t *testing.T, entries ...zipped) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.mode != 0 {
			h.SetMode(e.mode)
		}
		in, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(in, e.content); err != nil && !e.mode.IsDir() {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// stored writes an archive and returns its shard.
func stored(t *testing.T, kind manifest.Kind, text []byte) manifest.Shard {
	t.Helper()
	name := filepath.Join(t.TempDir(), "archive")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	return manifest.Shard{ID: "a", Kind: kind, Locator: name, Digest: manifest.DigestOf(sum[:]), Bytes: int64(len(text))}
}

// files returns what is below a folder: paths with contents, or with the targets of links.
func files(t *testing.T, dir string) string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case e.IsDir():
			rel += "/"
		case e.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(name)
			if err != nil {
				return err
			}
			rel += ">" + target
		default:
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			rel += "=" + string(text)
		}
		list = append(list, rel)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestArchivesAreUnpacked(t *testing.T) {
	plain := tarOf(t, entry{tar.Header{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"comment": "a commit"}}, ""}, special(tar.TypeDir, "./", ""), file("./a/b.txt", "text"), special(tar.TypeDir, "a/", ""),
		file("c", ""), special(tar.TypeSymlink, "a/link", "../c"), special(tar.TypeLink, "same", "a/b.txt"))
	const want = "a/ a/b.txt=text a/link>../c c= same=text"
	for name, text := range map[string][]byte{"tar": plain, "gzip": gzipped(t, plain), "zstd": zstandard(t, plain)} {
		o := opener(t, 1<<20)
		got, err := o.Open(context.Background(), stored(t, manifest.Tar, text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if have := files(t, got.Dir); have != want || got.At() != nil {
			t.Errorf("%s: %s, want %s", name, have, want)
		}
		if err := got.Close(); err != nil {
			t.Error(err)
		}
	}
	s := stored(t, manifest.Zip, zipOf(t, zipped{name: "d/e", content: "text"}, zipped{"f/", "", fs.ModeDir}, zipped{"l", "d/e", fs.ModeSymlink | 0o777}))
	text, err := os.ReadFile(s.Locator)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{s.Locator, "s3://bucket/key.zip"} {
		o := opener(t, 1<<20)
		o.Fetch = func(context.Context, string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
		s.Locator = at
		got, err := o.Open(context.Background(), s)
		if err != nil {
			t.Fatalf("%s: %v", at, err)
		}
		if have := files(t, got.Dir); have != "d/ d/e=text f/ l>d/e" {
			t.Errorf("%s: %s", at, have)
		}
		if err := got.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestArchivesAreRefused(t *testing.T) {
	big := strings.Repeat("x", 64<<10)
	truncated := gzipped(t, tarOf(t, file("a", big)))
	wrongSum := zipOf(t, zipped{name: "a", content: "some text that is long enough"})
	if i := bytes.LastIndex(wrongSum, []byte("PK\x01\x02")); i > 0 {
		wrongSum[i+16] ^= 1 // CRC-32 in the directory
	}
	for _, c := range []struct {
		name string
		kind manifest.Kind
		text []byte
		want string
	}{
		{"dots", manifest.Tar, tarOf(t, file("../a", "x")), `refused: entry "../a" leads out`},
		{"dots within", manifest.Tar, tarOf(t, file("a/../b", "x")), `refused: entry "a/../b" leads out`},
		{"an absolute name", manifest.Tar, tarOf(t, file("/etc/passwd", "x")), `refused: entry "/etc/passwd" has an absolute path`},
		{"a link out", manifest.Tar, tarOf(t, special(tar.TypeSymlink, "a/l", "../../x")), `refused: entry "a/l" is a link to "../../x"`},
		{"an absolute link", manifest.Tar, tarOf(t, special(tar.TypeSymlink, "l", "/etc/passwd")), `refused: entry "l" is a link to "/etc/passwd"`},
		{"a link through a link", manifest.Tar, tarOf(t, special(tar.TypeSymlink, "p/q/up", "../.."), special(tar.TypeSymlink, "l", "p/q/up/../x")), `refused: entry "l" is a link`},
		{"a file below a link", manifest.Tar, tarOf(t, special(tar.TypeDir, "d", ""), special(tar.TypeSymlink, "l", "d"), file("l/a", "x")), `refused: entry "l/a" lies below "l"`},
		{"a file below a file", manifest.Tar, tarOf(t, file("f", "x"), file("f/a", "x")), `refused: entry "f/a" lies below "f"`},
		{"a hard link out", manifest.Tar, tarOf(t, special(tar.TypeLink, "h", "../x")), `refused: entry "h" is a second name`},
		{"a hard link to a link", manifest.Tar, tarOf(t, special(tar.TypeSymlink, "l", "x"), special(tar.TypeLink, "h", "l")), `refused: entry "h" is a second name`},
		{"a device", manifest.Tar, tarOf(t, special(tar.TypeBlock, "dev", "")), `refused: entry "dev" is a device`},
		{"a FIFO", manifest.Tar, tarOf(t, special(tar.TypeFifo, "p", "")), `refused: entry "p" is a FIFO`},
		{"a duplicate", manifest.Tar, tarOf(t, file("a", "x"), file("./a", "y")), `refused: entry "./a" occurs twice`},
		{"a folder twice", manifest.Tar, tarOf(t, special(tar.TypeDir, "a", ""), special(tar.TypeDir, "a/", "")), `refused: entry "a/" occurs twice`},
		{"a folder as a file", manifest.Tar, tarOf(t, file("a/b", "x"), file("a", "y")), `refused: entry "a" occurs twice`},
		{"a long path", manifest.Tar, tarOf(t, file(strings.Repeat("d/", 2500)+"f", "x")), "has a path of 5001 bytes"},
		{"a long name", manifest.Tar, tarOf(t, file(strings.Repeat("n", 300), "x")), "cannot be made"},
		{"controls in a name", manifest.Tar, tarOf(t, file("../\x1b[2J\n", "x")), `refused: entry "../\x1b[2J\n" leads out`},
		{"a bomb", manifest.Tar, gzipped(t, tarOf(t, file("a", strings.Repeat("\x00", 32<<20)))), "more than 250 times as many"},
		{"a bomb after the end", manifest.Tar, gzipped(t, append(tarOf(t, file("a", "x")), make([]byte, 32<<20)...)), "more than 250 times as many"},
		{"a bomb in zip", manifest.Zip, zipOf(t, zipped{name: "a", content: strings.Repeat("\x00", 32<<20)}), "more than 250 times as many"},
		{"a sparse bomb", manifest.Tar, sparse(t, 1<<30), "more than 250 times as many"},
		{"a bomb of second names", manifest.Tar, tarOf(t, secondNames(1<<20, 700)...), "more than 250 times as many"},
		{"too large", manifest.Tar, tarOf(t, file("a", strings.Repeat(big, 20))), "too_large: unpacked it has more than the 1048576 bytes"},
		{"too many", manifest.Zip, zipOf(t, many(400)...), "too_large"},
		{"cut", manifest.Tar, truncated[:len(truncated)-20], "corrupt: unexpected EOF"},
		{"junk", manifest.Tar, []byte("this is no archive, however long it may be; " + big), "corrupt: archive/tar"},
		{"junk as zip", manifest.Zip, []byte("PK this is no archive"), "corrupt: zip"},
		{"a wrong checksum", manifest.Zip, wrongSum, "corrupt: zip: checksum error"},
		{"dots in zip", manifest.Zip, zipOf(t, zipped{name: "../a", content: "x"}), `refused: entry "../a" leads out`},
		{"a link out of a zip", manifest.Zip, zipOf(t, zipped{"l", "/etc", fs.ModeSymlink | 0o777}), `refused: entry "l" is a link to "/etc"`},
		{"a device in zip", manifest.Zip, zipOf(t, zipped{"d", "", fs.ModeDevice | 0o600}), `refused: entry "d" is a device`},
		{"a duplicate in zip", manifest.Zip, zipOf(t, zipped{name: "a"}, zipped{name: "a"}), `refused: entry "a" occurs twice`},
	} {
		limit := int64(1 << 20)
		if strings.Contains(c.want, "times as many") {
			limit = 2 << 30
		}
		got, err := opener(t, limit).Open(context.Background(), stored(t, c.kind, c.text))
		if err == nil {
			t.Errorf("%s: it was opened: %s", c.name, files(t, got.Dir))
			_ = got.Close()
			continue
		}
		r, ok := errors.AsType[*UnsearchedError](err)
		if !ok || !strings.Contains(r.Error(), c.want) || strings.ContainsAny(r.Error(), "\n\x1b") {
			t.Errorf("%s: %q, want %q", c.name, err, c.want)
		}
	}
}

// secondNames returns a file of a size with further names.
func secondNames(size, n int) []entry {
	list := []entry{file("a", strings.Repeat("x", size))}
	for i := range n {
		list = append(list, special(tar.TypeLink, fmt.Sprintf("a%d", i), "a"))
	}
	return list
}

// sparse returns an archive with a file that is one hole before its last byte, as GNU tar -S writes it (tar(5), Old GNU
// archives).
func sparse(t *testing.T, size int64) []byte {
	t.Helper()
	b := tarOf(t, entry{tar.Header{Typeflag: tar.TypeReg, Name: "hole", Mode: 0o600, Size: 1, Format: tar.FormatGNU}, "x"})
	b[156] = tar.TypeGNUSparse
	clear(b[345:512])
	copy(b[386:], fmt.Sprintf("%011o\x00%011o\x00", size-1, 1)) // where the byte lies, and how many
	copy(b[483:], fmt.Sprintf("%011o\x00", size))
	copy(b[148:156], "        ")
	sum := 0
	for _, c := range b[:512] {
		sum += int(c)
	}
	copy(b[148:156], fmt.Sprintf("%06o\x00 ", sum))
	return b
}

func many(n int) []zipped {
	var list []zipped
	for i := range n {
		list = append(list, zipped{name: fmt.Sprintf("f%d", i), content: "x"})
	}
	return list
}

func TestChangedAndMissing(t *testing.T) {
	ctx := context.Background()
	archive := stored(t, manifest.Tar, tarOf(t, file("a", "x")))
	changed := archive
	changed.Digest = "sha256:" + strings.Repeat("0", 64)
	damaged := stored(t, manifest.Tar, gzipped(t, tarOf(t, file("a", "x"))))
	damaged.Digest = changed.Digest
	if err := os.Truncate(damaged.Locator, 30); err != nil {
		t.Fatal(err)
	}
	zipChanged := stored(t, manifest.Zip, zipOf(t, zipped{name: "a"}))
	zipChanged.Digest = changed.Digest
	absentShard := archive
	absentShard.Locator += ".none"
	for name, c := range map[string]struct {
		s    manifest.Shard
		want Code
	}{
		"changed": {changed, Changed}, "changed and damaged": {damaged, Changed}, "changed zip": {zipChanged, Changed}, "missing": {absentShard, Missing},
		"no folder":     {manifest.Shard{Kind: manifest.Folder, Locator: archive.Locator}, Changed},
		"no repository": {manifest.Shard{Kind: manifest.Git, Locator: t.TempDir(), Commit: strings.Repeat("a", 40)}, Corrupt},
		"nowhere":       {manifest.Shard{Kind: manifest.Git, Locator: "/none/at/all", Commit: strings.Repeat("a", 40)}, Missing},
		"a kind":        {manifest.Shard{Kind: "svn", Locator: "/"}, Refused},
		"not here":      {manifest.Shard{Kind: manifest.Folder, Locator: "s3://a/b"}, Refused},
	} {
		_, err := opener(t, 1<<20).Open(ctx, c.s)
		if r, ok := errors.AsType[*UnsearchedError](err); !ok || r.Code != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	o := opener(t, 1<<20)
	o.Sandbox = t.TempDir()
	if _, err := o.Open(ctx, archive); ReasonOf(err, Failed).Code != Denied {
		t.Errorf("outside the sandbox: %v", err)
	}
	ended, cancel := context.WithCancelCause(ctx)
	cancel(errors.New("enough"))
	if _, err := opener(t, 1<<20).Open(ended, archive); err == nil || err.Error() != "enough" {
		t.Errorf("after the end: %v", err)
	}
}

func TestCommit(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"a.txt": "one\n", "d/b.txt": "two\n"})
	tooltest.Commit(t, dir, "One")
	id := strings.TrimSpace(tooltest.Git(t, dir, "rev-parse", "HEAD"))
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("later\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	bare := filepath.Join(t.TempDir(), "b.git")
	tooltest.Git(t, dir, "clone", "--quiet", "--bare", dir, bare)
	within := manifest.Shard{Kind: manifest.Git, Locator: filepath.Join(dir, "d"), Commit: id}
	if _, err := opener(t, page).Open(context.Background(), within); err == nil || ReasonOf(err, Failed).Code != Corrupt {
		t.Errorf("a folder within: %v", err)
	}
	for _, at := range []string{dir, bare} {
		o := opener(t, page)
		got, err := o.Open(context.Background(), manifest.Shard{Kind: manifest.Git, Locator: at, Commit: id})
		if err != nil {
			t.Fatal(err)
		}
		root, err := got.At().Folder("")
		if err != nil {
			t.Fatal(err)
		}
		in, size, err := root.Open("a.txt")
		if err != nil || size != 4 {
			t.Fatalf("%d bytes, %v", size, err)
		}
		if text, err := io.ReadAll(in); string(text) != "one\n" || err != nil {
			t.Errorf("%q, %v", text, err)
		}
		_ = in.Close()
		if err := got.Close(); err != nil {
			t.Error(err)
		}
		other := manifest.Shard{Kind: manifest.Git, Locator: at, Commit: strings.Repeat("a", 40)}
		if _, err := o.Open(context.Background(), other); ReasonOf(err, Failed).Code != Changed {
			t.Errorf("another commit: %v", err)
		}
		tree := strings.TrimSpace(tooltest.Git(t, at, "rev-parse", id+"^{tree}"))
		if _, err := o.Open(context.Background(), manifest.Shard{Kind: manifest.Git, Locator: at, Commit: tree}); ReasonOf(err, Failed).Code != Changed {
			t.Errorf("a tree for a commit: %v", err)
		}
	}
}

// TestOneBound opens many archives at a time. Each fits alone, so none is too large because of the others.
func TestOneBound(t *testing.T) {
	const limit = 8 << 20
	o := opener(t, limit)
	fits := stored(t, manifest.Tar, tarOf(t, file("a", strings.Repeat("x", 5<<20))))
	over := stored(t, manifest.Tar, tarOf(t, file("a", strings.Repeat("x", 9<<20))))
	var wait sync.WaitGroup
	for i := range 24 {
		wait.Go(func() {
			s, want := fits, Code("")
			if i%4 == 3 {
				s, want = over, TooLarge
			}
			got, err := o.Open(context.Background(), s)
			if err != nil {
				if ReasonOf(err, Failed).Code != want {
					t.Errorf("%d: %v", i, err)
				}
				return
			}
			if want != "" {
				t.Errorf("%d: it was opened", i)
			}
			if info, err := os.Stat(filepath.Join(got.Dir, "a")); err != nil || info.Size() != 5<<20 {
				t.Errorf("%d: %v", i, err)
			}
			if err := got.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

func FuzzUnpack(f *testing.F) {
	t := &testing.T{}
	f.Add([]byte("x"), false)
	f.Add(tarOf(t, file("a/b", "x"), special(tar.TypeSymlink, "l", "a")), false)
	f.Add(gzipped(t, tarOf(t, file("a", "x"))), false)
	f.Add(zipOf(t, zipped{name: "a/b", content: "x"}, zipped{"l", "a", fs.ModeSymlink | 0o777}), true)
	f.Fuzz(func(t *testing.T, text []byte, zip bool) {
		kind := manifest.Tar
		if zip {
			kind = manifest.Zip
		}
		o := opener(t, 1<<20)
		s := stored(t, kind, text)
		got, err := o.Open(context.Background(), s)
		if err == nil {
			err = filepath.WalkDir(got.Dir, func(name string, e fs.DirEntry, err error) error {
				if err == nil && e.Type()&fs.ModeSymlink != 0 {
					real, resolved := filepath.EvalSymlinks(name)
					if rel, _ := filepath.Rel(got.Dir, real); resolved == nil && !filepath.IsLocal(rel) {
						t.Errorf("%s leads to %s", name, real)
					}
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
			if err := got.Close(); err != nil {
				t.Error(err)
			}
			return
		}
		if _, ok := errors.AsType[*UnsearchedError](err); !ok {
			t.Errorf("no reason: %v", err)
		}
	})
}
