package change

import (
	"cmp"
	"compress/zlib"
	"crypto/sha1" //nolint:gosec // git's name of an object, not a signature
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// hashFor returns the hash that makes IDs as long as one.
func hashFor(id string) hash.Hash {
	if len(id) == hex.EncodedLen(sha256.Size) {
		return sha256.New()
	}
	return sha1.New() //nolint:gosec // git's name of an object, not a signature
}

// name returns the ID of an object.
func (s *store) name(kind string, text []byte) string {
	h := hashFor(s.like)
	fmt.Fprintf(h, "%s %d\x00", kind, len(text))
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

// store is a private folder of loose objects (gitformat-loose(5)).
type store struct {
	dir  string
	like string // an ID, for the length of others
}

// newStore creates one in a folder.
func newStore(scratch, like string) (*store, error) {
	dir, err := os.MkdirTemp(scratch, "change-")
	return &store{dir, like}, err
}

func (s *store) close() { _ = os.RemoveAll(s.dir) }

// put writes an object and returns its ID.
func (s *store) put(kind string, text []byte) (string, error) {
	id := s.name(kind, text)
	folder := filepath.Join(s.dir, id[:2])
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	file, err := os.OpenFile(filepath.Join(folder, id[2:]), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return id, nil
	}
	if err != nil {
		return "", err
	}
	z, err := zlib.NewWriterLevel(file, zlib.BestSpeed)
	if err == nil {
		fmt.Fprintf(z, "%s %d\x00", kind, len(text))
		_, _ = z.Write(text)
		err = z.Close()
	}
	return id, errors.Join(err, file.Close())
}

// tree writes the trees that have some paths, with all above them, and returns the ID of the topmost one. versions are
// in the order of the paths.
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

// readFull reads until text is full or the file ends.
func readFull(r io.Reader, text []byte) (int, error) {
	n, err := io.ReadFull(r, text)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// store puts the file of a pair among the private objects, unless the base or the index has the same one. It returns
// the ID, or why there is none; with an ID, why says that its lines cannot be compared.
func (w *tree) store(p *pair, e *entry, info fs.FileInfo, mode uint32, a attributes) (id, why string) {
	if info.Size() > MaxFile {
		return w.large(p, info)
	}
	text, err := w.fileText(p.path, info)
	if err != nil {
		return "", cause(err)
	}
	if mode&kindMask == kindFile {
		if a.ident == "set" && strings.Contains(string(text), "$Id:") {
			return "", "its attribute ident would convert it"
		}
		text, err = convert(text, endsOf(a, w.autocrlf), func() ([]byte, error) {
			if e.stages || e.kind() != kindFile || e.flags&flagIntent != 0 {
				return nil, nil
			}
			_, old, err := w.objects.Read(e.id, MaxFile)
			return old, err
		})
		if err != nil {
			return "", "whether its line ends are converted is unknown: " + err.Error()
		}
	}
	like := &store{like: e.id}
	id = like.name("blob", text)
	if id == p.old.id || id == e.id && e.flags&flagIntent == 0 {
		return id, ""
	}
	if w.private == nil {
		if w.private, err = newStore(w.o.Scratch, e.id); err != nil {
			return "", cause(err)
		}
	}
	if id, err = w.private.put("blob", text); err != nil {
		return "", cause(err)
	}
	return id, ""
}

// large is store for a file over MaxFile, which is only hashed, as it is.
func (w *tree) large(p *pair, info fs.FileInfo) (id, why string) {
	file, err := w.open(p.path)
	if err != nil {
		return "", cause(err)
	}
	defer func() { _ = file.Close() }()
	h := hashFor(cmp.Or(p.old.id, p.new.id))
	fmt.Fprintf(h, "blob %d\x00", info.Size())
	if n, err := io.Copy(h, timed{file, w.ctx}); err != nil || n != info.Size() {
		return "", errChanged.Error()
	}
	return hex.EncodeToString(h.Sum(nil)), fmt.Sprintf("it has %d bytes, more than %d", info.Size(), MaxFile)
}
