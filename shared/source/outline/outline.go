// Package outline finds the parts of documents and data: sections of Markdown, keys of JSON, YAML and TOML.
//
// Each format has two forms over one parser. A scanner (Markdown, JSON, YAML, TOML) reports to a source.Recorder of the
// units as declarations. The streaming form (MarkdownLines, JSONLines, YAMLLines, TOMLLines) reads a file of any size
// as far as the last line that was asked for and names the unit that encloses each line; it holds one block of the file
// and what is open, to a bounded depth and with clipped names.
//
// What is malformed is passed over, and what follows is read as well as it can be: units nest whatever the input.
package outline

import (
	"io"

	"github.com/ct-tools/ct/shared/source"
)

const (
	maxDepth = 256     // of brackets and blocks whose units are known; those deeper are passed over
	maxName  = 256     // bytes of a key that are kept for a path
	maxKey   = 1 << 10 // bytes of a key that is looked for before it is known to be one, as in YAML 1.2.2, §7.4.2
)

// A Lines names for each of lines, which ascend and count from 1, the unit that encloses it in the file that r reads:
// the innermost one that holds all that is on the line, separators and comments left aside, and around a line without
// anything else. A line outside of every unit and one after the end of the file have no name. Errors are those of r.
type Lines func(r io.Reader, lines []int64) ([]string, error)

// JSONLines is the streaming form for JSON. A unit is a key with its value or an element of an array:
// dependencies.lodash.version, files[3]. A name that holds a dot, a blank or the like is quoted.
func JSONLines(r io.Reader, lines []int64) ([]string, error) { return keyLines(r, lines, scanJSON) }

// YAMLLines is JSONLines for YAML.
func YAMLLines(r io.Reader, lines []int64) ([]string, error) { return keyLines(r, lines, scanYAML) }

// TOMLLines is JSONLines for TOML. A table is a unit, which ends before the comments right above the next one.
func TOMLLines(r io.Reader, lines []int64) ([]string, error) { return keyLines(r, lines, scanTOML) }

// JSON scans JSON (RFC 8259) with JSONC and JSON5, and several documents. Keys are definitions.
func JSON(src []byte, r *source.Recorder) { record(src, r, scanJSON) }

// YAML scans YAML 1.2 as libyaml reads it. Keys are definitions, anchors assignments, aliases
// references; quoted and block scalars are strings.
func YAML(src []byte, r *source.Recorder) { record(src, r, scanYAML) }

// TOML scans TOML 1.1. Keys and tables are definitions, strings are strings.
func TOML(src []byte, r *source.Recorder) { record(src, r, scanTOML) }

// keyLines reads structured data by lines.
func keyLines(r io.Reader, lines []int64, scan func(*nest)) ([]string, error) {
	t := newTracker(lines)
	if len(lines) == 0 {
		return nil, nil
	}
	c := &cursor{r: r, block: blockBytes, seen: t.seen}
	scan(newNest(c, t))
	if c.err != nil {
		return nil, c.err
	}
	return t.finish(), nil
}

// record reads structured data for a recorder.
func record(src []byte, r *source.Recorder, scan func(*nest)) {
	scan(newNest(&cursor{buf: src}, &recorder{r: r, src: src}))
}
