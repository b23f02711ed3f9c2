// Package confine takes from the process, and all that it starts, the right to write and to rename files.
//
// On Linux the kernel enforces this: Landlock's write rights are handled and granted only in the folders that the
// caller names. Landlock's TRUNCATE and read rights are left unhandled on purpose, because with them every open walks
// the path up to the root; a file can therefore still be truncated without being written. A foreign program that is
// started through Child has fewer rights, without a change to those of this process. docs/security.md says what is
// guaranteed and what remains possible.
package confine

import (
	"fmt"
	"slices"
	"strings"
)

// Mode says what happens if the system cannot confine a process.
type Mode uint8

// The modes. The zero value is Auto.
const (
	Auto    Mode = iota // confine if the system can, otherwise record why not
	Require             // confine or fail
	Off                 // do not confine
)

// names lists the modes in the order of their values.
var names = [...]string{Auto: "auto", Require: "require", Off: "off"}

// Names returns the words that Parse accepts.
func Names() []string { return slices.Clone(names[:]) }

// String returns the word for m.
func (m Mode) String() string {
	if int(m) < len(names) {
		return names[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// Parse returns the mode with that name. The error lists the valid words.
func Parse(word string) (Mode, error) {
	if i := slices.Index(names[:], word); i >= 0 {
		return Mode(i), nil
	}
	return Auto, fmt.Errorf("%q is not a confinement mode: use %s", word, strings.Join(names[:], ", "))
}

// Strictest returns the one of a and b that allows less: Require before Auto before Off.
func Strictest(a, b Mode) Mode {
	switch {
	case a == Require || b == Require:
		return Require
	case a == Auto || b == Auto:
		return Auto
	}
	return Off
}

// Status says what is in force.
type Status struct {
	Enforced bool   // no file can be written, created, renamed or removed
	ABI      int    // version of the Landlock interface, 0 if there is none
	Note     string // why less is in force than possible, "" if everything is
	Scoped   bool   // what Child restricts can signal only processes that it started
}

// Self confines every thread of this process, and everything that it starts from now on, for good.
// Below the folders in writable, which must exist, entries may still be created, written, renamed
// and removed. The null device stays writable. Open descriptors keep their rights. From ABI 4 (Linux 6.7) on nothing connects or
// listens by TCP any more.
//
// Under Auto it records in Status.Note what the system does not support; under Require that is an error, which names a
// missing Landlock ABI, and under both so is a folder in writable that cannot be opened. Under Off it does nothing.
func Self(m Mode, writable ...string) (Status, error) { return enforce(m, false, writable) }

// SelfOnline is Self for a process that works over a network: TCP stays as it is.
func SelfOnline(m Mode, writable ...string) (Status, error) { return enforce(m, true, writable) }

func enforce(m Mode, online bool, writable []string) (Status, error) {
	if m == Off {
		return Status{Note: "switched off"}, nil
	}
	s, err := restrict(online, writable)
	if err != nil {
		return s, fmt.Errorf("cannot confine: %w", err)
	}
	if m == Require && s.Note != "" {
		return s, &RequireError{Status: s}
	}
	return s, nil
}

// Probe returns what Self would put in force here. It changes nothing.
func Probe() Status { return probe() }

// RequireError says what the system lacks for the mode Require.
type RequireError struct {
	Status Status
}

// Error names the Landlock ABI if that is what is missing.
func (e *RequireError) Error() string {
	if e.Status.ABI < minABI {
		return fmt.Sprintf("confinement is required, and Landlock ABI %d (Linux 5.13) is missing: %s", minABI, e.Status.Note)
	}
	return "confinement is required: " + e.Status.Note
}

// minABI is the first version of Landlock, which has all rights handled here but REFER, and denies what that controls.
const minABI = 1
