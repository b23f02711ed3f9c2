// Package manifest reads and writes lists of shards. A manifest is a file of JSON lines, one shard a line, in the order
// of the shards' names. It pins what a corpus contains: a repository by a commit, an archive by the digest of its bytes.
// The digest of the file names the corpus.
package manifest

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/walk"
)

// A Kind says what a shard is.
type Kind string

// The kinds.
const (
	Folder Kind = "folder" // files as they are; not pinned
	Git    Kind = "git"    // the tree of a commit
	Tar    Kind = "tar"    // an archive, compressed by gzip or Zstandard or not at all
	Zip    Kind = "zip"
)

// A Shard is a part of a corpus that is searched as a whole.
type Shard struct {
	Ordinal int64  `json:"ordinal"` // its place in the manifest, from 0
	ID      string `json:"id"`      // its name, a relative path with slashes, which precedes the paths of its files in answers
	Kind    Kind   `json:"kind"`
	Locator string `json:"locator"`          // an absolute path, or file:///PATH, s3://BUCKET/KEY, gs://BUCKET/OBJECT
	Commit  string `json:"commit,omitempty"` // of Git, in hexadecimal digits
	Digest  string `json:"digest,omitempty"` // of Tar and Zip: "sha256:" and hexadecimal digits
	Bytes   int64  `json:"bytes"`            // of its files, or of the archive
}

// A Manifest is a list of shards.
type Manifest struct {
	Name   string // of the file, for errors
	Shards []Shard
	Digest string // "sha256:" and the digest of Encode(Shards)
}

// The limits of a manifest.
const (
	mostLine   = 64 << 10 // bytes of a line
	mostShards = 10_000_000
	mostName   = 1024 // bytes of an ID
	mostPlace  = 8192 // bytes of a locator
)

// digestPrefix begins the digest of an archive and that of a manifest.
const digestPrefix = "sha256:"

// DigestOf returns a SHA-256 sum as a manifest writes it.
func DigestOf(sum []byte) string { return digestPrefix + hex.EncodeToString(sum) }

// New returns the manifest of shards: it sorts them by name, numbers them and checks them.
func New(name string, shards []Shard) (*Manifest, error) {
	shards = slices.Clone(shards)
	slices.SortFunc(shards, func(a, b Shard) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Locator, b.Locator)) })
	for i := range shards {
		shards[i].Ordinal = int64(i)
	}
	return Parse(name, bytes.NewReader(Encode(shards)))
}

// Encode returns the text of a manifest.
func Encode(shards []Shard) []byte {
	var b bytes.Buffer
	for i := range shards {
		b.Write(shards[i].line())
	}
	return b.Bytes()
}

// line returns the line of a shard.
func (s *Shard) line() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a struct of texts and numbers can be encoded
	}
	return b.Bytes()
}

// Parse reads a manifest. It accepts exactly what Encode writes for shards in the order of New. Errors are one line, which
// names the file and the line and says what to do.
func Parse(name string, in io.Reader) (*Manifest, error) {
	p := &parser{m: &Manifest{Name: name}, ids: map[string]int{}, places: map[string]int{}}
	lines := bufio.NewReaderSize(in, mostLine)
	sum := sha256.New()
	for n := 1; ; n++ {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			break
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			err = fmt.Errorf("the line has more than %d bytes; make the manifest again with ct fleet list", mostLine-1)
		case errors.Is(err, io.EOF):
			err = errors.New("the line has no line end, so the manifest may be cut; make it again with ct fleet list")
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		default:
			err = p.add(n, line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		sum.Write(line)
	}
	if len(p.m.Shards) == 0 {
		return nil, fmt.Errorf("%s: the manifest has no shards; make it with ct fleet list SOURCE…", name)
	}
	if inner, outer := nested(p.m.Shards); inner != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, inner.Ordinal+1, nestedError(inner, outer))
	}
	p.m.Digest = DigestOf(sum.Sum(nil))
	return p.m, nil
}

