package backend

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// ripgrepArgs returns the arguments that make rg print the matching lines of the files that follow as JSON, with line
// numbers. A single thread reads the files in their order. The expression is extended to the end of the line, so that
// each line has one match, and its message is not many times as long as the line.
func ripgrepArgs(expr string, lines int) []string {
	return []string{
		"--no-config", "--json", "--text", "--encoding=none", "--no-mmap", "--threads=1",
		"--max-count=" + strconv.Itoa(lines), `--regexp=(?-u)(?:` + expr + `)[^\n]*`, "--",
	}
}

// message is one line of the output of rg --json: https://docs.rs/grep-printer/latest/grep_printer/struct.JSON.html
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

// text is a string, or bytes that are not valid UTF-8.
type text struct {
	Text  *string `json:"text"`
	Bytes []byte  `json:"bytes"` // base64 in JSON
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

// A line of a file can appear twice in JSON, as line and as match, with up to six bytes for each of
// its own, and with additional text such as the name of the file.
const (
	jsonFactor  = 2 * 6
	jsonMessage = 64 << 10
)

// readRipgrep reads messages up to the summary, which contains the totals.
func readRipgrep(from *stream, to *reports) error {
	open := false // between the begin and the end of a file
	for {
		line, err := from.until('\n', jsonMessage+jsonFactor*to.longest)
		if err != nil {
			return err
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			return fmt.Errorf("it prints what is not a message of its own: %s", quoted(line))
		}
		if m.Type == "summary" && !open {
			return errors.Join(m.checkSummary(to, line), from.end())
		}
		if open, err = m.record(to, open, line); err != nil {
			return err
		}
	}
}

// checkSummary compares a summary with the messages before it.
func (m *message) checkSummary(to *reports, line []byte) error {
	files, lines := int64(0), int64(0)
	for i := range to.byFile {
		files += int64(min(to.byFile[i].lines, 1))
		lines += int64(to.byFile[i].lines)
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

// record records one message about a file, and returns whether that file is still open.
func (m *message) record(to *reports, open bool, line []byte) (bool, error) {
	path, ok := m.Data.Path.get()
	switch {
	case !ok:
	case m.Type == "begin" && !open:
		return true, to.begin(path)
	case m.Type == "end" && open && to.isCurrent(path):
		return false, nil
	case m.Type == "match" && open:
		text, ok := m.Data.Lines.get()
		if ok && to.isCurrent(path) && m.Data.Number != nil && m.Data.Offset != nil {
			return true, to.line(*m.Data.Number, *m.Data.Offset, text)
		}
	}
	return open, fmt.Errorf("it prints a message that is not expected: %s", quoted(line))
}
