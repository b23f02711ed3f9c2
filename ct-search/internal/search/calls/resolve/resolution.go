// Package resolve has what a resolver of calls works with: sites and definitions, what a file says of a callee, and the
// bounds of what is read. The packages beside it resolve the calls of one language or of several.
package resolve

import (
	"fmt"

	"github.com/ct-tools/ct/shared/source"
)

// A Resolution is what came of following a callee.
type Resolution struct {
	Tier   Tier
	Reason string
	Target *Definition
	Other  bool   // it is bound to another definition than the symbol's
	Away   bool   // it is bound to something that is not in the tree
	Known  bool   // the type of the receiver is
	Apart  bool   // it is neither that of a wanted definition nor above or below it
	Whose  string // that type, where it is apart; of another definition the type that has it, or its file
	// Conversion is set if it is not a call, but converts to a type.
	Conversion bool
	Rather     bool // it is bound to another definition, and may reach a wanted one at run time
	ByType     bool // the callee is a method of Go by the name of its type: T.M(t, 1)
	// Unread is set if a file that it asked for was not read.
	Unread bool
}

// Bound is the resolution of a binding that was followed to a definition.
func Bound(t *Definition, tier Tier, format string, args ...any) Resolution {
	return Resolution{Tier: tier, Target: t, Reason: fmt.Sprintf(format, args...)}
}

// Away is the resolution of a binding that leads out of the tree.
func Away(format string, args ...any) Resolution {
	return Resolution{Tier: Unresolved, Reason: fmt.Sprintf(format, args...), Away: true}
}

// Open is the resolution of a binding that leads to no definition.
func Open(format string, args ...any) Resolution {
	return Resolution{Tier: Unresolved, Reason: fmt.Sprintf(format, args...)}
}

// A Reader reads the calls of a file in one of its languages.
type Reader interface {
	// Callee reads the callee of a call.
	Callee(o *source.Occurrence, c *Callee)
}

// A Resolver resolves the calls of the files of its languages.
type Resolver interface {
	// Resolve returns what a call is bound to, whatever symbol was asked for.
	Resolve(s *Site) Resolution
	// Inherited returns the definition of the name that a type has from another one, nil if there is none.
	Inherited(t *Definition) *Definition
	// Reaches reports whether a call that is bound to another definition may reach a wanted one at run time; given is set
	// if a matcher bound it.
	Reaches(s *Site, to *Definition, given bool) bool
}
