// Package answer has the form of an answer in findings: its sections and their order, the findings of matches, how the
// answer is printed, and what is dropped if it exceeds its budget.
package answer

import (
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/source"
)

// Schema names the form of the JSON answer and its version.
const Schema = "ct.search/1"

// An Answer is the whole answer, in the order in which JSON prints it.
type Answer struct {
	Run         Run            `json:"run"`
	Question    string         `json:"question,omitempty"`
	Verdict     string         `json:"verdict,omitempty"`
	Summary     Summary        `json:"summary"`
	KeyFindings []Finding      `json:"key_findings"`
	Sections    []Section      `json:"sections"`
	Evidence    []Finding      `json:"evidence"`
	Artifacts   []Artifact     `json:"artifacts"`
	Ledger      *ledger.Ledger `json:"ledger"`
	NextCursor  *string        `json:"next_cursor"`

	status    string    // the first line of Markdown: why the answer is not whole, "" if it is
	at        string    // the revision that was searched, for the second line of Markdown; "" for the files that are there
	closing   string    // how the query was read, for the last line of Markdown
	leads     []Finding // the uses that Markdown prints after the key findings
	line      string    // all that Markdown prints, if not even a summary fits
	showEmpty bool      // Markdown prints the answer though there is no match
}

// New returns an answer with a summary only.
func New(s Summary) *Answer {
	return &Answer{Summary: s, KeyFindings: []Finding{}, Sections: []Section{}, Evidence: []Finding{}, Artifacts: []Artifact{}}
}

// Copy returns an answer whose sections can be changed apart from those of a.
func (a *Answer) Copy() *Answer {
	c := *a
	c.Sections = slices.Clone(a.Sections)
	return &c
}

// Add appends a section of findings; without findings it adds nothing.
func (a *Answer) Add(title string, findings []Finding) {
	if len(findings) > 0 {
		a.Sections = append(a.Sections, Section{Title: title, Findings: findings})
	}
}

// Frame sets what Markdown prints around the findings: status is its first line, "" if nothing is missing, and reading
// says how the query was read, for the last line. at names the revision that was searched, "" for the files that are there.
func (a *Answer) Frame(status, at, reading string) { a.status, a.at, a.closing = status, at, reading }

// Repeat makes the commands of findings, which show places of files, repeat an option.
func (a *Answer) Repeat(option string) {
	option = strings.TrimPrefix(render.Shell("ct", option), "ct ") // as a word that is not the first one
	a.eachPlace(func(command *string) {
		program, rest, _ := strings.Cut(*command, " ")
		*command = program + " " + option + " " + rest
	})
}

// Unshown drops the commands of findings that show places of files, where no command can show what was searched.
func (a *Answer) Unshown() { a.eachPlace(func(command *string) { *command = "" }) }

// eachPlace calls f with the commands that show places of files.
func (a *Answer) eachPlace(f func(command *string)) {
	for _, list := range append([][]Finding{a.KeyFindings, a.Evidence}, sectionsOf(a)...) {
		for i := range list {
			for j := range list[i].actions {
				f(&list[i].actions[j].Command)
			}
		}
	}
}

func sectionsOf(a *Answer) [][]Finding {
	all := make([][]Finding, len(a.Sections))
	for i := range a.Sections {
		all[i] = a.Sections[i].Findings
	}
	return all
}

// Lead makes Markdown print these uses after the key findings, and of the other matches, without the definition that a
// key finding describes, only a line each.
func (a *Answer) Lead(uses []occurrence.Group) {
	a.leads = nil
	for i := range uses {
		f := brief(&uses[i], 0, "")
		same := func(key Finding) bool {
			data, ok := key.Details.Data.(PrimaryData)
			return ok && data.Type == "symbol" && key.Anchor != nil && *key.Anchor == *f.Anchor // its text is in the message
		}
		known := func(l Finding) bool { return l.Anchor.File == f.Anchor.File && l.Anchor.Line == f.Anchor.Line }
		if len(a.leads) < MostLeads && !slices.ContainsFunc(a.KeyFindings, same) && !slices.ContainsFunc(a.leads, known) {
			a.leads = append(a.leads, f)
		}
	}
	paths := a.section(TitlePaths)
	for i := range paths { // unless a key finding names it
		paths[i].leads = slices.ContainsFunc(a.KeyFindings, func(key Finding) bool {
			data, ok := key.Details.Data.(PrimaryData)
			return ok && data.Type == "file" && data.Path == paths[i].Anchor.File
		})
	}
	for _, title := range []string{TitleTop, TitleMentions} {
		all := a.section(title)
		for i := range all {
			f := &all[i]
			same := func(l Finding) bool { return l.Anchor != nil && *l.Anchor == *f.Anchor }
			f.snippet = nil
			f.leads = slices.ContainsFunc(a.leads, same) || f.Category == source.Definition.String() && slices.ContainsFunc(a.KeyFindings, same)
		}
	}
}

// MostLeads is how many uses stand at the top.
const MostLeads = 3

// IsUse reports whether matches of a category use what was looked for.
func IsUse(category string) bool {
	switch category {
	case source.Callsite.String(), source.Reference.String(), source.Assignment.String(), source.Annotation.String():
		return true
	}
	return false
}

// ShowNone makes Markdown print the answer even without a match, because it says something else.
func (a *Answer) ShowNone() { a.showEmpty = true }

