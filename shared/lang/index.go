package lang

import (
	"strings"
	"sync"
)

// An index finds what the rows say.
type index struct {
	names map[string]*Language // by their names
	files map[string]*Language // by the files that scanners read

	purposes map[string]Purpose // of *.x and of whole base names

	tests, helpers, built, bundles, generated, pages, headers map[string]bool // the columns of all rows
}

// known is the index of the table, made when it is first used.
var known = sync.OnceValue(func() *index {
	x := &index{
		names: map[string]*Language{}, files: map[string]*Language{}, purposes: map[string]Purpose{},
		tests: map[string]bool{}, helpers: map[string]bool{}, built: map[string]bool{}, bundles: map[string]bool{}, generated: map[string]bool{},
		pages: map[string]bool{}, headers: map[string]bool{},
	}
	for i := range table {
		l := &table[i]
		if l.Name != "" && l.Dialect == "" {
			add(x.names, l.Name+" "+l.Aliases, l)
		}
		add(x.files, l.Files+" "+l.Scanned, l)
		add(x.purposes, l.Docs, Document)
		add(x.purposes, l.Configs, Configuration)
		add(x.purposes, l.Scripts, Script)
		add(x.tests, l.Tests, true)
		add(x.helpers, l.Helpers, true)
		add(x.built, l.Built, true)
		add(x.bundles, l.Bundles, true)
		add(x.generated, l.Generated, true)
		add(x.pages, l.Pages, true)
		add(x.headers, l.Headers, true)
	}
	return x
})

func add[T any](to map[string]T, words string, value T) {
	for word := range strings.FieldsSeq(words) {
		to[word] = value
	}
}
