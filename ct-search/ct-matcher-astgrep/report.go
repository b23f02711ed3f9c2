package main

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/match/plug"
)

// report is one match as ast-grep prints it with --json=stream, one object per line.
type report struct {
	file  string
	match plug.Match
}

// readReports calls each for every report until in ends. It skips texts, which ct-search reads from the file.
func readReports(in io.Reader, each func(*report) error) error {
	d := &decoder{in: bufio.NewReaderSize(in, 64<<10)}
	for {
		_, err := d.peek()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var r *report
		if err == nil {
			r, err = d.report()
		}
		if err == nil {
			err = each(r)
		}
		if err != nil {
			return err
		}
	}
}

func (d *decoder) report() (*report, error) {
	r := &report{match: plug.Match{Start: -1}}
	named := false
	err := d.object(func(key string) (err error) {
		switch key {
		case "file":
			named = true
			r.file, err = d.text()
		case "range":
			r.match.Start, r.match.End, err = d.offsets()
		case "metaVariables":
			err = d.captures(r)
		default:
			err = d.skip()
		}
		return err
	})
	if err == nil && (!named || r.match.Start < 0) {
		err = errShape
	}
	return r, err
}

// offsets reads a range and returns its byte offsets in the file, -1 if there are none.
func (d *decoder) offsets() (start, end int, err error) {
	start, end = -1, -1
	err = d.object(func(key string) error {
		if key != "byteOffset" {
			return d.skip()
		}
		return d.object(func(key string) (err error) {
			switch key {
			case "start":
				start, err = d.number()
			case "end":
				end, err = d.number()
			default:
				err = d.skip()
			}
			return err
		})
	})
	if err == nil && start >= 0 && end < start {
		err = errShape
	}
	return start, end, err
}

// captures reads the captures of the pattern's variables, sorted by name: $X for one node, $$$X for
// a sequence of nodes. An empty sequence has no position and is omitted.
func (d *decoder) captures(r *report) error {
	variables := func(sign string, offsets func() (start, end int, err error)) error {
		return d.object(func(name string) error {
			start, end, err := offsets()
			if start >= 0 && len(r.match.Captures) < mostCaptures {
				r.match.Captures = append(r.match.Captures, plug.Capture{Name: sign + name, Start: start, End: end})
			}
			return err
		})
	}
	err := d.object(func(key string) error {
		switch key {
		case "single":
			return variables("$", d.node)
		case "multi":
			return variables("$$$", d.nodes)
		}
		return d.skip()
	})
	slices.SortFunc(r.match.Captures, func(a, b plug.Capture) int { return cmp.Compare(a.Name, b.Name) })
	return err
}

// node returns the offsets of a node.
func (d *decoder) node() (start, end int, err error) {
	start, end = -1, -1
	err = d.object(func(key string) (err error) {
		if key != "range" {
			return d.skip()
		}
		start, end, err = d.offsets()
		return err
	})
	return start, end, err
}

// nodes returns the offsets of a sequence of nodes, from the first to the last.
func (d *decoder) nodes() (start, end int, err error) {
	start, end = -1, -1
	err = d.array(func() error {
		s, e, err := d.node()
		if start < 0 {
			start = s
		}
		end = max(end, e)
		return err
	})
	return start, end, err
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
