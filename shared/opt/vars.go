package opt

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kind is the sort of value that an option takes.
type Kind uint8

// The kinds of values.
const (
	KindFlag    Kind = iota // no value
	KindText                // one text
	KindList                // may repeat, all are kept in order
	KindInt                 // whole number
	KindSeconds             // seconds, fractions allowed
	KindMaybe               // takes the next word only if it is one of Values, or if Option.Takes says so
)

// A Var takes the value of an option. Set is called each time the option is
// given; its error completes a message that begins with the option.
type Var interface {
	Set(value string) error
	Kind() Kind
}

// Flag sets *p when the option is given.
func Flag(p *bool) Var {
	return Func(KindFlag, func(s string) error {
		b, err := strconv.ParseBool(s)
		if err != nil {
			return fmt.Errorf("takes no value; remove =%s", s)
		}
		*p = b
		return nil
	})
}

type addVar struct {
	p     *[]string
	value string
}

// Add appends value to *p when the option is given. Options that share a list
// contradict each other if their values differ (Table.Serves).
func Add(p *[]string, value string) Var { return addVar{p, value} }

func (v addVar) Kind() Kind { return KindFlag }
func (v addVar) Set(s string) error {
	switch on, err := strconv.ParseBool(s); {
	case err != nil:
		return fmt.Errorf("takes no value; remove =%s", s)
	case on:
		*v.p = append(*v.p, v.value)
	}
	return nil
}

type countVar struct{ p *int }

// Count counts in *p how often the option is given.
func Count(p *int) Var { return countVar{p} }

func (v countVar) Kind() Kind { return KindFlag }
func (v countVar) Set(s string) error {
	if s != "true" {
		return fmt.Errorf("takes no value; remove =%s", s)
	}
	*v.p++
	return nil
}

// Text stores the value in *p.
func Text(p *string) Var { return Func(KindText, store(p)) }

// Maybe stores the value in *p, or the first of the option's Values when no value follows.
func Maybe(p *string) Var { return Func(KindMaybe, store(p)) }

// IsNoPath reports whether a word is the path of nothing here.
func IsNoPath(word string) bool {
	_, err := os.Lstat(word)
	return word != "" && err != nil
}

func store(p *string) func(string) error {
	return func(s string) error { *p = s; return nil }
}

// Word stores the value in *p and refuses an empty one, which is often an unset variable of a shell.
func Word(p *string) Var {
	return Func(KindText, func(s string) error {
		if s == "" {
			return errors.New("is empty; give it a value, or leave it out")
		}
		*p = s
		return nil
	})
}

// Once is Word for an option that may be given only once.
func Once(p *string) Var {
	return Func(KindText, func(s string) error {
		if *p != "" {
			return fmt.Errorf("is given twice, as %s and %s; give it once", *p, s)
		}
		return Word(p).Set(s)
	})
}

// List appends every value to *p. A value may hold commas.
func List(p *[]string) Var {
	return Func(KindList, func(s string) error { *p = append(*p, s); return nil })
}

type addTextVar struct {
	p       *[]string
	aliases map[string]string
}

// AddText appends the value, or what it is an alias of, to *p like Add.
func AddText(p *[]string, aliases map[string]string) Var { return addTextVar{p, aliases} }

func (v addTextVar) Kind() Kind { return KindText }
func (v addTextVar) Set(s string) error {
	*v.p = append(*v.p, cmp.Or(v.aliases[s], s))
	return nil
}

// choice returns the list that the setting's value was added to and that value, and
// nil for another kind of setting or a flag that is off.
func (s *setting) choice() (list *[]string, value string) {
	switch v := s.o.Var.(type) {
	case addVar:
		if on, err := strconv.ParseBool(s.value); err == nil && on {
			return v.p, v.value
		}
	case addTextVar:
		return v.p, cmp.Or(v.aliases[s.value], s.value)
	}
	return nil, ""
}

type intVar struct {
	p        *int64
	min, max int64
}

// Int stores a whole number of at least least in *p.
func Int(p *int64, least int64) Var { return intVar{p, least, math.MaxInt64} }

// IntRange stores a whole number from least to most in *p.
func IntRange(p *int64, least, most int64) Var { return intVar{p, least, most} }

func (v intVar) Kind() Kind { return KindInt }
func (v intVar) Set(s string) error {
	n, err := strconv.ParseInt(s, 10, 64)
	if err == nil && n >= v.min && n <= v.max {
		*v.p = n
		return nil
	}
	switch {
	case v.max == math.MaxInt64 && errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("must be a whole number of at least %d and below 2^63, not %q", v.min, s)
	case v.max == math.MaxInt64:
		return fmt.Errorf("must be a whole number of at least %d, not %q", v.min, s)
	}
	return fmt.Errorf("must be a whole number from %d to %d, not %q", v.min, v.max, s)
}

// Seconds stores a positive number of seconds in *p.
func Seconds(p *time.Duration) Var { return SecondsFrom(p, 0) }

// maxSeconds keeps a duration of seconds within an int64 of nanoseconds.
const maxSeconds = 1e9

// SecondsFrom stores a number of seconds of at least least in *p.
func SecondsFrom(p *time.Duration, least time.Duration) Var {
	return Func(KindSeconds, func(s string) error {
		f, err := strconv.ParseFloat(s, 64)
		if err == nil && f > maxSeconds {
			return fmt.Errorf("must be at most %d seconds, not %q", int64(maxSeconds), s)
		}
		if err != nil || !(f > 0) {
			return fmt.Errorf("must be a number of seconds above 0, not %q", s)
		}
		d := max(time.Duration(f*float64(time.Second)), 1)
		if d < least {
			return fmt.Errorf("must be at least %v seconds, not %q", least.Seconds(), s)
		}
		*p = d
		return nil
	})
}

type funcVar struct {
	kind Kind
	set  func(string) error
}

// Func calls set with every value.
func Func(kind Kind, set func(string) error) Var { return funcVar{kind, set} }

func (v funcVar) Kind() Kind         { return v.kind }
func (v funcVar) Set(s string) error { return v.set(s) }

// check returns an error if value is not in the option's list of values.
func (o *Option) check(value string) error {
	if len(o.Values) == 0 || o.Var.Kind() == KindFlag || slices.Contains(o.Values, value) {
		return nil
	}
	return fmt.Errorf("must be one of %s, not %q", strings.Join(o.Values, ", "), value)
}
