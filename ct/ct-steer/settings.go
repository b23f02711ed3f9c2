package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/ct-tools/ct/shared/render"
)

var errNoObject = errors.New("standard input is not one JSON object; give the client's settings, or nothing")

// settings returns the settings that make a client run the program as its hook, merged into the settings that text holds.
// Hooks of ct-steer in text are replaced. Everything else stays, in its order; of text in several lines, only the member
// hooks is formatted again.
func settings(client, mode, program string, text []byte) ([]byte, error) {
	event, entry, err := hook(client, mode, render.Shell(program, "hook", "--client", client, "--mode", mode))
	if err != nil {
		return nil, err
	}
	if text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\uFEFF"))); len(text) == 0 {
		text = []byte("{}")
	}
	if err := object(text); err != nil {
		return nil, err
	}
	d := &document{text: text, indent: indentOf(text)}
	var hooks []member
	if value, given := valueOf(d.members(), "hooks"); given {
		if value[0] != '{' {
			return nil, errors.New(`"hooks" on standard input is not an object; correct the settings first`)
		}
		hooks = members(value)
	}
	if hooks, err = merged(hooks, event, entry); err != nil {
		return nil, err
	}
	d.set("hooks", compose(hooks))
	if _, given := valueOf(d.members(), "version"); client == cursor && !given {
		d.set("version", []byte("1"))
	}
	if !bytes.Contains(text, []byte("\n")) {
		var b bytes.Buffer
		err = json.Indent(&b, d.text, "", d.indent)
		d.text = b.Bytes()
	}
	return append(d.text, '\n'), err
}

// object returns an error unless text is one JSON object.
func object(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	var all map[string]json.RawMessage
	if err := d.Decode(&all); err != nil {
		if _, mistyped := errors.AsType[*json.UnmarshalTypeError](err); mistyped {
			return errNoObject
		}
		return fmt.Errorf("standard input is not JSON: %w; give the client's settings, without comments, or nothing", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) || all == nil {
		return errNoObject
	}
	return nil
}

// merged returns the hooks by event without those that run ct-steer, and with an entry for an event.
func merged(hooks []member, event string, entry json.RawMessage) ([]member, error) {
	kept := hooks[:0]
	for _, h := range hooks {
		if list, changed := without(elements(h.value)); changed {
			if len(list) == 0 {
				continue
			}
			h.value = composeList(list)
		}
		kept = append(kept, h)
	}
	before, given := valueOf(kept, event)
	if given && before[0] != '[' {
		return nil, fmt.Errorf("hooks.%s on standard input is not a list; correct the settings first", event)
	}
	return replaced(kept, event, composeList(append(elements(before), entry))), nil
}

// hook returns the event and the entry of a client's settings that run a command line.
func hook(client, mode, command string) (event string, entry json.RawMessage, err error) {
	type run struct {
		Type    string `json:"type,omitempty"`
		Name    string `json:"name,omitempty"`
		Command string `json:"command"`
		Timeout int    `json:"timeout,omitempty"`
	}
	type matched struct {
		Matcher string `json:"matcher"`
		Hooks   []run  `json:"hooks"`
	}
	var value any
	switch {
	case client == claude:
		event, value = preToolUse, matched{"Bash", []run{{Type: "command", Command: command, Timeout: 5}}}
	case client == cursor && mode == advise:
		return "", nil, errors.New("the hook beforeShellExecution of Cursor cannot advise without deciding; give --mode deny")
	case client == cursor:
		event, value = beforeShellExecution, run{Command: command}
	default:
		event = map[string]string{advise: afterTool, deny: beforeTool}[mode]
		value = matched{"run_shell_command", []run{{Type: "command", Name: "ct-steer", Command: command, Timeout: 5000}}}
	}
	entry, err = render.JSON(value, false)
	return event, entry, err
}

var ours = lazily(`(^|[/\\' ])ct-steer(\.exe)?'? hook( |$)`)

// without returns hook entries without those that run ct-steer, and reports whether there were any.
func without(entries []json.RawMessage) (kept []json.RawMessage, changed bool) {
	for _, e := range entries {
		all := members(e)
		if command, _ := valueOf(all, "command"); ours().MatchString(unquoted(command)) {
			changed = true
			continue
		}
		inner, _ := valueOf(all, "hooks")
		if list, fewer := without(elements(inner)); fewer {
			changed = true
			if len(list) == 0 {
				continue
			}
			e = compose(replaced(all, "hooks", composeList(list)))
		}
		kept = append(kept, e)
	}
	return kept, changed
}
