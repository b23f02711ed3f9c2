package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/match/plug"
)

// errShape means that a text is not the expected JSON.
var errShape = errors.New("its report is not what this version knows")

// report is one match as ast-grep prints it with --json=stream, one object per line. The texts that it also contains
// are skipped, because ct-search reads them from the file.
type report struct {
	File string
	node
	MetaVariables struct {
		Single map[string]node   // $X
		Multi  map[string][]node // $$$X
	}
}

// node is the position of a part of a file.
type node struct {
	Range struct {
		ByteOffset *struct{ Start, End int }
	}
}

// readReports calls each for every match until in ends.
func readReports(in io.Reader, each func(file string, m plug.Match) error) error {
	for d := json.NewDecoder(in); ; {
		var r report
		err := d.Decode(&r)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("%w: %w", errShape, err)
		}
		m, err := r.match()
		if err == nil {
			err = each(r.File, m)
		}
		if err != nil {
			return err
		}
	}
}

// match returns the match with the captures of the pattern's variables, sorted by name. A capture without a position
// is omitted: an empty sequence of nodes.
func (r *report) match() (plug.Match, error) {
	var m plug.Match
	var whole bool
	if m.Start, m.End, whole = span(r.node); !whole || r.File == "" {
		return m, errShape
	}
	capture := func(name string, nodes ...node) {
		if start, end, ok := span(nodes...); ok && len(m.Captures) < mostCaptures {
			m.Captures = append(m.Captures, plug.Capture{Name: name, Start: start, End: end})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.MetaVariables.Multi)) {
		capture("$$$"+name, r.MetaVariables.Multi[name]...)
	}
	for _, name := range slices.Sorted(maps.Keys(r.MetaVariables.Single)) {
		capture("$"+name, r.MetaVariables.Single[name])
	}
	return m, nil
}

// span returns the offsets of a sequence of nodes, from the first to the last. It returns false if they have none.
func span(nodes ...node) (start, end int, ok bool) {
	if len(nodes) == 0 {
		return 0, 0, false
	}
	first, last := nodes[0].Range.ByteOffset, nodes[len(nodes)-1].Range.ByteOffset
	if first == nil || last == nil || first.Start < 0 || last.End < first.Start {
		return 0, 0, false
	}
	return first.Start, last.End, true
}

// Prefixes of the lines that ast-grep --inspect=entity prints to standard error.
const (
	filePrefix    = "sg: entity|file|"
	summaryPrefix = "sg: summary|file: "
	errorPrefix   = "ERROR: "
)

// inspection is the result of a run for each of its files.
type inspection struct {
	language     map[string]string // of the files that were read, with ast-grep's names for languages
	skipped      map[string]string // the reasons, for the files that were skipped
	failed       map[string]string // the system's errors, for the files that could not be opened
	skippedCount int               // number of skipped files, whether in the map or not
}

// readInspection reads the standard error of a run. If a file is in none of the maps, ast-grep did
// not recognize a language from its name.
func readInspection(stderr string) inspection {
	i := inspection{language: map[string]string{}, skipped: map[string]string{}, failed: map[string]string{}}
	for line := range strings.SplitSeq(stderr, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if rest, ok := strings.CutPrefix(line, filePrefix); ok {
			i.file(rest)
		} else if rest, ok := strings.CutPrefix(line, summaryPrefix); ok {
			if _, n, ok := strings.Cut(rest, "skippedFileCount="); ok {
				i.skippedCount, _ = strconv.Atoi(n)
			}
		} else if rest, ok := strings.CutPrefix(line, errorPrefix); ok {
			if name, why, ok := cutLast(rest); ok {
				i.failed[name] = why
			}
		}
	}
	return i
}

// file reads "NAME: language=Python" or "NAME: skipped=fileTooLarge".
func (i *inspection) file(line string) {
	name, result, ok := cutLast(line)
	if !ok {
		return
	}
	if language, ok := strings.CutPrefix(result, "language="); ok {
		i.language[name] = language
	} else if why, ok := strings.CutPrefix(result, "skipped="); ok {
		i.skipped[name] = why
	}
}

// cutLast cuts s at the last ": ", because a name can contain one.
func cutLast(s string) (before, after string, ok bool) {
	at := strings.LastIndex(s, ": ")
	if at < 0 {
		return "", "", false
	}
	return s[:at], s[at+2:], true
}
