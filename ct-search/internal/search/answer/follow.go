package answer

import (
	"slices"
	"strings"
)

// Steps are commands to run next, in the order in which they were added, at most mostFollow.
type Steps []Finding

// Add adds a step, unless there is no command or no room.
func (s *Steps) Add(title, command, why string) {
	if command == "" || len(*s) == mostFollow {
		return
	}
	*s = append(*s, step(title, command, why, why, len(*s)+1))
}

// AddAction adds a step that is an action of another kind, if there is room.
func (s *Steps) AddAction(title string, a Action) {
	if len(*s) == mostFollow {
		return
	}
	f := step(title, a.Command, a.Why, a.Why, a.Priority)
	if data, ok := f.Details.Data.(HintData); ok {
		data.Actions = []Action{a}
		f.Details.Data = data
	}
	*s = append(*s, f)
}

func step(title, command, why, what string, priority int) Finding {
	return Finding{
		Category: "next_step", Message: title + ": " + command, Severity: "info",
		Details: Details{Kind: "smart_search.hint", Impact: Med, Confidence: High, Data: HintData{
			Kind: "follow_up", Why: why,
			Extras: Extras{Actions: []Action{{Kind: "search.refine", Title: title, Command: command, Why: what, Priority: priority}}},
		}},
	}
}

// More makes the first follow-up of an answer the command that shows its next page.
func (a *Answer) More(command string) {
	if command == "" {
		return
	}
	next := step("more", command, "what is not on this page", "the next page", 1)
	for i := range a.Sections {
		if s := &a.Sections[i]; s.Title == TitleFollow {
			kept := slices.DeleteFunc(slices.Clone(s.Findings), func(f Finding) bool { return strings.HasPrefix(f.Message, "more: ") })
			s.Findings = append([]Finding{next}, kept[:min(len(kept), mostFollow-1)]...)
			return
		}
	}
	a.Sections = append(a.Sections, Section{TitleFollow, []Finding{next}})
}
