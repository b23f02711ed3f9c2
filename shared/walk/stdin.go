package walk

import "bytes"

// stdinName is the root that is Options.Stdin.
const stdinName = "-"

// stdinTree is a tree and a folder with one file, whose text it has.
type stdinTree struct{ text []byte }

func (m stdinTree) open(string) (dir, error) { return m, nil }
func (m stdinTree) close()                   {}
func (m stdinTree) list(*listing) error      { return nil }

func (m stdinTree) openFile(_ []byte, _ bool, r *Reader) error {
	*r = Reader{text: bytes.NewReader(m.text), open: true}
	return nil
}

func (m stdinTree) stat([]byte, bool) (Info, error) {
	return Info{Size: int64(len(m.text)), kind: file}, nil
}
