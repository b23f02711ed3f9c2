package search

import (
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	smart "github.com/ct-tools/ct/ct-search/internal/search/query"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/verdict"
)

// searchFigures names what expectations can say of every search.
func searchFigures() []string { return []string{"count", "files", "lines", "searched", "skipped"} }

// matchFigures names what they can say of one that tells matches apart: how many
// there are of each category too.
func matchFigures() []string { return append(searchFigures(), occurrence.Categories()...) }

// figures are those of every search; a search that was cut has lower bounds.
func figures(count, files, lines int64, l *ledger.Ledger) verdict.Figures {
	f := verdict.FromLedger(l, count)
	f.Set("files", float64(files))
	f.Set("lines", float64(lines))
	return f
}

// figuresOf adds the categories to them.
func figuresOf(found *smart.Found) verdict.Figures {
	f := figures(found.Matches, found.Files, found.Lines, &found.Ledger)
	found.Categorize(&f)
	return f
}
