// Package lazy holds values of packages that are made when they are first used. As sync.OnceValue does, but a program that
// does not use one pays nothing for it: the linker lays it out, so that there is nothing to initialise before main.
package lazy

import (
	"regexp"
	"sync"
)

// A Value is a value of a package that Make makes once.
type Value[T any] struct {
	Make func() T

	once sync.Once
	made T
}

// Get returns the value.
func (v *Value[T]) Get() T {
	v.once.Do(func() { v.made = v.Make() })
	return v.made
}

// An Expression is a regular expression.
type Expression struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
}

// Regexp returns a regular expression of a text, which must be a constant if there is to be nothing to initialise.
func Regexp(text string) *Expression { return &Expression{text: text} }

// Get returns the compiled expression. It panics if the text is not one.
func (e *Expression) Get() *regexp.Regexp {
	e.once.Do(func() { e.compiled = regexp.MustCompile(e.text) })
	return e.compiled
}
