package main

import (
	"encoding/json"

	"github.com/ct-tools/ct/shared/render"
)

// row is a ranked node in JSON.
type row struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Path    string    `json:"path"`
	Score   float64   `json:"score"`
	Snippet string    `json:"snippet"`
	Code    *[]string `json:"code,omitempty"` // with --code
}

// leaf is a listed node in JSON.
type leaf struct {
	ID    string    `json:"id"`
	Title string    `json:"title"`
	Path  string    `json:"path"`
	Desc  string    `json:"desc"`
	Code  *[]string `json:"code,omitempty"`
}

// document returns the array that JSON formats print, with as many rows as fit the budget. If these
// are not all, it also returns a note with the command for all of them.
func (s *search) document() (rows []any, part string) {
	rows = []any{}
	if s.frame.Format != "json" {
		return rows, ""
	}
	size, full := len("[]\n"), false
	for i := range s.found {
		if full = full || i >= s.limit && !s.request.list; full && s.frame.Quiet {
			break
		}
		row := s.row(&s.found[i])
		text, err := render.JSON([]any{row}, s.frame.Indent)
		size += len(text)
		if full = full || err != nil || size > s.frame.Budget.Bytes; !full {
			rows = append(rows, row)
		}
	}
	if len(rows) < len(s.found) {
		part = s.part(len(rows), 0, size)
	}
	return rows, part
}

func (s *search) row(r *result) any {
	n := r.node
	var code *[]string
	if s.request.code {
		paths := append([]string{}, n.code...)
		code = &paths
	}
	if s.request.list {
		return leaf{n.id, clip(n.title, maxTitle), n.path, n.desc, code}
	}
	return row{n.id, clip(n.title, maxTitle), n.path, r.score, n.lead, code}
}

func outputSchema() json.RawMessage {
	return json.RawMessage(`{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"title":{"type":"string"},"path":{"type":"string"},` +
		`"score":{"type":"number"},"snippet":{"type":"string"},"desc":{"type":"string"},"code":{"type":"array","items":{"type":"string"}}},"required":["id","title","path"]}}`)
}
