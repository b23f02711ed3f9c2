package main

import (
	"encoding/json"
	"path/filepath"
)

// Clients and modes.
const (
	claude = "claude"
	cursor = "cursor"
	gemini = "gemini"
	advise = "advise"
	deny   = "deny"
)

// Events of the clients. docs/explain/ct-steer.md names where each is documented.
const (
	preToolUse           = "PreToolUse"
	beforeShellExecution = "beforeShellExecution"
	beforeTool           = "BeforeTool"
	afterTool            = "AfterTool"
)

// maxInput is how many bytes of a hook's input are read; what is larger passes untouched.
const maxInput = 1 << 20

// event is a hook's input, with the members of all clients together.
type event struct {
	Name    string `json:"hook_event_name"`
	Cwd     string `json:"cwd"`
	Tool    string `json:"tool_name"`
	Command string `json:"command"` // Cursor's
	Input   struct {
		Command   string `json:"command"`
		Directory string `json:"directory"` // where Gemini's shell runs, if not in cwd
		DirPath   string `json:"dir_path"`
	} `json:"tool_input"`
}

// answer is a hook's output. It never allows: that would skip the user's approval.
type answer struct {
	Specific     *specific `json:"hookSpecificOutput,omitempty"`
	Decision     string    `json:"decision,omitempty"`
	Reason       string    `json:"reason,omitempty"`
	Permission   string    `json:"permission,omitempty"`
	UserMessage  string    `json:"user_message,omitempty"`
	AgentMessage string    `json:"agent_message,omitempty"`
}

type specific struct {
	Event   string `json:"hookEventName"`
	Context string `json:"additionalContext,omitempty"`
	Verdict string `json:"permissionDecision,omitempty"`
	Reason  string `json:"permissionDecisionReason,omitempty"`
}

// respond returns the answer to a hook's input, nil if the command passes untouched.
func respond(input []byte, client, mode string) *answer {
	var e event
	if len(input) > maxInput || json.Unmarshal(input, &e) != nil {
		return nil
	}
	line, at := e.shell(client)
	if line == "" || !filepath.IsAbs(at) {
		return nil
	}
	found := suggest(line, place(at))
	if found == nil {
		return nil
	}
	return e.answer(mode, found)
}

// shell returns the command line that is to run and its folder, "" if the event is not one of the client's about a shell.
func (e *event) shell(client string) (line, at string) {
	is := func(c, name, tool string) bool {
		return (client == "" || client == c) && e.Name == name && e.Tool == tool
	}
	switch {
	case is(claude, preToolUse, "Bash"):
		return e.Input.Command, e.Cwd
	case is(cursor, beforeShellExecution, e.Tool):
		return e.Command, e.Cwd
	case is(gemini, beforeTool, "run_shell_command"), is(gemini, afterTool, "run_shell_command"):
		at = e.Cwd
		for _, dir := range []string{e.Input.Directory, e.Input.DirPath} {
			if filepath.IsAbs(dir) {
				at = dir
			} else if dir != "" {
				at = filepath.Join(at, dir)
			}
		}
		return e.Input.Command, at
	}
	return "", ""
}

// answer returns the answer with a suggestion, nil if the event has no field for it. A suggestion with a note only advises:
// a command that does something else besides is not refused.
func (e *event) answer(mode string, found *suggestion) *answer {
	suggestion, equivalent := found.String(), "an exact equivalent"
	if found.note != "" {
		mode, equivalent = advise, "an equivalent, but for what is in brackets"
	}
	advice := "ct has " + equivalent + ", with numbered lines and a report of what was left out: " + suggestion
	refusal := "Run this instead, which finds the same: " + suggestion
	switch {
	case e.Name == preToolUse && mode == advise:
		return &answer{Specific: &specific{Event: preToolUse, Context: advice}}
	case e.Name == preToolUse:
		return &answer{Specific: &specific{Event: preToolUse, Verdict: "deny", Reason: refusal}}
	case e.Name == beforeShellExecution && mode == deny:
		return &answer{Permission: "deny", UserMessage: "ct-steer: " + suggestion, AgentMessage: refusal}
	case e.Name == beforeTool && mode == deny:
		return &answer{Decision: "deny", Reason: refusal}
	case e.Name == afterTool && mode == advise:
		return &answer{Specific: &specific{Event: afterTool, Context: advice}}
	}
	return nil
}
