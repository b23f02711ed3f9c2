package c

import (
	shapes "example.com/shapes/a"
	"fmt"
	. "io"
	"os"
)

type Drawer interface {
	shapes.Shape
	fmt.Stringer
	hidden(os.FileMode)
}

type Both struct {
	shapes.S
	*shapes.E
}

type Full struct{ *shapes.S }

func (Full) String() string     { return "" }
func (Full) hidden(os.FileMode) {}

type alias = Full

type Deep struct{ alias }

type Own struct{ Full }

func (Own) Draw(w Writer) error { return nil }

type Wrong struct{ Full }

func (Wrong) Draw(w *Writer) error { return nil }

type Field struct {
	Full
	Size int
}

type Named shapes.E

type Failure struct{ error }

type Failing interface{ Error() string }

type Bytes interface {
	Put([]uint8, rune, any) (n int, _ error)
}

type Put struct{}

func (Put) Put(b []byte, r int32, x interface{}) (int, error) { return 0, nil }

type Fixed interface{ Sum() [size]byte }

const size = 4

type Four struct{}

func (Four) Sum() (x [4]byte) { return }
