package answer

import (
	"unicode/utf8"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/source"
)

// The data of findings, by their details.kind.
type (
	// PrimaryData is where to start.
	PrimaryData struct {
		Type       string `json:"primary_type"`
		Why        string `json:"why"`
		Symbol     string `json:"symbol,omitempty"`
		SymbolKind string `json:"symbol_kind,omitempty"`
		Path       string `json:"path,omitempty"`
		Normalized string `json:"query_normalized,omitempty"`
		Extras
	}
	// CountData counts matches of one kind.
	CountData struct {
		Counted string `json:"counted"`
		Matches int64  `json:"matches"`
		Files   int64  `json:"files,omitempty"`
		Hidden  bool   `json:"hidden,omitempty"`
		Extras
	}
	// FileData describes a whole file.
	FileData struct {
		Path    string      `json:"path"`
		Why     string      `json:"why"`
		Matches int64       `json:"match_count_in_file,omitempty"`
		Role    string      `json:"file_role,omitempty"`
		Symbols []TopSymbol `json:"top_symbols,omitempty"`
		Extras
	}
	// TopSymbol is a definition in a file.
	TopSymbol struct {
		Symbol string `json:"symbol"`
		Kind   string `json:"symbol_kind"`
		Line   int64  `json:"line"`
	}
	// RelatedData describes what is related to the query, and how.
	RelatedData struct {
		Relation   string      `json:"relation"`
		TargetType string      `json:"target_type"`
		Target     string      `json:"target"`
		Why        string      `json:"why,omitempty"`
		SymbolKind string      `json:"symbol_kind,omitempty"`
		Qualname   string      `json:"qualname,omitempty"`
		Places     []PlaceData `json:"places,omitempty"`
		Depth      int         `json:"depth,omitempty"`
		Sites      int64       `json:"sites,omitempty"`
		From       string      `json:"from,omitempty"`
		To         string      `json:"to,omitempty"`
		FromAt     *PlaceData  `json:"from_at,omitempty"` // where From is defined, because several may have the name
		ToAt       *PlaceData  `json:"to_at,omitempty"`
		Extras
	}
	// PlaceData is the place and kind of something of the same name.
	PlaceData struct {
		File     string `json:"file"`
		Line     int64  `json:"line"`
		Kind     string `json:"symbol_kind,omitempty"`
		Qualname string `json:"qualname"`
	}
	// HintData says what to ask next.
	HintData struct {
		Kind     string   `json:"hint_kind"`
		Why      string   `json:"why"`
		Queries  []string `json:"suggested_queries,omitempty"`
		Globs    []string `json:"suggested_globs,omitempty"`
		Patterns []string `json:"suggested_patterns,omitempty"`
		Extras
	}
	// LimitData says what is missing in an answer.
	LimitData struct {
		Reason string `json:"reason"`
		Why    string `json:"why"`
		Limit  int64  `json:"limit,omitempty"`
		Shown  int64  `json:"shown,omitempty"`
		Total  int64  `json:"total,omitempty"`
		Extras
	}
	// DefinitionData describes a definition.
	DefinitionData struct {
		Symbol     string   `json:"symbol"`
		SymbolKind string   `json:"symbol_kind"`
		Qualname   string   `json:"qualname"`
		Signature  string   `json:"signature,omitempty"`
		Module     string   `json:"module,omitempty"`
		Visibility string   `json:"visibility,omitempty"`
		Doc        string   `json:"doc_summary,omitempty"`
		Decorators []string `json:"decorators,omitempty"`
		Bases      []string `json:"bases,omitempty"`
		Exports    []string `json:"exports,omitempty"`
		Declared   bool     `json:"declaration,omitempty"` // without a body, of what is defined elsewhere
		*HeirData
		*TestData // of a test of the symbol
		// Confidence, Reason: that it implements, tests or is the symbol. They stand here because JSON leaves out what two of the parts have.
		Confidence string `json:"binding_confidence,omitempty"`
		Reason     string `json:"binding_reason,omitempty"`
		Extras
	}
	// HeirData says how a definition implements, extends or overrides what was asked for.
	HeirData struct {
		Relation string     `json:"relation"`
		Level    int        `json:"level"`
		Base     string     `json:"base,omitempty"`
		Target   *PlaceData `json:"target,omitempty"` // the definition that was asked for
		Pointer  bool       `json:"pointer_only,omitempty"`
	}
	// TestData says how a test reaches the symbol, and how it is run.
	TestData struct {
		Distance int      `json:"distance"` // calls to the symbol; 0 if only the name leads to it
		By       string   `json:"by"`
		Through  []string `json:"call_path,omitempty"`
		Run      string   `json:"run,omitempty"`
		NotRun   string   `json:"run_unknown,omitempty"` // why no command is known
	}
	// HazardData describes what makes calls hard to follow.
	HazardData struct {
		Kind     string   `json:"hazard_kind"`
		Why      string   `json:"why"`
		Evidence []string `json:"evidence,omitempty"`
		Extras
	}
	// CallData describes a call.
	CallData struct {
		Callee      string     `json:"callee"`
		Caller      string     `json:"caller"`
		Text        string     `json:"call_text"`
		Kind        string     `json:"call_kind,omitempty"`
		Args        *int       `json:"args_count,omitempty"`
		Keywords    []string   `json:"kwargs,omitempty"`
		Spread      bool       `json:"has_star_args,omitempty"`
		SpreadNames bool       `json:"has_star_kwargs,omitempty"`
		Confidence  string     `json:"binding_confidence,omitempty"`
		Reason      string     `json:"binding_reason,omitempty"`
		Hazards     []string   `json:"hazards,omitempty"`
		Target      *PlaceData `json:"target,omitempty"` // what it is bound to
		Extras
	}
	// ImportData describes an import.
	ImportData struct {
		Kind   string `json:"import_kind"`
		Module string `json:"module"`
		Name   string `json:"name,omitempty"`
		Alias  string `json:"alias,omitempty"`
		Text   string `json:"import_text,omitempty"`
		Extras
	}
	// ReferenceData describes a use that is not a call.
	ReferenceData struct {
		Symbol    string `json:"symbol"`
		Text      string `json:"ref_text"`
		Kind      string `json:"ref_kind,omitempty"`
		Enclosing string `json:"enclosing,omitempty"`
		Access    string `json:"access,omitempty"`
		Extras
	}
	// TextData describes a match in text, a string or a comment.
	TextData struct {
		Pattern   string     `json:"pattern"`
		Line      string     `json:"matched_line"`
		Spans     []SpanData `json:"match_spans,omitempty"`
		InFile    int64      `json:"match_count_in_file,omitempty"`
		Enclosing string     `json:"enclosing,omitempty"`
		Extras
	}
	// GivenData describes what the matcher of another program found.
	GivenData struct {
		Pattern   string            `json:"pattern"`
		Text      string            `json:"matched_text"`
		Captures  map[string]string `json:"captures,omitempty"`
		Kind      string            `json:"match_kind"`
		Enclosing string            `json:"enclosing,omitempty"`
		Extras
	}
	// SpanData is columns of a line, from 1, the end excluded.
	SpanData struct {
		Start int `json:"start_col"`
		End   int `json:"end_col"`
	}
)

