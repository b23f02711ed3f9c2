package walk

import "bytes"

// stdinName is the root that is Options.Stdin.
const stdinName = "-"

// memory is a tree and a folder with one file, whose text it has.
type memory struct{ text []byte }

func (m memory) open(string) (dir, error) { return m, nil }
func (m memory) close()                   {}
func (m memory) list(*listing) error      { return nil }

func (m memory) openFile(_ []byte, _ bool, r *Reader) error {
	*r = Reader{text: bytes.NewReader(m.text), open: true}
	return nil
}

func (m memory) stat([]byte, bool) (Info, error) {
	return Info{Size: int64(len(m.text)), kind: file}, nil
}
