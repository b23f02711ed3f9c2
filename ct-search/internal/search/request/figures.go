package request

import (
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/verdict"
)

// FigureNames returns the names that expectations of every form can use.
func FigureNames() []string { return []string{"count", "files", "lines", "searched", "skipped"} }

// Confidences returns the names of expectations that count the items of an answer by their confidence.
func Confidences() []string { return []string{"high", "med", "low"} }

// SetConfidences adds to figures how many items there are of each confidence, the surest first.
func SetConfidences(f *verdict.Figures, of [3]int64) {
	for i, name := range Confidences() {
		f.Set(name, float64(of[i]))
	}
}

// Figures returns the figures of every form; they are lower bounds if l says that the search was cut.
func Figures(count, files, lines int64, l *ledger.Ledger) verdict.Figures {
	f := verdict.FromLedger(l, count)
	f.Set("files", float64(files))
	f.Set("lines", float64(lines))
	return f
}
