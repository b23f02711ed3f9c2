package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/ct-tools/ct/shared/render"
)

// object is a JSON object.
type object = map[string]any

var errNoObject = errors.New("standard input is not one JSON object; give the client's settings, or nothing")

// settings returns the settings that make a client run the program as its hook, merged into the settings that text holds.
// Hooks of ct-steer in text are replaced; everything else stays.
func settings(client, mode, program string, text []byte) ([]byte, error) {
	all := object{}
	if len(bytes.TrimSpace(text)) > 0 {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&all); err != nil {
			if _, mistyped := errors.AsType[*json.UnmarshalTypeError](err); mistyped {
				return nil, errNoObject
			}
			return nil, fmt.Errorf("standard input is not JSON: %w; give the client's settings, without comments, or nothing", err)
		}
		if _, err := d.Token(); !errors.Is(err, io.EOF) || all == nil {
			return nil, errNoObject
		}
	}
	hooks, ok := all["hooks"].(object)
	if _, given := all["hooks"]; given && !ok {
		return nil, errors.New(`"hooks" on standard input is not an object; correct the settings first`)
	}
	if hooks == nil {
		hooks = object{}
		all["hooks"] = hooks
	}
	for name, list := range hooks {
		entries, ok := list.([]any)
		if !ok {
			continue
		}
		if entries = without(entries); len(entries) == 0 {
			delete(hooks, name)
		} else {
			hooks[name] = entries
		}
	}
	event, entry, err := hook(client, mode, render.Shell(program, "hook", "--client", client, "--mode", mode))
	if err != nil {
		return nil, err
	}
	before, _ := hooks[event].([]any)
	if _, given := hooks[event]; given && before == nil {
		return nil, fmt.Errorf("hooks.%s on standard input is not a list; correct the settings first", event)
	}
	hooks[event] = append(before, entry)
	if _, given := all["version"]; client == cursor && !given {
		all["version"] = 1
	}
	out, err := render.JSON(all, true)
	return append(out, '\n'), err
}

// hook returns the event and the entry of a client's settings that run a command line.
func hook(client, mode, command string) (event string, entry object, err error) {
	switch client {
	case claude:
		return preToolUse, object{"matcher": "Bash", "hooks": []any{object{"type": "command", "command": command, "timeout": 5}}}, nil
	case cursor:
		if mode == advise {
			return "", nil, errors.New("the hook beforeShellExecution of Cursor cannot advise without deciding; give --mode deny")
		}
		return beforeShellExecution, object{"command": command}, nil
	}
	event = afterTool
	if mode == deny {
		event = beforeTool
	}
	return event, object{"matcher": "run_shell_command", "hooks": []any{object{"type": "command", "name": "ct-steer", "command": command, "timeout": 5000}}}, nil
}

var ours = lazily(`(^|[/\\' ])ct-steer(\.exe)?'? hook( |$)`)

// without returns hook entries without those that run ct-steer.
func without(entries []any) (kept []any) {
	for _, e := range entries {
		o, _ := e.(object)
		if command, _ := o["command"].(string); ours().MatchString(command) {
			continue
		}
		inner, nested := o["hooks"].([]any)
		if nested && len(inner) > 0 {
			if inner = without(inner); len(inner) == 0 {
				continue
			}
			o["hooks"] = inner
		}
		kept = append(kept, e)
	}
	return kept
}
