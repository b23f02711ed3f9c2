// Package tool is the driver that all programs share. It parses the command line, reads the configuration, confines the
// process, runs the tool within its limits, judges and prints what the tool found, and returns the exit status. A tool
// returns its plan and what it found; it never prints and never exits.
package tool

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/verdict"
)

// A Tool is one program of the suite.
type Tool struct {
	Table   opt.Table // the tool's own rows; the driver adds those that all tools share
	Guide   string    // the guide in Markdown
	Formats []string  // output formats, the natural one first
	Natural string    // what the help adds to them, if the natural one differs by form
	Budget  budget.Budget
	Hard    budget.Budget // the maximum of options; 0 is no bound
	// Extents, if set, replace Budget and Hard for a program whose forms differ in them.
	Extents []Extent
	Names   []string // figures that expectations can name
	// Fractions are further ones, which need not be whole.
	Fractions []string
	// BareCalls says that an arguments object without a "tool" means the first definition.
	BareCalls bool
	// CallBytes has, by definition, the key of the configuration that bounds its answers in bytes; such an answer keeps
	// to any bound from 512 bytes up.
	CallBytes map[string]string
	// Judge, if set, is for a tool that judges its answers
	// itself (Answer.Verdict); its options and definition differ as described there.
	Judge *Judge
	// Rewrite, if set, replaces an option that is short for others by these,
	// before the form is chosen. It takes and returns the positional arguments.
	Rewrite func(args []string) ([]string, error)
	// Plan checks the request that parsing has filled and returns the work. It
	// must not search itself. Its error is a *opt.UsageError or a refusal.
	Plan func(f *Frame, args []string) (*Job, error)
}

// A Judge describes a tool that decides its own verdict on the command that it ran, instead of comparing counts with an
// expectation. It has no --expect, its definition has the options of framing too, confinement cannot be switched off,
// --quiet omits only the banner and the body, and a budget of bytes bounds each text in tokens and documents.
type Judge struct {
	Help  map[string]string // help of the shared options that mean something else here, by name
	Calls []string          // the shared options that its definition holds
}

// A Job is planned work.
type Job struct {
	Writable []string // folders that stay open to writing
	Online   bool     // the work uses TCP
	// Instead, if set, is the program that replaces this one, with the same arguments.
	Instead string
	// Again, if set, runs this program again with the same arguments in other surroundings, such as another namespace, and
	// returns its exit status. Nothing else is then done here.
	Again func() (status int, err error)
	// Interruptible says that after a signal to this process Run returns, as soon as its children have ended. Otherwise
	// the signal ends the process at once.
	Interruptible bool
	// Progress, if set, returns the line of progress for a terminal, in full and then with fewer words, in ASCII. It replaces
	// the count of files and matches, and may be called while Run runs.
	Progress func() []string
	// Run does the work. It streams the body of a text format to out and returns what it found; with another format it
	// must not use out. It returns soon after ctx ends, with the cut in the answer's ledger.
	Run func(ctx context.Context, out io.Writer) (*Answer, error)
	// Parts, unless nil, divides the work among many trees. Without it what Run prints of each is printed one after another.
	Parts *Parts
}

// Parts are how work is divided among many trees: a job for each of them scans it, and another one answers with what they
// found together.
type Parts struct {
	Set  []string    // options, each in one word, that the job of a tree has in place of those given
	None func() Part // of no tree
	// Scan returns the part of a tree, by its number. known is nil in the first pass, later what Next gave.
	Scan func(ctx context.Context, tree int, known any) (Part, error)
	// Next, if set, takes what a pass found in all trees, and returns the next pass, nil after the last one.
	Next   func(all Part) *Pass
	Answer func(ctx context.Context, all Part, out io.Writer) (*Answer, error) // all is that of the last pass
	// Row, if set, returns what was found in one tree, as a value that marshals to JSON, or nil if that is nothing.
	Row func(name string, of Part) any
}

// A Pass is one more scan of trees, which needs to know what earlier ones found in all.
type Pass struct {
	Known any   // a value that encoding/gob can encode
	Trees []int // the numbers of those to scan, in order; nil means all
}

