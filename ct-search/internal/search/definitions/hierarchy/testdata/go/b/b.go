package b

import (
	"example.com/shapes/a"
	x "io"
)

type W struct{}

func (W) Draw(w x.Writer) error { return nil }
func (W) Size() int             { return 0 }

type V struct{}

func (V) Draw(w Writer) error { return nil }
func (V) Size() int           { return 0 }

type Writer interface{ Write([]byte) (int, error) }
type U struct {
	a.E
	n int
}
type K struct {
	U
	Size int
}
type J interface {
	a.Shape
	More()
}