// nested returns a folder or repository and the folder that it lies in, nil if there are none.
func nested(shards []Shard) (inner, outer *Shard) {
	type place struct {
		path string
		s    *Shard
	}
	var places []place
	for i := range shards {
		s := &shards[i]
		if path, local := s.Path(); local && (s.Kind == Folder || s.Kind == Git) {
			places = append(places, place{filepath.ToSlash(path) + "/", s})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.s.Kind, b.s.Kind)) })
	around := place{}
	for _, p := range places { // whatever lies in a folder follows it
		switch {
		case around.s != nil && strings.HasPrefix(p.path, around.path):
			return p.s, around.s
		case p.s.Kind == Folder:
			around = p
		}
	}
	return nil, nil
}

func nestedError(inner, outer *Shard) error {
	return fmt.Errorf("%s lies in %s, whose files would count twice; list one of them", quoted(inner.Locator), quoted(outer.Locator))
}

// Read reads the manifest in a file, which may not lie outside a sandbox, "" for none; "-" is standard input.
func Read(sandbox, name string) (*Manifest, error) {
	if name == "-" {
		return Parse("standard input", os.Stdin)
	}
	in, err := walk.OpenFile(sandbox, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	return Parse(name, in)
}

// parser checks the lines of a manifest together.
type parser struct {
	m      *Manifest
	ids    map[string]int // the lines of names
	places map[string]int // the lines of locators with their commits
}

// add reads line n.
func (p *parser) add(n int, line []byte) error {
	var s Shard
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return fmt.Errorf("not a shard: %s; a line is one JSON object as ct fleet list writes it", strings.TrimPrefix(err.Error(), "json: "))
	}
	if err := s.check(); err != nil {
		return err
	}
	if want := s.line(); !bytes.Equal(line, want) {
		return fmt.Errorf("the line differs from what ct fleet list writes, which is %s", quoted(string(want)))
	}
	shards := p.m.Shards
	switch {
	case len(shards) == mostShards:
		return fmt.Errorf("more than %d shards; divide the manifest", mostShards)
	case s.Ordinal != int64(len(shards)):
		return fmt.Errorf("ordinal is %d, expected %d; make the manifest again with ct fleet list", s.Ordinal, len(shards))
	case p.ids[s.ID] > 0:
		return fmt.Errorf("id %s is also that of line %d; list each shard once", quoted(s.ID), p.ids[s.ID])
	case len(shards) > 0 && shards[len(shards)-1].ID > s.ID:
		return fmt.Errorf("id %s stands after %s, but shards are sorted by id; make the manifest again with ct fleet list", quoted(s.ID), quoted(shards[len(shards)-1].ID))
	}
	for above := path.Dir(s.ID); above != "."; above = path.Dir(above) { // which stands before it
		if p.ids[above] > 0 {
			return fmt.Errorf("id %s lies in %s of line %d, and paths of answers would not show which; name one of them otherwise", quoted(s.ID), quoted(above), p.ids[above])
		}
	}
	place := s.place()
	if first := p.places[place]; first > 0 {
		return fmt.Errorf("locator %s is also that of line %d; list each shard once", quoted(s.Locator), first)
	}
	p.ids[s.ID], p.places[place] = n, n
	p.m.Shards = append(p.m.Shards, s)
	return nil
}

// place returns what two shards may not share.
func (s *Shard) place() string {
	if path, ok := s.Path(); ok {
		return path + "\x00" + s.Commit
	}
	return s.Locator + "\x00" + s.Commit
}

// check returns an error that names the member that is wrong.
func (s *Shard) check() error {
	if err := checkID(s.ID); err != nil {
		return err
	}
	if err := checkLocator(s.Locator); err != nil {
		return err
	}
	_, local := s.Path()
	archive := s.Kind == Tar || s.Kind == Zip
	switch {
	case s.Kind != Folder && s.Kind != Git && !archive:
		return fmt.Errorf("kind %s is unknown; want folder, git, tar or zip", quoted(string(s.Kind)))
	case !archive && !local:
		return fmt.Errorf("kind %s needs a path as its locator, not %s; store it as an archive", s.Kind, quoted(s.Locator))
	case s.Kind == Git && !isHex(s.Commit, 40) && !isHex(s.Commit, 64):
		return fmt.Errorf("commit %s is not the whole hash of a commit; a shard of kind git needs one", quoted(s.Commit))
	case s.Kind != Git && s.Commit != "":
		return fmt.Errorf("commit does not belong to kind %s; remove it", s.Kind)
	case archive && !isDigest(s.Digest):
		return fmt.Errorf("digest %s is not sha256: and 64 hexadecimal digits; a shard of kind %s needs one", quoted(s.Digest), s.Kind)
	case !archive && s.Digest != "":
		return fmt.Errorf("digest does not belong to kind %s; remove it", s.Kind)
	case s.Bytes < 0:
		return fmt.Errorf("bytes is %d, expected 0 or more; make the manifest again with ct fleet list", s.Bytes)
	}
	return nil
}