// AddEvidence lists briefly the first groups after the page; the first of them has a rank, from 1.
func (a *Answer) AddEvidence(groups []occurrence.Group, rank int, pattern string) {
	for i := range groups[:min(len(groups), MostEvidence)] {
		f := brief(&groups[i], rank+i, pattern)
		f.Category = Evidence
		a.Evidence = append(a.Evidence, f)
	}
}

// A Run describes the call that made the answer.
type Run struct {
	Tool    string   `json:"tool"`
	Schema  string   `json:"schema"`
	Version string   `json:"version"`
	Args    []string `json:"args"`
	Root    string   `json:"root"`
	Elapsed int64    `json:"elapsed_ms"`

	Confinement string `json:"confinement,omitempty"` // why there is none
}

// A Summary says how the query was read and what was found.
type Summary struct {
	Query      string   `json:"query"`
	Mode       string   `json:"mode"`
	At         string   `json:"at,omitempty"` // the revision that was searched
	FileGlobs  []string `json:"file_globs"`
	Include    []string `json:"include"`
	Exclude    []string `json:"exclude"`
	Context    Context  `json:"context_lines"`
	Limit      int      `json:"limit"`
	Scanned    int64    `json:"scanned_files"`
	MatchedIn  int64    `json:"matched_files"`
	Matches    int64    `json:"total_matches"`
	Returned   int64    `json:"returned_matches"`
	ScanMethod string   `json:"scan_method"`
	Truncated  bool     `json:"truncated,omitempty"`
	TimedOut   bool     `json:"timed_out,omitempty"`
	Notes      []string `json:"notes,omitempty"`
}

// Context is the number of lines shown around a match.
type Context struct {
	Before int `json:"before"`
	After  int `json:"after"`
}

// A Section is findings under a heading.
type Section struct {
	Title    string    `json:"title"`
	Findings []Finding `json:"findings"`
}

// A Finding is one statement about a place, with details.
type Finding struct {
	Category string  `json:"category"`
	Message  string  `json:"message"`
	Severity string  `json:"severity"`
	Anchor   *Anchor `json:"anchor"`
	Details  Details `json:"details"`

	rank    int                 // among the matches of all pages, 0 for none
	actions []Action            // those of the data
	leads   bool                // Markdown prints it after the key findings
	snippet *occurrence.Snippet // that Markdown prints
	under   string              // in an outline: the line that Markdown prints above it and others of the same
	line    string              // in an outline: what Markdown prints in place of Message
}

// Under makes a finding one of an outline, which Markdown prints as line below a heading, with others of the heading in the
// order of their places, and what lies in another one indented.
func (f *Finding) Under(heading, line string) { f.under, f.line = heading, line }

// An Anchor is a range of a file: lines and columns (in bytes) from 1, the end exclusive; all 0 for a whole file.
type Anchor struct {
	File      string `json:"file"`
	Line      int64  `json:"line"`
	Column    int    `json:"col"`
	EndLine   int64  `json:"end_line"`
	EndColumn int    `json:"end_col"`
}

// Details say how to read a finding and how much to trust it.
type Details struct {
	Kind       string `json:"kind"`
	Impact     string `json:"impact"`
	Confidence string `json:"confidence"`
	Data       any    `json:"data"`
}

// An Artifact is a file that was written on request.
type Artifact struct {
	Path   string `json:"path"`
	Format string `json:"format"`
}

// Levels of impact and confidence.
const (
	Low  = "low"
	Med  = "med"
	High = "high"
)

// Extras is what the data of any finding may add.
type Extras struct {
	Rank        int      `json:"rank,omitempty"`
	Score       float64  `json:"score,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	SnippetLang string   `json:"snippet_lang,omitempty"`
	Window      *Window  `json:"context_window,omitempty"`
	SnippetText string   `json:"context_snippet,omitempty"`
	Actions     Actions  `json:"actions,omitzero"`

	*occurrence.Change // of a place that a change of the symbol touches
}

// A Window is the lines of a snippet, both included.
type Window struct {
	Start int64 `json:"start_line"`
	End   int64 `json:"end_line"`
}

// An Action is a command to run next, as printed.
type Action struct {
	Kind     string `json:"kind"`
	Title    string `json:"title"`
	Command  string `json:"cmd"`
	Why      string `json:"why"`
	Priority int    `json:"priority"`
}

// Actions are commands to run next.
type Actions []Action

// IsZero reports whether there is no command.
func (a Actions) IsZero() bool {
	return !slices.ContainsFunc(a, func(act Action) bool { return act.Command != "" })
}

// Titles of the sections.
const (
	TitleTop         = "Top Matches"
	TitleKinds       = "Uses by Kind"
	TitleHot         = "Hot Files"
	TitleFollow      = "Suggested Follow-ups"
	TitleDefinitions = "Likely Definitions"
	TitleMentions    = "Non-code Mentions"
	TitlePaths       = "Path Hits"
	TitleGraph       = "Related Call Graph"
	TitleHazards     = "Hazards"
	TitleLimits      = "Limitations"
	TitleVerdict     = "Verdict"
)

// Bounds of the sections.
const (
	mostFollow   = 4
	MostLikely   = 5
	MostPaths    = 5
	MostEvidence = 10
	MostGraph    = 100
)

// Categories that do not come from scanners.
const (
	PathMatch = occurrence.PathMatch
	Evidence  = "evidence"
)
