package embed

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/python"
)

// Notebook scans the cells of a Jupyter notebook (nbformat 3 and 4) whose language is Python: the text of each line lies
// in the file where it is written, between the escapes of JSON. Commands of IPython are left out.
func Notebook(src []byte, r *source.Recorder) {
	n := &notebook{src: src, d: json.NewDecoder(bytes.NewReader(src)), text: blank(src)}
	if err := n.value(n.top); err != nil {
		r.Doubt("is no notebook that can be read")
		r.Partial()
		return
	}
	if n.language != "" && !strings.HasPrefix(n.language, "python") && n.language != "ipython" {
		r.Partial()
		return
	}
	for _, c := range n.cells {
		n.write(c)
	}
	if n.foreign {
		r.Partial()
	}
	r.Read(n.text)
	python.Scan(n.text, r)
}

// A notebook is read value by value, because the places of its texts are needed.
type notebook struct {
	src      []byte
	d        *json.Decoder
	text     []byte
	language string
	cells    [][]source.Span // what stands between the quotes of each cell's code
	foreign  bool            // a cell is of another language
}

var errShape = errors.New("not the shape of a notebook")

// value reads a value: each member of an object, and each element of an array with the key "", is read by member.
func (n *notebook) value(member func(key string) error) error {
	t, err := n.d.Token()
	if err != nil {
		return err
	}
	open, ok := t.(json.Delim)
	if !ok {
		return nil
	}
	for n.d.More() {
		key := ""
		if open == '{' {
			t, err := n.d.Token()
			if err != nil {
				return err
			}
			if key, ok = t.(string); !ok {
				return errShape
			}
		}
		if err := member(key); err != nil {
			return err
		}
	}
	_, err = n.d.Token()
	return err
}

