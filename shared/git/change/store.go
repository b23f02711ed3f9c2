package change

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/ct-tools/ct/shared/cause"
)

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
		return "", cause.Of(err).Error()
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
	id = nameOf(e.id, "blob", text)
	if id == p.old.id || id == e.id && e.flags&flagIntent == 0 {
		return id, ""
	}
	if w.private == nil {
		if w.private, err = newStore(w.o.Scratch, e.id); err != nil {
			return "", cause.Of(err).Error()
		}
	}
	if id, err = w.private.put("blob", text); err != nil {
		return "", cause.Of(err).Error()
	}
	return id, ""
}

// large is store for a file over MaxFile, which is only hashed, as it is.
func (w *tree) large(p *pair, info fs.FileInfo) (id, why string) {
	file, err := w.open(p.path)
	if err != nil {
		return "", cause.Of(err).Error()
	}
	defer func() { _ = file.Close() }()
	h := hashFor(cmp.Or(p.old.id, p.new.id))
	h.Write(fmt.Appendf(nil, "blob %d\x00", info.Size()))
	if n, err := io.Copy(h, timed{file, w.ctx}); err != nil || n != info.Size() {
		return "", errChanged.Error()
	}
	return hex.EncodeToString(h.Sum(nil)), fmt.Sprintf("it has %d bytes, more than %d", info.Size(), MaxFile)
}
