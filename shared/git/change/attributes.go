package change

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// attributes are those that decide how the text of a file becomes that of an object (gitattributes(5)).
type attributes struct {
	text, crlf, eol, ident, filter, encoding string // "" if unspecified
}

var errAttributes = errors.New("git check-attr prints what is not expected; this version of git is not supported")

// attributeNames are their names, in the order of the fields.
var attributeNames = []string{"text", "crlf", "eol", "ident", "filter", "working-tree-encoding"}

// readAttributes asks git for the attributes of the files to be compared.
func (w *tree) readAttributes(pairs []*pair) error {
	if len(pairs) == 0 {
		return nil
	}
	var paths, out bytes.Buffer
	for _, p := range pairs {
		paths.WriteString(p.path)
		paths.WriteByte(0)
	}
	if err := w.repo.Run(w.ctx, &paths, &out, append([]string{"check-attr", "-z", "--stdin"}, attributeNames...)...); err != nil {
		return err
	}
	var err error
	w.attributes, err = parseAttributes(out.String())
	return err
}

// parseAttributes reads "PATH\0NAME\0VALUE\0" (git-check-attr(1), Output).
func parseAttributes(text string) (map[string]attributes, error) {
	all := map[string]attributes{}
	for text != "" {
		path, rest, ok := strings.Cut(text, "\x00")
		name, rest, named := strings.Cut(rest, "\x00")
		value, rest, ended := strings.Cut(rest, "\x00")
		if !ok || !named || !ended || path == "" {
			return nil, errAttributes
		}
		text = rest
		a := all[path]
		if value == "unspecified" {
			value = ""
		}
		switch name {
		case "text":
			a.text = value
		case "crlf":
			a.crlf = value
		case "eol":
			a.eol = value
		case "ident":
			a.ident = value
		case "filter":
			a.filter = value
		case "working-tree-encoding":
			a.encoding = value
		default:
			return nil, errAttributes
		}
		all[path] = a
	}
	return all, nil
}

// converted returns why the object of a file is not its text, "" if at most line ends differ.
func (a attributes) converted() string {
	const set, unset = "set", "unset"
	switch {
	case a.filter != "" && a.filter != unset && a.filter != set:
		return fmt.Sprintf("the program of its filter %q would convert it, and is not run", a.filter)
	case a.encoding != "" && a.encoding != unset && a.encoding != set && !strings.EqualFold(a.encoding, "UTF-8"):
		return fmt.Sprintf("its working-tree-encoding %s is not converted", a.encoding)
	}
	return ""
}

// ends is what git does to line ends when it stores a file.
type ends uint8

const (
	kept    ends = iota // nothing
	always              // CRLF becomes LF
	guessed             // the same, if the file looks like text and the index has no CRLF
)

// endsOf returns what git does to the line ends of a file with these attributes (gitattributes(5), text and eol).
func endsOf(a attributes, autocrlf string) ends {
	text := a.text
	if text == "" {
		text = a.crlf // its old name
	}
	switch text {
	case "set", "input":
		return always
	case "unset":
		return kept
	case "auto":
		return guessed
	}
	switch {
	case a.eol == "lf", a.eol == "crlf":
		return always
	case autocrlf != "":
		return guessed
	}
	return kept
}

// census counts what decides whether git takes a text for binary when it guesses.
type census struct{ loneCR, crlf, nul, printable, nonprintable int }

func count(text []byte) census {
	var c census
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == '\r' && i+1 < len(text) && text[i+1] == '\n':
			c.crlf++
			i++
		case b == '\r':
			c.loneCR++
		case b == '\n':
		case b == 0:
			c.nul++
			c.nonprintable++
		case b == '\b', b == '\t', b == 0x1b, b == '\f', b >= ' ' && b != 0x7f:
			c.printable++
		default:
			c.nonprintable++
		}
	}
	if n := len(text); n > 0 && text[n-1] == 0x1a { // the end of a file of DOS
		c.nonprintable--
	}
	return c
}

// binary reports whether git does not touch the line ends.
func (c census) binary() bool { return c.loneCR > 0 || c.nul > 0 || c.printable>>7 < c.nonprintable }

// convert returns the text of the object of a file. indexed returns the text that the index has, nil if it has none.
func convert(text []byte, kind ends, indexed func() ([]byte, error)) ([]byte, error) {
	if kind == kept || !bytes.Contains(text, []byte("\r\n")) {
		return text, nil
	}
	if kind == guessed {
		if count(text).binary() {
			return text, nil
		}
		old, err := indexed()
		if err != nil {
			return nil, err
		}
		if c := count(old); c.crlf > 0 && !c.binary() {
			return text, nil
		}
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), nil
}
