package matchers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tool"
)

// An Opener starts the matcher of a request and has it read the pattern.
type Opener func(context.Context) (*foreign.Session, error)

// Session completes the job of a request whose matcher is another program. The Opener is nil in a program that runs no
// matchers; the job then names the one that does.
func Session(r *request.Request, frame *tool.Frame, job *tool.Job, pattern string) (Opener, error) {
	name, argument, _ := strings.Cut(r.Matcher, "=")
	program, err := foreign.Find(name, frame.Config)
	if err != nil {
		return nil, opt.Usagef("matcher", "{matcher}: %v", err)
	}
	if r.Open == nil {
		job.Instead, err = sibling.FindBeside(sibling.Hosting)
		if err != nil {
			return nil, fmt.Errorf("--matcher %s: %w; it is installed with ct-search", name, err)
		}
		return nil, nil
	}
	job.Interruptible = true
	ask := foreign.Request{Program: program, Pattern: pattern, Argument: argument, Languages: r.LangNames, Confine: frame.Confine}
	if ask.Sockets, err = foreign.Sockets(true); err != nil {
		return nil, err
	}
	job.Writable = append(job.Writable, ask.Sockets)
	if ask.Folder, err = os.Getwd(); err != nil {
		return nil, err
	}
	if frame.Sandbox != "" {
		box, err := filepath.Abs(frame.Sandbox)
		if err != nil {
			return nil, err
		}
		ask.Readable = []string{box}
	}
	if chosen := grep.Last(r.Cases); chosen != "" {
		ask.Case = caseOf(chosen)
	}
	return func(ctx context.Context) (*foreign.Session, error) { return r.Open(ctx, ask) }, nil
}

// caseOf returns the rule for case that a matcher gets; it decides about smart case itself.
func caseOf(chosen string) (c foreign.Case) {
	switch chosen {
	case "sensitive":
		c = foreign.CaseSensitive
	case "insensitive":
		c = foreign.CaseInsensitive
	}
	return c
}

// Notes is what a matcher says about files that it searched, added up.
type Notes []note

type note struct {
	foreign.Note
	first string // path of the first file
}

// mostNotes bounds the list of notes.
const mostNotes = 16

// Add adds the notes about a file.
func (n *Notes) Add(path string, notes []foreign.Note) {
	for _, one := range notes {
		at := slices.IndexFunc(*n, func(o note) bool { return o.Text == one.Text })
		if at < 0 {
			if len(*n) == mostNotes {
				continue
			}
			at = len(*n)
			*n = append(*n, note{Note: foreign.Note{Text: one.Text, Stale: one.Stale}, first: path})
		}
		(*n)[at].Count += one.Count
	}
}

// Stale returns the number of files that were searched without the matcher's index.
func (n Notes) Stale() int64 {
	var files uint64
	for i := range n {
		if n[i].Stale {
			files += n[i].Count
		}
	}
	return int64(files) //nolint:gosec // at most a few a file
}

// Texts returns the notes in the words of answers.
func (n Notes) Texts() []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("%s: %d, the first in %s", n[i].Text, n[i].Count, budget.EscapeName(n[i].first)))
	}
	return all
}

// IsBare reports whether an answer has no place for notes, so that they go to standard error.
func IsBare(frame *tool.Frame) bool { return frame.Format == request.FormatLines || frame.Quiet }

// Aside returns the line of standard error for texts, "" without any.
func Aside(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return "ct-search: " + budget.EscapeLine(strings.Join(texts, "; ")) + "\n"
}
