package main

import "cmp"

// extent is what max_bytes may be of a tool's answer, in bytes: from the least
// that its program takes to what an answer has without it.
type extent struct{ least, most int }

// extents are those of the tools, by their names here.
func extents() map[string]extent {
	const whole = 32 << 10 // of an answer in JSON, where its program has no other bound
	return map[string]extent{
		"search_files": {512, 64 << 10}, "smart_search": {2048, whole}, "find_entities": {2048, whole}, "find_calls": {2048, whole}, "find_files": {2048, whole},
		"survey": {2048, 8000}, "scout": {2048, 8000}, "show": {2048, whole}, "sample": {2048, 8000}, "spec_search": {2048, whole}, "framed_test": {2048, whole},
	}
}

// extent gives what max_bytes may be under the configured bound; 0 is none.
func (t *tool) extent(configured int) extent {
	e := extents()[t.name]
	e.most = max(min(cmp.Or(configured, e.most), e.most), e.least)
	return e
}

// required are the arguments without which a tool does nothing, where its
// program's definition does not say so.
func required() map[string][]string {
	return map[string][]string{"survey": {"term"}, "find_calls": {"calls"}, "find_entities": {"entity"}, "framed_test": {"cmd"}}
}
