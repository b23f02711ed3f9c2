package manifest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	commit = "0123456789abcdef0123456789abcdef01234567"
	digest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
)

func shards() []Shard {
	return []Shard{
		{ID: "b", Kind: Git, Locator: "/srv/b.git", Commit: commit, Bytes: 10},
		{ID: "a/<x>", Kind: Folder, Locator: "/srv/a", Bytes: 7},
		{ID: "c", Kind: Tar, Locator: "s3://bucket/c.tar.gz", Digest: digest, Bytes: 3},
		{ID: "d", Kind: Zip, Locator: "file:///srv/d.zip", Digest: digest},
	}
}

func TestWrittenIsRead(t *testing.T) {
	m, err := New("shards.jsonl", shards())
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for i, s := range m.Shards {
		ids = append(ids, s.ID)
		if s.Ordinal != int64(i) {
			t.Errorf("%s has ordinal %d, want %d", s.ID, s.Ordinal, i)
		}
	}
	if got := strings.Join(ids, " "); got != "a/<x> b c d" {
		t.Errorf("order %s", got)
	}
	text := Encode(m.Shards)
	again, err := Parse("again", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if again.Digest != m.Digest || !bytes.Equal(Encode(again.Shards), text) {
		t.Errorf("%s and %s", again.Digest, m.Digest)
	}
	if m.Bytes() != 20 {
		t.Errorf("%d bytes", m.Bytes())
	}
	reversed := shards()
	for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
		reversed[i], reversed[j] = reversed[j], reversed[i]
	}
	other, err := New("shards.jsonl", reversed)
	if err != nil || other.Digest != m.Digest {
		t.Errorf("the order of the input changes the digest: %v", err)
	}
	reversed[0].Bytes++
	if other, err = New("shards.jsonl", reversed); err != nil || other.Digest == m.Digest {
		t.Errorf("another manifest has the same digest: %v", err)
	}
}

func TestRead(t *testing.T) {
	m, err := New("m", shards())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "shards.jsonl")
	if err := os.WriteFile(name, Encode(m.Shards), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(dir, name); err != nil || got.Digest != m.Digest || got.Name != name {
		t.Errorf("%+v %v", got, err)
	}
	for box, at := range map[string]string{"": name + ".none", t.TempDir(): name, dir: dir} {
		if _, err := Read(box, at); err == nil || !strings.Contains(err.Error(), at) {
			t.Errorf("%s in %s: %v", at, box, err)
		}
	}
}