func isDigest(text string) bool {
	digits, ok := strings.CutPrefix(text, digestPrefix)
	return ok && isHex(digits, 64)
}

func isHex(text string, n int) bool {
	return len(text) == n && strings.Trim(text, "0123456789abcdef") == ""
}

// checkID accepts a clean relative path with slashes that can stand before the paths of answers.
func checkID(id string) error {
	switch {
	case id == "":
		return errors.New("id is missing; each shard needs a name")
	case len(id) > mostName:
		return fmt.Errorf("id has %d bytes, more than %d; choose a shorter name", len(id), mostName)
	case !printable(id):
		return fmt.Errorf("id %s has characters that cannot be printed; choose another name", quoted(id))
	case id != path.Clean(id), path.IsAbs(id), id == ".", id == "..", strings.HasPrefix(id, "../"):
		return fmt.Errorf("id %s is not a clean relative path; want a name such as group/repository", quoted(id))
	}
	return nil
}

// checkLocator accepts absolute paths and the three kinds of URLs.
func checkLocator(at string) error {
	scheme, rest := SchemeOf(at)
	switch {
	case at == "":
		return errors.New("locator is missing; want an absolute path, file:///PATH, s3://BUCKET/KEY or gs://BUCKET/OBJECT")
	case len(at) > mostPlace:
		return fmt.Errorf("locator has %d bytes, more than %d; move the shard to a shorter path", len(at), mostPlace)
	case !printable(at):
		return fmt.Errorf("locator %s has characters that cannot be printed; rename the shard", quoted(at))
	case scheme == "" && !filepath.IsAbs(at), scheme == "file" && !filepath.IsAbs(filepath.FromSlash(rest)):
		return fmt.Errorf("locator %s is not absolute; workers have other working folders", quoted(at))
	case scheme == "s3", scheme == "gs":
		if bucket, key, _ := strings.Cut(rest, "/"); bucket == "" || key == "" {
			return fmt.Errorf("locator %s needs a bucket and a key, as in %s://BUCKET/KEY", quoted(at), scheme)
		}
	case scheme != "" && scheme != "file":
		return fmt.Errorf("locator %s has the unknown scheme %s; want a path, file, s3 or gs", quoted(at), scheme)
	}
	return nil
}

// printable reports whether a text is UTF-8 without control and formatting characters.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(c rune) bool { return !unicode.IsPrint(c) })
}

// SchemeOf returns the scheme of a URL and what follows ://, or "" and the text if it is a path.
func SchemeOf(locator string) (scheme, rest string) {
	scheme, rest, ok := strings.Cut(locator, "://")
	if !ok || scheme == "" || strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return "", locator
	}
	return scheme, rest
}

// Path returns the path of a shard of this machine's file systems, and whether it is one.
func (s *Shard) Path() (string, bool) {
	switch scheme, rest := SchemeOf(s.Locator); scheme {
	case "":
		return filepath.Clean(s.Locator), true
	case "file":
		return filepath.Clean(filepath.FromSlash(rest)), true
	}
	return "", false
}

// Pinned reports whether the content of the shard cannot change unnoticed.
func (s *Shard) Pinned() bool { return s.Kind != Folder }

// Bytes returns the bytes of all shards.
func (m *Manifest) Bytes() (n int64) {
	for i := range m.Shards {
		n += m.Shards[i].Bytes
	}
	return n
}

// mostQuoted bounds a text in an error, in bytes.
const mostQuoted = 200

// quoted returns a text as an error names it.
func quoted(text string) string {
	text = strings.TrimSuffix(text, "\n")
	if len(text) > mostQuoted {
		text = strings.ToValidUTF8(text[:mostQuoted], "") + "…"
	}
	return strconv.Quote(text)
}
