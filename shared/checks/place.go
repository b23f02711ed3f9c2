package checks

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// maxPlaces bounds the places that are kept of a check.
const maxPlaces = 100

// answer has what the answers of the tools have in common with places. Each has some of its members.
type answer struct {
	Base    string `json:"base"`
	Matches []struct {
		Path   string `json:"path"`
		Line   int64  `json:"line"`
		Column int    `json:"column"`
		Text   string `json:"text"`
	} `json:"matches"`
	Sections []struct {
		Title    string    `json:"title"`
		Findings []finding `json:"findings"`
	} `json:"sections"`
	Evidence []finding `json:"evidence"`
	Scout    struct {
		Files []struct {
			Path string `json:"path"`
		} `json:"top_files"`
	} `json:"scout"`
	Survey struct {
		Paths []struct {
			Path string `json:"path"`
			Term string `json:"term"`
		} `json:"by_path"`
	} `json:"survey"`
	Snippets []struct {
		Path  string `json:"path"`
		Lines []struct {
			N     int64  `json:"n"`
			Match bool   `json:"match"`
			Text  string `json:"text"`
		} `json:"lines"`
	} `json:"snippets"`
}

// finding is one row of an answer of findings.
type finding struct {
	Message string `json:"message"`
	Anchor  *struct {
		File string `json:"file"`
		Line int64  `json:"line"`
		Col  int    `json:"col"`
	} `json:"anchor"`
}

// found are the titles of the sections that have the findings themselves.
var found = []string{"Top Matches", "Non-code Mentions"}

// places returns the places in the answer of a tool, the first ones.
func places(text []byte) []Place {
	var list []Place
	var nodes []struct{ Path, Title string }
	if json.Unmarshal(text, &nodes) == nil { // of ct-spec
		for _, n := range nodes {
			list = append(list, Place{Path: n.Path, Text: n.Title})
		}
		return list[:min(len(list), maxPlaces)]
	}
	var a answer
	if json.Unmarshal(text, &a) != nil {
		return nil
	}
	for _, m := range a.Matches {
		list = append(list, Place{path.Join(a.Base, m.Path), m.Line, m.Column, m.Text})
	}
	for _, s := range a.Sections {
		if slices.Contains(found, s.Title) {
			list = slices.Concat(list, anchored(s.Findings))
		}
	}
	list = slices.Concat(list, anchored(a.Evidence))
	for _, f := range a.Scout.Files {
		list = append(list, Place{Path: f.Path})
	}
	for _, p := range a.Survey.Paths {
		list = append(list, Place{Path: p.Path, Text: p.Term})
	}
	for _, s := range a.Snippets {
		for _, l := range s.Lines {
			if l.Match {
				list = append(list, Place{Path: s.Path, Line: l.N, Text: l.Text})
			}
		}
	}
	return list[:min(len(list), maxPlaces)]
}

// anchored returns the places of findings that have one.
func anchored(list []finding) []Place {
	var places []Place
	for _, f := range list {
		if f.Anchor != nil {
			places = append(places, Place{f.Anchor.File, f.Anchor.Line, f.Anchor.Col, f.text()})
		}
	}
	return places
}

// text returns the message of a finding without the place that it begins with: a file and a line, or several.
func (f *finding) text() string {
	head := f.Anchor.File + ":"
	if len(f.Message) < len(head) || f.Message[:len(head)] != head {
		return f.Message
	}
	return strings.TrimSpace(strings.TrimLeft(f.Message[len(head):], "0123456789-"))
}
