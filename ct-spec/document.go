package main

import (
	"encoding/json"

	"github.com/ct-tools/ct/shared/render"
)

// A row is a ranked node in JSON.
type row struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Path    string    `json:"path"`
	Score   float64   `json:"score"`
	Snippet string    `json:"snippet"`
	Code    *[]string `json:"code,omitempty"` // with --code
}

// A leaf is a listed node in JSON.
type leaf struct {
	ID    string    `json:"id"`
	Title string    `json:"title"`
	Path  string    `json:"path"`
	Desc  string    `json:"desc"`
	Code  *[]string `json:"code,omitempty"`
}

// document gives the array that JSON formats print, as many rows as the budget
// holds, and how many of those that were asked for it does not.
func (s *search) document() (rows []any, cut int) {
	rows = []any{}
	if s.frame.Format != "json" {
		return rows, 0
	}
	most := len(s.found)
	if !s.request.list {
		most = min(most, s.limit)
	}
	size := len("[]\n")
	for i := range s.found[:most] {
		row := s.row(&s.found[i])
		text, err := render.JSON([]any{row}, s.frame.Indent)
		if size += len(text); err != nil || size > s.frame.Budget.Bytes {
			return rows, most - i
		}
		rows = append(rows, row)
	}
	return rows, 0
}

func (s *search) row(r *result) any {
	n := r.node
	var code *[]string
	if s.request.code {
		paths := append([]string{}, n.code...)
		code = &paths
	}
	if s.request.list {
		return leaf{n.id, n.title, n.path, n.desc, code}
	}
	return row{n.id, n.title, n.path, r.score, n.lead, code}
}

func outputSchema() json.RawMessage {
	return json.RawMessage(`{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"title":{"type":"string"},"path":{"type":"string"},` +
		`"score":{"type":"number"},"snippet":{"type":"string"},"desc":{"type":"string"},"code":{"type":"array","items":{"type":"string"}}},"required":["id","title","path"]}}`)
}
