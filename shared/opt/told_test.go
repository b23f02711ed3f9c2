package opt

import (
	"errors"
	"fmt"
	"testing"
)

// cured is an error with a cure in terms of the command line.
type cured struct{}

func (cured) Error() string                           { return "bad: give --max-size" }
func (cured) Worded(words func(string) string) string { return "bad: " + words("give --max-size") }

// An error speaks of arguments to who gave arguments, and of options to who gave
// options; what was given stays as it is.
func TestACallersErrorsSpeakOfArguments(t *testing.T) {
	only := []string{"find"}
	table := &Table{Tool: "ct-toy", Args: []Arg{{Name: "QUERY", Property: "query", Doors: only}, {Name: "FILE", Property: "file"}}, Options: []Option{
		{Name: "max-size", Var: Text(new(string)), Doors: only}, {Name: "in", Property: "paths", Var: Text(new(string)), Doors: only}, {Name: "color", Var: Text(new(string))},
	}}
	for _, c := range []struct {
		err            error
		message, field string
	}{
		{Usagef("max_size", "option --max-size wants a size, not %q", "--max-size"), `argument max_size wants a size, not "--max-size"`, "max_size"},
		{Usagef("paths", "--in and '--max-size' (--in N) exclude --inside, x--in and --color"), "paths and 'max_size' (paths N) exclude --inside, x--in and --color", "paths"},
		{Usagef("query", "give a QUERY: no FILE (ct-toy --help)"), "give a query: no FILE", "query"},
		{fmt.Errorf("first: %w", Usagef("", "--in %s", "--in")), "first: paths --in", ""},
		{Usagef("max_size", "option --max-size: %v", Usagef("", "--in")), "argument max_size: paths", "max_size"},
		{Usagef("max_size", "%v", fmt.Errorf("so %w", cured{})), "so bad: give max_size", "max_size"},
		{&ValueError{"in", errors.New("--in is not there")}, "argument paths: --in is not there", "paths"},
		{&UsageError{Field: "x", Msg: "--in"}, "--in", "x"},
		{errors.New("--in"), "--in", ""},
	} {
		if message, field := table.Told("find", c.err); message != c.message || field != c.field {
			t.Errorf("%v: %q, %q, want %q, %q", c.err, message, field, c.message, c.field)
		}
		if message, _ := table.Told("", c.err); message != c.err.Error() {
			t.Errorf("%v: on the command line %q", c.err, message)
		}
	}
}