func TestRefused(t *testing.T) {
	line := func(s Shard) string { return string(Encode([]Shard{s})) }
	with := func(change func(*Shard)) string {
		s := Shard{ID: "a", Kind: Git, Locator: "/srv/a", Commit: commit}
		change(&s)
		return line(s)
	}
	good := with(func(*Shard) {})
	second := func(change func(*Shard)) string {
		return good + with(func(s *Shard) { s.Ordinal, s.ID, s.Locator = 1, "b", "/srv/b"; change(s) })
	}
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "m:  the manifest has no shards"},
		{"no JSON", "x\n", "m:1: not a shard"},
		{"an empty line", good + "\n", "m:2: not a shard"},
		{"no line end", strings.TrimSuffix(good, "\n"), "m:1: the line has no line end"},
		{"an unknown member", strings.Replace(good, `{`, `{"size":1,`, 1), `m:1: not a shard: unknown field "size"`},
		{"a text for a number", strings.Replace(good, `"ordinal":0`, `"ordinal":"0"`, 1), "m:1: not a shard"},
		{"two objects", strings.TrimSuffix(good, "\n") + good, "m:1: the line differs"},
		{"a member twice", strings.Replace(good, `{`, `{"ordinal":0,`, 1), "m:1: the line differs"},
		{"another order", strings.Replace(good, `"ordinal":0,"id":"a"`, `"id":"a","ordinal":0`, 1), "m:1: the line differs"},
		{"a space", strings.Replace(good, `,`, `, `, 1), "m:1: the line differs"},
		{"a long line", strings.Repeat("x", mostLine+1) + "\n", "m:1: the line has more than"},
		{"an ordinal", with(func(s *Shard) { s.Ordinal = 3 }), "m:1: ordinal is 3, expected 0"},
		{"no id", with(func(s *Shard) { s.ID = "" }), "m:1: id is missing"},
		{"an id that leads out", with(func(s *Shard) { s.ID = "../a" }), `m:1: id "../a"`},
		{"an absolute id", with(func(s *Shard) { s.ID = "/a" }), `m:1: id "/a"`},
		{"an id that is not clean", with(func(s *Shard) { s.ID = "a//b" }), `m:1: id "a//b"`},
		{"an id of controls", with(func(s *Shard) { s.ID = "a\x1b[2J" }), `m:1: id "a\x1b[2J" has characters`},
		{"a long id", with(func(s *Shard) { s.ID = strings.Repeat("x", mostName+1) }), "m:1: id has 1025 bytes"},
		{"no locator", with(func(s *Shard) { s.Locator = "" }), "m:1: locator is missing"},
		{"a relative locator", with(func(s *Shard) { s.Locator = "srv/a" }), `m:1: locator "srv/a" is not absolute`},
		{"a relative file", with(func(s *Shard) { s.Locator = "file://srv/a" }), `m:1: locator "file://srv/a" is not absolute`},
		{"an unknown scheme", with(func(s *Shard) { s.Locator = "https://a/b" }), "unknown scheme https"},
		{"a bucket alone", with(func(s *Shard) { s.Kind, s.Commit, s.Digest, s.Locator = Tar, "", digest, "s3://a" }), "needs a bucket and a key"},
		{"a kind", with(func(s *Shard) { s.Kind = "svn" }), `m:1: kind "svn" is unknown`},
		{"a repository in a bucket", with(func(s *Shard) { s.Locator = "s3://a/b" }), "needs a path as its locator"},
		{"a short commit", with(func(s *Shard) { s.Commit = commit[:7] }), `m:1: commit "0123456"`},
		{"a commit of an archive", with(func(s *Shard) { s.Kind, s.Digest = Tar, digest }), "commit does not belong to kind tar"},
		{"no digest", with(func(s *Shard) { s.Kind, s.Commit = Zip, "" }), `m:1: digest ""`},
		{"a digest of a repository", with(func(s *Shard) { s.Digest = digest }), "digest does not belong to kind git"},
		{"negative bytes", with(func(s *Shard) { s.Bytes = -1 }), "m:1: bytes is -1"},
		{"an id twice", second(func(s *Shard) { s.ID = "a" }), `m:2: id "a" is also that of line 1`},
		{"an id in another", second(func(s *Shard) { s.ID = "a/x/b" }), `m:2: id "a/x/b" lies in "a" of line 1, and paths of answers would not show which`},
		{"a locator twice", second(func(s *Shard) { s.Locator = "file:///srv/a" }), `m:2: locator "file:///srv/a" is also that of line 1`},
		{"a wrong order", second(func(s *Shard) { s.ID = "A" }), `m:2: id "A" stands after "a"`},
		{"a folder in another", second(func(s *Shard) { s.Ordinal, s.Kind, s.Commit, s.Locator = 1, Folder, "", "/srv/b/in" }) +
			with(func(s *Shard) { s.Ordinal, s.ID, s.Kind, s.Commit, s.Locator = 2, "c", Folder, "", "/srv/b" }), `m:2: "/srv/b/in" lies in "/srv/b"`},
		{"an ordinal again", second(func(s *Shard) { s.Ordinal = 0 }), "m:2: ordinal is 0, expected 1"},
	} {
		_, err := Parse("m", strings.NewReader(c.text))
		want := strings.Replace(c.want, "m:  ", "m: ", 1)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 600 {
			t.Errorf("%s: %v, want %q", c.name, err, want)
		}
	}
	if _, err := Parse("m", strings.NewReader(second(func(s *Shard) { s.Locator = "/srv/a"; s.Commit = strings.Repeat("a", 64) }))); err != nil {
		t.Errorf("two commits of one repository: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	m, err := New("m", shards())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(Encode(m.Shards))
	f.Add([]byte(`{"ordinal":0,"id":"a","kind":"folder","locator":"/a","bytes":0}` + "\n"))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Parse("m", bytes.NewReader(text))
		if err != nil {
			if at := err.Error(); strings.Contains(at, "\n") || !strings.HasPrefix(at, "m:") || len(at) > 1500 {
				t.Errorf("error %q", at)
			}
			return
		}
		if !bytes.Equal(Encode(m.Shards), text) {
			t.Errorf("%q is accepted and written as %q", text, Encode(m.Shards))
		}
		again, err := New("m", m.Shards)
		if err != nil || again.Digest != m.Digest {
			t.Errorf("%q is not in order: %v", text, err)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	var many []Shard
	for i := range 10_000 {
		many = append(many, Shard{ID: fmt.Sprintf("group/%d", i), Kind: Git, Locator: fmt.Sprintf("/srv/%d.git", i), Commit: commit, Bytes: 1})
	}
	m, err := New("m", many)
	if err != nil {
		b.Fatal(err)
	}
	text := Encode(m.Shards)
	for b.Loop() {
		if _, err := Parse("m", bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}