// A Line is a match as jsonl prints it.
type Line struct {
	Path       string `json:"path"`
	Line       int64  `json:"line"`
	Column     int    `json:"column"`
	End        int64  `json:"end_line,omitempty"` // of a definition
	Category   string `json:"category"`
	Kind       string `json:"kind"`
	SymbolKind string `json:"symbol_kind,omitempty"` // what a definition defines
	Symbol     string `json:"symbol"`
	Enclosing  string `json:"enclosing"`
	Text       string `json:"text"`
	Lossy      bool   `json:"lossy,omitempty"` // Text has U+FFFD for bytes that are not UTF-8
	Question   string `json:"question,omitempty"`

	// For approximate matches, and those that the matcher of another program found.
	Score    float64           `json:"score,omitempty"`
	Captures map[string]string `json:"captures,omitempty"`

	// For what implements or extends what was asked for.
	Relation string `json:"relation,omitempty"`
	Level    int    `json:"level,omitempty"`

	// For a call whose binding was looked for, and for these.
	Confidence string     `json:"binding_confidence,omitempty"`
	Reason     string     `json:"binding_reason,omitempty"`
	Target     *PlaceData `json:"target,omitempty"`

	*occurrence.Change // of a place that a change of the symbol touches
	*Tested            // of a test
}

// Tested is what a line says of a test beside its confidence; see TestData.
type Tested struct {
	Distance int      `json:"distance"`
	By       string   `json:"by"`
	Through  []string `json:"call_path,omitempty"`
	Run      string   `json:"run,omitempty"`
	NotRun   string   `json:"run_unknown,omitempty"`
}

// LineOf returns the line of a match, with the question that was asked.
func LineOf(m *occurrence.Match, question string) Line {
	symbol := m.Word
	if d := m.Definition; d != nil && m.Kind == source.Definition {
		symbol = d.Qualname
	}
	l := Line{
		Path: m.Path, Line: m.Line, Column: m.Column, Category: m.Category(), Kind: kindOf(m),
		Symbol: symbol, Enclosing: m.Enclosing, Text: m.Text, Lossy: !utf8.ValidString(m.Text), Question: question,
	}
	if m.Given != nil || m.Approx > 0 {
		l.Score = m.Score()
	}
	if d := m.Definition; d != nil {
		l.End, l.SymbolKind = m.End, d.Kind.String()
		if h := heirOf(d); h != nil {
			l.Relation, l.Level, l.Confidence, l.Reason, l.Target = h.Relation, h.Level, d.Heir.Confidence, d.Heir.Reason, h.Target
		}
	}
	if l.Change = m.Change; l.Change != nil {
		l.Confidence, l.Reason = l.Change.Confidence, l.Change.Reason
	}
	l.Captures = captures(m)
	if c := m.Call; c != nil {
		l.Confidence, l.Reason, l.Target = c.Confidence, c.Reason, targetOf(c)
	}
	if t := m.Test; t != nil {
		l.Confidence, l.Reason = t.Confidence, t.Reason
		l.Tested = &Tested{t.Distance, t.By, t.Through, t.Run, t.NotRun}
	}
	return l
}
