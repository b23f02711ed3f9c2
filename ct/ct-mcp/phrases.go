package main

import (
	"cmp"
	"encoding/json"

	"github.com/ct-tools/ct/allowlist"
	"github.com/ct-tools/ct/shared/render"
)

// phrases say what an argument is, by its name, where its program's definition
// has no words for it. Those that several tools have are told in the instructions.
func phrases() map[string]string {
	return map[string]string{
		"cursor": "next_cursor of the answer before", "limit": "at most N results", "max_count": "at most N matching lines of a file",
		"context": "lines around each match", "where": `expression over path line category symbol enclosing lang score: category == "callsite"`,
		"follow": "through links", "text": "binary files too",
		"base": "folder to look in", "path": "folder to search",
	}
}

// own are phrases for the arguments of one tool, which take the place of what
// its program says for the command line.
func own() map[string]map[string]string {
	const text, places = "text to look for, as it stands unless a mode says otherwise", "files and folders to look in, at most 8"
	return map[string]map[string]string{
		"smart_search": {"query": text}, "search_files": {"query": text}, "scout": {"query": text}, "sample": {"query": text, "paths": places, "skip": "the first N clusters"},
		"framed_test": {
			"args": none, "cmd": "what to run", "stdin": "TEXT or file:PATH", "repeat": "runs that have to agree",
			"mask": "what may differ", "err_match": "ERROR if in stdout or stderr", "ok_match": "SUCCESS only if found",
			"err_match_stdout": none, "err_match_stderr": none, "ok_match_stdout": none, "ok_match_stderr": none,
			"err_when": "ERROR if so: code stdout stderr elapsed lines", "ok_when": "SUCCESS only if so",
			"otherwise": none, "mode": none, "focus": "lines of the output to give", "context": none,
			"capture_tail": none, "question": none,
		},
		"find_calls": {"calls": "func, Class.method, module.func", "depth": "2, callers of callers"},
		"show": {
			"file": none, "context": "lines around a match, at most 5", "line": "a page round N", "range": "A:B",
			"symbol": "definition of NAME or Type.NAME", "query": none,
		},
		"spec_search": {"query": "in plain words", "sections": none, "list": none, "code": "with paths under code:", "include": "the nodes, 'rfcs/**/*.md'", "root": "folder of the specs"},
		"survey":      {"term": "texts to count, at most 12"},
	}
}

// none stands for no words, where the name says all.
const none = "-"

// phrase gives each argument its words, for a caller by tool call, and says
// which a tool cannot do without.
func (t *tool) phrase() {
	for i := range t.input.Properties {
		p := &t.input.Properties[i]
		p.Schema.Description = cmp.Or(own()[t.name][p.Name], p.Schema.Description, phrases()[p.Name])
		if p.Schema.Description == none {
			p.Schema.Description = ""
		}
		if t.name == "framed_test" && p.Name == "cmd" {
			p.Schema.Enum = permitted()
		}
	}
	if t.input.Required == nil {
		t.input.Required = required()[t.name]
	}
}

// permitted names the commands of framed_test as JSON; a path to one is taken too.
func permitted() json.RawMessage {
	names, err := render.JSON(allowlist.Names(), false)
	if err != nil {
		return nil
	}
	return names
}
