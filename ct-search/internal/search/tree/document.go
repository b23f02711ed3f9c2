package tree

import (
	"context"
	"encoding/json"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
)

// A document is the JSON answer.
type document struct {
	Tool      string            `json:"tool"`
	Verdict   string            `json:"verdict"`
	Base      string            `json:"base"`
	Count     int64             `json:"count"` // files
	Lines     int64             `json:"lines"`
	Bytes     int64             `json:"bytes"`
	Binary    int64             `json:"binary"` // files without lines
	Languages []languageCount   `json:"languages"`
	Depth     *int              `json:"depth,omitempty"` // of the folders shown
	Deepest   *int              `json:"deepest,omitempty"`
	Matches   []json.RawMessage `json:"matches"`
	Truncated bool              `json:"truncated"` // rows are missing, or may be there to be found
	Ledger    *ledger.Ledger    `json:"ledger"`

	Question       string        `json:"question,omitempty"`
	Reason         string        `json:"reason,omitempty"`
	Interpretation *tool.Reading `json:"interpretation,omitempty"`
	Rest           string        `json:"rest,omitempty"`        // the command that shows what did not fit, or deeper folders
	NextCursor     string        `json:"next_cursor,omitempty"` // what --cursor takes to show what follows matches
}

// A languageCount is what a language has.
type languageCount struct {
	Language string `json:"language"`
	Files    int64  `json:"files"`
	Lines    int64  `json:"lines"`
	Bytes    int64  `json:"bytes"`
}

// A folderRow is a folder with all below it.
type folderRow struct {
	Path      string          `json:"path"`
	Type      string          `json:"type"`
	Depth     int             `json:"depth"`
	Files     int64           `json:"files"`
	Lines     int64           `json:"lines"`
	Bytes     int64           `json:"bytes"`
	Binary    int64           `json:"binary,omitempty"`
	Languages []languageCount `json:"languages"`
}

// A fileRow is a file of a flat tree; a binary one has no lines.
type fileRow struct {
	Path     string `json:"path"`
	Type     string `json:"type"`
	Language string `json:"language"`
	Lines    *int64 `json:"lines,omitempty"`
	Bytes    int64  `json:"bytes"`
}

// reserve is the part of the budget, in bytes, for the ledger and how the request was read.
const reserve = 1200

func languageCounts(list []share) []languageCount {
	out := make([]languageCount, len(list))
	for i, l := range list {
		out[i] = languageCount{l.language, l.files, l.lines, l.bytes}
	}
	return out
}

// encode returns a row in JSON.
func (s *search) encode(r *row) json.RawMessage {
	var v any
	if s.request.Flat {
		f := fileRow{Path: r.path, Type: "f", Language: r.language, Bytes: r.bytes}
		if r.language != binary {
			f.Lines = &r.lines
		}
		v = f
	} else {
		v = folderRow{r.path, "d", r.depth, r.files, r.lines, r.bytes, r.binary, languageCounts(r.by)}
	}
	j, err := render.JSON(v, false)
	if err != nil {
		return json.RawMessage("null")
	}
	return j
}

// size returns how many bytes a row takes in the answer.
func (s *search) size(r *row) int {
	if s.frame.Format == "json" {
		return len(s.encode(r)) + 1
	}
	return len(s.line(r))
}

// envelope returns about what a JSON answer has beside its rows.
func (s *search) envelope() string {
	j, err := render.JSON(languageCounts(s.found.languages()), s.frame.Indent)
	if err != nil {
		return ""
	}
	return string(j) + string(make([]byte, reserve+s.commands()+len(s.frame.Question)))
}

// fitJSON sets how many rows the page has.
func (s *search) fitJSON() {
	rows := s.rows[s.offset():]
	if limit := s.request.Limit; limit > 0 {
		rows = rows[:min(int64(len(rows)), limit)]
	}
	_, bytes := s.room()
	for s.shown < len(rows) {
		if bytes -= s.size(&rows[s.shown]); bytes < 0 && s.shown > 0 {
			break
		}
		s.shown++
	}
	s.cut = s.offset()+s.shown < len(s.rows)
}

// document returns the JSON answer, with fewer rows, and at last without explanations, if it exceeds its budget.
func (s *search) document(ctx context.Context, o tool.Outcome, a *tool.Answer) any {
	for lean := false; ; {
		d := s.build(o, a, lean)
		j, err := render.JSON(d, s.frame.Indent)
		if err == nil && len(j) >= s.frame.Budget.Bytes && !lean {
			if lean = s.shown <= 1; !lean {
				s.shown, s.cut = s.shown-max(s.shown/8, 1), true
			}
			continue
		}
		if s.cut {
			d.NextCursor, d.Rest = s.next(ctx)
		}
		return d
	}
}

// build returns the JSON answer with the rows of the page.
func (s *search) build(o tool.Outcome, a *tool.Answer, lean bool) *document {
	all := s.found.total()
	d := &document{
		Tool: "ct-search", Verdict: o.Result.String(), Base: a.Base, Count: all.files, Lines: all.lines, Bytes: all.bytes, Binary: all.binary,
		Languages: languageCounts(s.found.languages()), Matches: []json.RawMessage{}, Truncated: s.cut || a.Ledger.Cut(), Ledger: a.Ledger,
		Reason: o.Fault(),
	}
	if !s.request.Flat {
		d.Depth, d.Deepest = &s.depth, &s.deep
	}
	rows := s.pageRows()
	for i := range rows {
		d.Matches = append(d.Matches, s.encode(&rows[i]))
	}
	if lean {
		d.Question, _ = budget.Clip([]byte(s.frame.Question), 0, 0, grep.LeanEcho)
		d.Languages, d.Matches = []languageCount{}, []json.RawMessage{}
		s.shown, s.cut = 0, len(s.rows) > 0
		d.Truncated = d.Truncated || s.cut
		return d
	}
	d.Question, d.Interpretation = s.frame.Question, a.Reading
	switch {
	case s.cut:
		next := s.page.Next(s.end()).String()
		d.NextCursor, d.Rest = next, s.command("--cursor="+next)
	case s.hides():
		d.Rest = s.deeper()
	}
	return d
}
