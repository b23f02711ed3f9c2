package a

import "io"

type Shape interface {
	Draw(w io.Writer) error
	Size() int
}
type S struct{}

func (*S) Draw(w io.Writer) error { return nil }
func (S) Size() int               { return 0 }

type E struct{ *S }
type G[T any] interface {
	Get() T
	Put(T)
}
type M[T any] struct{}

func (m M[T]) Get() (t T) { return }
func (m M[T]) Put(t T)    {}

type N struct{}

func (N) Get() int   { return 0 }
func (N) Put(string) {}