// skip reads a value of any depth.
func (n *notebook) skip(string) error {
	for depth := 0; ; {
		t, err := n.d.Token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('['), json.Delim('{'):
			depth++
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

func (n *notebook) top(key string) error {
	switch key {
	case "cells":
		return n.value(n.cell)
	case "worksheets":
		return n.value(func(string) error { return n.value(n.top) })
	case "metadata":
		return n.value(n.metadata)
	}
	return n.skip(key)
}

func (n *notebook) metadata(key string) error {
	if key != "kernelspec" && key != "language_info" {
		return n.skip(key)
	}
	return n.value(func(name string) error {
		if name == "language" || name == "name" && key == "language_info" {
			text, err := n.word()
			n.language = text
			return err
		}
		return n.skip(name)
	})
}

// word reads a string, in lower case; "" for any other value.
func (n *notebook) word() (string, error) {
	var v any
	err := n.d.Decode(&v)
	text, _ := v.(string)
	return strings.ToLower(text), err
}

func (n *notebook) cell(string) error {
	kind, language := "", ""
	var texts []source.Span
	err := n.value(func(key string) (err error) {
		switch key {
		case "cell_type":
			kind, err = n.word()
		case "language":
			language, err = n.word()
		case "source", "input":
			texts, err = n.strings()
		default:
			err = n.skip(key)
		}
		return err
	})
	if kind == "code" && len(texts) > 0 {
		if language != "" && language != "python" {
			n.foreign = true
		} else {
			n.cells = append(n.cells, texts)
		}
	}
	return err
}

// strings reads a string or an array of them, and returns what stands between their quotes.
func (n *notebook) strings() (all []source.Span, err error) {
	one := func() error {
		before := int(n.d.InputOffset())
		t, err := n.d.Token()
		if _, ok := t.(string); err != nil || !ok {
			if err == nil {
				err = errShape
			}
			return err
		}
		end := int(n.d.InputOffset())
		start := before + bytes.IndexByte(n.src[before:end], '"') + 1
		all = append(all, source.Span{Start: start, End: end - 1})
		return nil
	}
	if rest := bytes.TrimLeft(n.src[n.d.InputOffset():], " \t\r\n:"); len(rest) > 0 && rest[0] == '[' {
		err = n.value(func(string) error { return one() })
	} else {
		err = one()
	}
	return all, err
}

// A letter is one byte of code with where it can stand: its escape ends there.
type letter struct {
	c  byte
	at int
}

// letters returns the code of a cell. A letter of several bytes ends where its escape does.
func (n *notebook) letters(texts []source.Span) []letter {
	var all []letter
	for _, s := range texts {
		for i := s.Start; i < s.End; i++ {
			if n.src[i] != '\\' || i+1 >= s.End {
				all = append(all, letter{n.src[i], i})
				continue
			}
			i++
			switch c := n.src[i]; c {
			case 'n':
				all = append(all, letter{'\n', i})
			case 't':
				all = append(all, letter{'\t', i})
			case 'r', 'b', 'f':
				all = append(all, letter{' ', i})
			case 'u':
				end := min(i+5, s.End)
				var text string
				if json.Unmarshal([]byte(`"`+string(n.src[i-1:end])+`"`), &text) != nil || !utf8.ValidString(text) {
					text = "?"
				}
				i = end - 1
				for j := range len(text) {
					all = append(all, letter{text[j], i - len(text) + 1 + j})
				}
			default:
				all = append(all, letter{c, i})
			}
		}
	}
	return all
}

// write puts the code of a cell into the text. The end of a line stands directly before the next line, so that this one
// is indented as in the cell; a quote stands next to what it quotes.
func (n *notebook) write(texts []source.Span) {
	for i := texts[0].Start; i < texts[len(texts)-1].End; i++ {
		n.text[i] = ' '
	}
	all := n.letters(texts)
	quoted := false
	for start := 0; start < len(all); {
		end := start + slices.IndexFunc(all[start:], func(l letter) bool { return l.c == '\n' })
		if end < start {
			end = len(all)
		}
		line := all[start:end]
		if start == 0 {
			if magic := text(line); strings.HasPrefix(magic, "%%") {
				switch word, _, _ := strings.Cut(magic[2:], " "); strings.TrimSpace(word) {
				case "time", "timeit", "capture", "prun", "cython":
				default:
					n.foreign = n.foreign || !slices.Contains([]string{"bash", "sh", "script", "writefile", "html", "markdown", "latex", "svg"}, strings.TrimSpace(word))
					return
				}
			}
		}
		if !isCommand(text(line)) {
			quoted = n.line(line, quoted)
		}
		if end < len(all) {
			at := all[end].at
			if end+1 < len(all) && all[end+1].c != '\n' {
				at = all[end+1].at - 1
			}
			n.text[at] = '\n'
			if last := len(line) - 1; last >= 0 && line[last].c == '\\' && at > line[last].at { // it continues the line
				n.text[line[last].at], n.text[at-1] = ' ', '\\'
			}
		}
		start = end + 1
	}
}

// line writes the letters of a line, and returns whether a text that is quoted goes on after it.
func (n *notebook) line(line []letter, quoted bool) bool {
	for i := 0; i < len(line); i++ {
		if l := line[i]; l.c != '"' || n.src[l.at-1] != '\\' {
			n.text[l.at] = l.c
			continue
		}
		run := i + 1
		for run < len(line) && line[run].c == '"' && line[run].at == line[run-1].at+2 {
			run++
		}
		at, count := line[i].at-1, run-i // the quotes have room for twice their number
		escaped := i > 0 && line[i-1].c == '\\' && (i < 2 || line[i-2].c != '\\')
		if !quoted && !escaped {
			at += count
		}
		copy(n.text[at:], bytes.Repeat([]byte{'"'}, count))
		if (count%2 == 1) != escaped {
			quoted = !quoted
		}
		i = run - 1
	}
	return quoted
}

func text(line []letter) string {
	var b strings.Builder
	for _, l := range line {
		b.WriteByte(l.c)
	}
	return b.String()
}

// isCommand reports whether a line is one of IPython's own.
func isCommand(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "%") || strings.HasPrefix(line, "!") || strings.HasPrefix(line, "?") || strings.HasSuffix(line, "?")
}