// A Part is what was found in some of the trees: a value that encoding/gob can encode, of one type for each form.
type Part interface {
	// Number makes the part that of one tree, by its place in the order of all and its name.
	Number(n int, name string)
	// Merge adds another part, in any order and grouping. The other is not used again.
	Merge(o Part)
	// Sum returns the ledger of the trees.
	Sum() *ledger.Ledger
}

// PartOf returns a part of one form as what it is.
func PartOf[P Part](p Part) P {
	of, ok := p.(P)
	if !ok {
		panic(fmt.Sprintf("a part of another form: %T", p))
	}
	return of
}

// An Answer is what a search found and what it read.
type Answer struct {
	Figures verdict.Figures // what expectations are judged by (verdict.FromLedger)
	Lines   int64           // matching lines
	Base    string          // where it searched, as printed
	Matches string          // the value of {MATCHES}; made only if Frame.Uses says so
	Ledger  *ledger.Ledger
	Reading *Reading
	// Hint says what the reader of any verdict should know, such as that a pattern was read as an expression or glob and
	// matched nothing although its literal text occurs. It is added to the reason.
	Hint     string
	Encoded  int64             // searched files that are not UTF-8, if that matters to the verdict
	Document func(Outcome) any // the value that JSON formats print
	// Text returns the text beside a document, if --content asks for it; the frame then has the format and the budget
	// of the text. It is called after Document. If it is nil, the text is Document in the format of the text, such as TOON.
	Text  func(Outcome) string
	Aside string // lines for standard error, printed before the templates of --emit

	// For a tool with a Judge: its verdict, and the values of tokens other than {RESULT}, {QUESTION} and {REASON}.
	Verdict *Outcome
	Token   func(name string) (string, bool)
}

// An Outcome is the verdict on an answer.
type Outcome struct {
	Result verdict.Result
	Reason string // one line: what was expected and what was found
	Doubt  string // the answer's Hint
}

// Fault returns the reason if something is wrong, else "".
func (o Outcome) Fault() string {
	if o.Result == verdict.Success && o.Doubt == "" {
		return ""
	}
	return o.Reason
}

// A Reading says how a search understood its request.
type Reading struct {
	Mode         string        `json:"mode"`
	Case         string        `json:"case"`
	Scope        string        `json:"scope"`
	At           string        `json:"at,omitempty"` // the revision that was searched, with its hash
	Limits       string        `json:"limits,omitempty"`
	Near         *int64        `json:"substring_matches,omitempty"` // further matches inside longer words
	Notes        []string      `json:"notes,omitempty"`
	Alternatives []Alternative `json:"would_match,omitempty"`
	Similar      []Similar     `json:"did_you_mean,omitempty"`
	Confinement  string        `json:"confinement,omitempty"` // only if not confined
	Literal      bool          `json:"-"`                     // nothing was interpreted: no line in text
}

// An Alternative is another reading that would have matched.
type Alternative struct {
	Label   string `json:"label"` // "ignoring case"
	Count   int64  `json:"count"` // matching lines
	AtLeast bool   `json:"at_least,omitempty"`
	Command string `json:"command,omitempty"` // "" if it would be too long to repeat
}

// A Similar is a name that may have been meant.
type Similar struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Place   string `json:"place"` // path:line of its definition
	Command string `json:"command,omitempty"`
}

// Add adds an alternative. If one command selects two of them, such as the same option for several patterns, the larger
// count stays as a lower bound, because their lines may be the same.
func (r *Reading) Add(a Alternative) {
	for i := range r.Alternatives {
		if have := &r.Alternatives[i]; have.Command == a.Command && a.Command != "" {
			have.Count, have.AtLeast = max(have.Count, a.Count), true
			return
		}
	}
	r.Alternatives = append(r.Alternatives, a)
}

// text reports whether the frame prints a text format, which streams, and not one document.
func (f *Frame) text() bool { return !slices.Contains([]string{"json", "toon", "jsonl"}, f.Format) }

// lines reports whether the format streams one JSON value a line; what is beside them goes to standard error.
func (f *Frame) lines() bool { return f.Format == "jsonl" }
