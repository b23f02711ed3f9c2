package change

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"crypto/sha1" //nolint:gosec // git's name of an object, not a signature
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// store is a private folder of objects that git can read: packs with their indexes (gitformat-pack(5)), each with all
// objects that were put before one is needed.
type store struct {
	dir  string
	like string // an ID, for the length of others
	pack *pack  // that is being written; nil if none is
	all  map[string]bool
	n    int
}

// newStore creates one in a folder.
func newStore(scratch, like string) (*store, error) {
	dir, err := os.MkdirTemp(scratch, "change-")
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "pack"), 0o700)
	}
	return &store{dir: dir, like: like, all: map[string]bool{}}, err
}

func (s *store) close() {
	if s.pack != nil {
		_ = s.pack.file.Close()
	}
	_ = os.RemoveAll(s.dir)
}

// hashFor returns the hash that makes IDs as long as one.
func hashFor(id string) hash.Hash {
	if len(id) == hex.EncodedLen(sha256.Size) {
		return sha256.New()
	}
	return sha1.New() //nolint:gosec // git's name of an object, not a signature
}

// nameOf returns the ID of an object, which is as long as another one.
func nameOf(like, kind string, text []byte) string {
	h := hashFor(like)
	h.Write(fmt.Appendf(nil, "%s %d\x00", kind, len(text)))
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

// pack is a pack that is being written.
type pack struct {
	file    *os.File
	out     *bufio.Writer
	deflate *zlib.Writer
	size    int64
	packed  []packed
	buffer  bytes.Buffer
}

// packed is an object in a pack.
type packed struct {
	id  []byte
	crc uint32
	at  int64
}

// packKind returns the number that a pack gives a kind of objects, "tree" or "blob".
func packKind(kind string) byte {
	if kind == "tree" {
		return 2
	}
	return 3
}

// put adds an object and returns its ID. git sees it after finish.
func (s *store) put(kind string, text []byte) (string, error) {
	id := nameOf(s.like, kind, text)
	if s.all[id] {
		return id, nil
	}
	if s.pack == nil {
		s.n++
		file, err := os.OpenFile(filepath.Join(s.dir, "pack", fmt.Sprintf("pack-%d.pack", s.n)), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return "", err
		}
		s.pack = &pack{file: file, out: bufio.NewWriterSize(file, 64<<10)}
		s.pack.write([]byte("PACK\x00\x00\x00\x02\x00\x00\x00\x00")) // the number is set in the end
	}
	s.all[id] = true
	return id, s.pack.put(id, packKind(kind), text)
}

func (p *pack) write(text []byte) {
	n, _ := p.out.Write(text) // its error stays until Flush
	p.size += int64(n)
}

// put adds an object: its kind and size, and its text deflated.
func (p *pack) put(id string, kind byte, text []byte) error {
	raw, err := hex.DecodeString(id)
	if err != nil {
		return err
	}
	b := &p.buffer
	b.Reset()
	size := len(text)
	head := kind<<4 | byte(size&0x0f)
	for size >>= 4; size > 0; size >>= 7 {
		b.WriteByte(head | 0x80)
		head = byte(size & 0x7f)
	}
	b.WriteByte(head)
	if p.deflate == nil {
		if p.deflate, err = zlib.NewWriterLevel(b, zlib.BestSpeed); err != nil {
			return err
		}
	} else {
		p.deflate.Reset(b)
	}
	if _, err := p.deflate.Write(text); err != nil {
		return err
	}
	if err := p.deflate.Close(); err != nil {
		return err
	}
	p.packed = append(p.packed, packed{raw, crc32.ChecksumIEEE(b.Bytes()), p.size})
	p.write(b.Bytes())
	if most := 1 << 20; b.Cap() > most { // of a large object
		p.buffer = bytes.Buffer{}
	}
	return nil
}

// finish lets git see what was put.
func (s *store) finish() error {
	p := s.pack
	if p == nil {
		return nil
	}
	s.pack = nil
	sum, err := p.seal(hashFor(s.like))
	if err = errors.Join(err, p.file.Close()); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.dir, "pack", fmt.Sprintf("pack-%d.idx", s.n)), p.index(sum, hashFor(s.like)), 0o600)
}

// seal writes the number of objects and the checksum of the pack, which it returns.
func (p *pack) seal(h hash.Hash) ([]byte, error) {
	if err := p.out.Flush(); err != nil {
		return nil, err
	}
	const numberAt = 8
	if _, err := p.file.WriteAt(binary.BigEndian.AppendUint32(nil, uint32(len(p.packed))), numberAt); err != nil {
		return nil, err
	}
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if _, err := io.Copy(h, p.file); err != nil {
		return nil, err
	}
	sum := h.Sum(nil)
	_, err := p.file.Write(sum)
	return sum, err
}

// index returns the index of the pack, of version 2.
func (p *pack) index(sum []byte, h hash.Hash) []byte {
	slices.SortFunc(p.packed, func(a, b packed) int { return bytes.Compare(a.id, b.id) })
	out := []byte("\xfftOc\x00\x00\x00\x02")
	n := 0
	for first := range 256 {
		for n < len(p.packed) && int(p.packed[n].id[0]) <= first {
			n++
		}
		out = binary.BigEndian.AppendUint32(out, uint32(n))
	}
	for _, o := range p.packed {
		out = append(out, o.id...)
	}
	for _, o := range p.packed {
		out = binary.BigEndian.AppendUint32(out, o.crc)
	}
	const far = 1 << 31
	var large []byte
	for _, o := range p.packed {
		if o.at < far {
			out = binary.BigEndian.AppendUint32(out, uint32(o.at))
			continue
		}
		out = binary.BigEndian.AppendUint32(out, far|uint32(len(large)/8))
		large = binary.BigEndian.AppendUint64(large, uint64(o.at))
	}
	out = append(append(out, large...), sum...)
	h.Write(out)
	return h.Sum(out)
}

// tree puts the trees that have some paths, with all above them, and returns the ID of the topmost one. versions are in
// the order of the paths.
func (s *store) tree(paths []string, versions []version) (string, error) {
	type item struct {
		name string
		version
	}
	var items []item
	for i := 0; i < len(paths); {
		name, _, below := strings.Cut(paths[i], "/")
		if !below {
			items = append(items, item{name, versions[i]})
			i++
			continue
		}
		var inner []string
		from := i
		for ; i < len(paths) && strings.HasPrefix(paths[i], name+"/"); i++ {
			inner = append(inner, paths[i][len(name)+1:])
		}
		id, err := s.tree(inner, versions[from:i])
		if err != nil {
			return "", err
		}
		items = append(items, item{name + "/", version{0o040000, id}})
	}
	slices.SortFunc(items, func(a, b item) int { return strings.Compare(a.name, b.name) }) // folders as if with a slash
	var text []byte
	for _, e := range items {
		id, err := hex.DecodeString(e.id)
		if err != nil {
			return "", err
		}
		text = append(fmt.Appendf(text, "%o %s\x00", e.mode, strings.TrimSuffix(e.name, "/")), id...)
	}
	return s.put("tree", text)
}
