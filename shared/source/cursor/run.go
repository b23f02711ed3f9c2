package cursor

import "github.com/ct-tools/ct/shared/source"

// A Run is the declarations of an unfinished statement, which end where it ends.
type Run struct{ from, to int }

// Add adds a declaration, by its index in the file's, which follows the last one or begins the run.
func (d *Run) Add(of int) {
	if of == source.None {
		return
	}
	if d.to != of {
		d.from = of
	}
	d.to = of + 1
}

// End lets the declarations reach to end at least, and empties the run.
func (d *Run) End(r *source.Recorder, end int) {
	for i := d.from; i < d.to; i++ {
		declared := r.DeclaredAt(i)
		declared.Span.End = max(declared.Span.End, end)
	}
	*d = Run{}
}
