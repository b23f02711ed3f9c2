package backend

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// ripgrepArgs gives what has rg print the lines of the files that follow, each
// with its number, as JSON. One thread goes through the files in their order. A
// match goes on to the end of its line, so that a line has one, whatever matches
// there, and its message is not many times as long as the line.
func ripgrepArgs(expr string, lines int) []string {
	return []string{
		"--no-config", "--json", "--text", "--encoding=none", "--no-mmap", "--threads=1",
		"--max-count=" + strconv.Itoa(lines), `--regexp=(?-u)(?:` + expr + `)[^\n]*`, "--",
	}
}

// A message is one line of what rg --json prints:
// https://docs.rs/grep-printer/latest/grep_printer/struct.JSON.html
type message struct {
	Type string `json:"type"`
	Data struct {
		Path   *text  `json:"path"`
		Lines  *text  `json:"lines"`
		Number *int64 `json:"line_number"`
		Offset *int64 `json:"absolute_offset"`
		Stats  *struct {
			Files *int64 `json:"searches_with_match"`
			Lines *int64 `json:"matched_lines"`
			All   int64  `json:"searches"`
			Bytes int64  `json:"bytes_searched"`
		} `json:"stats"`
	} `json:"data"`
}

// text is a string, or bytes that are none.
type text struct {
	Text  *string `json:"text"`
	Bytes []byte  `json:"bytes"` // in base64
}

func (t *text) get() ([]byte, bool) {
	switch {
	case t == nil || (t.Text == nil) == (t.Bytes == nil):
		return nil, false
	case t.Text != nil:
		return []byte(*t.Text), true
	}
	return t.Bytes, true
}

// What a line of a file may come to in JSON: twice, as line and as match, up to
// six bytes for one, and what stands beside it, such as the file's name.
const (
	jsonFactor  = 2 * 6
	jsonMessage = 64 << 10
)

// readRipgrep takes messages up to the summary, which says how many there were.
func readRipgrep(from *stream, to *reports) error {
	open := false // between the begin and the end of a file
	for {
		line, err := from.until('\n', jsonMessage+jsonFactor*to.longest)
		if err != nil {
			return err
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			return fmt.Errorf("it prints what is no message of its own: %s", quoted(line))
		}
		if m.Type == "summary" && !open {
			return errors.Join(m.total(to, line), from.end())
		}
		if open, err = m.take(to, open, line); err != nil {
			return err
		}
	}
}

// total holds a summary against the messages before it.
func (m *message) total(to *reports, line []byte) error {
	files, lines := int64(0), int64(0)
	for i := range to.of {
		files += int64(min(to.of[i].lines, 1))
		lines += int64(to.of[i].lines)
	}
	s := m.Data.Stats
	if s == nil || s.Files == nil || s.Lines == nil || *s.Files != files || *s.Lines != lines {
		return fmt.Errorf("it reports %d lines of %d files and sums up: %s", lines, files, quoted(line))
	}
	if !to.sums {
		return nil
	}
	if least := to.least(); s.All != int64(len(to.names)) || s.Bytes < least {
		return fmt.Errorf("it sums up %d bytes of %d files that it searched, of at least %d bytes of %d files", s.Bytes, s.All, least, len(to.names))
	}
	return nil
}

// take takes one message about a file, and gives whether that file is open.
func (m *message) take(to *reports, open bool, line []byte) (bool, error) {
	path, ok := m.Data.Path.get()
	switch {
	case !ok:
	case m.Type == "begin" && !open:
		return true, to.file(path)
	case m.Type == "end" && open && to.current(path):
		return false, nil
	case m.Type == "match" && open:
		text, ok := m.Data.Lines.get()
		if ok && to.current(path) && m.Data.Number != nil && m.Data.Offset != nil {
			return true, to.line(*m.Data.Number, *m.Data.Offset, text)
		}
	}
	return open, unexpected(line)
}

func unexpected(line []byte) error {
	return fmt.Errorf("it prints a message that is not expected: %s", quoted(line))
}
