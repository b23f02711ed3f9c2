package checks

import (
	"slices"
	"strings"
)

// row is an option of a tool, and whether a check may have it.
type row struct {
	name, short string
	aliases     []string
	value       bool     // it takes one
	maybe       bool     // the value may be missing
	spared      []string // options with which a late value may be missing
	late        bool     // its value may follow other options
	path        bool     // its value is a path
	asks        bool     // with it no argument is a QUERY
	refused     string   // why a check may not have it, "" if it may
}

// tools returns the tools that a check may call.
func tools() []string { return []string{"search", "survey", "show", "spec"} }

// The options, one a line: its names, the first of several letters or after -- being the usual one, and = if it takes a value,
// =path if that is a path, =late if it may follow other options, =but:OPTIONS if it may be missing with one of these, =maybe if it may always be, and QUERY if no argument is one with it. A test compares
// them with the tools' own, and fails if an option is in neither list.
const (
	// patterns are of all tools that search for text, walks of all tools.
	patterns = `
		mode =
		F fixed fixed-strings
		identifier
		word
		regex
		fuzzy
		w word-regexp
		case =
		i ignore-case
		s case-sensitive
		S smart-case
		t lang =
		u unrestricted`
	walks = `
		g include glob =
		exclude =
		iglob =
		T lang-not type-not =
		hidden
		no-ignore
		max-depth =
		max-files =
		max-file-size =
		at =
		expect =`
)

// permitted lists the options that a check may have, by tool.
var permitted = map[string]string{
	"search": patterns + walks + `
		engine =
		in =path
		follow
		a text
		files QUERY
		v invert-match
		x line-regexp
		o only-matching
		files-without-match
		H with-filename
		I no-filename
		no-heading
		base =path QUERY
		name = QUERY
		type = QUERY
		grep = QUERY
		e regexp = QUERY
		size = QUERY
		all-of = QUERY
		none-of = QUERY
		within =
		tree QUERY
		ext =
		min-lines =
		flat
		sort =
		desc
		l list files-with-matches
		summary
		n detail line-number
		c count
		limit =
		m max-count =
		A after-context =
		B before-context =
		C context =
		all-words
		include-strings
		where =
		entity kind = QUERY
		symbol = QUERY
		outline QUERY
		public
		match =
		sizes
		declarations
		literal-imports
		expand =
		calls =late QUERY
		impact =late =but:changed,staged QUERY
		signature =
		dead =late QUERY
		dead-all QUERY
		impl =late QUERY
		tests =late =but:changed,staged QUERY
		position =path =late QUERY
		resolve-in =path
		changed =maybe
		staged
		added
		removed
		strict
		depth =`,
	"survey": patterns + walks + `
		term = QUERY
		within =
		all-of = QUERY
		none-of =
		scout`,
	"show": patterns + walks + `
		sample
		C context =
		line = QUERY
		range = QUERY
		symbol = QUERY`,
	"spec": walks + `
		limit =
		sections
		code
		list
		root =path`,
}

// refusals lists the options that no check may have, by the reason.
var refusals = []struct{ why, options string }{
	{"it runs another program", `
		matcher =
		backend =
		blame`},
	{"it writes a file", `
		save-artifact =`},
	{"ct check decides what a call may do", `
		confine =
		sandbox =
		no-config
		timeout =`},
	{"it has options of its own in one word; write --entity, --symbol, --calls, …", `
		call =
		--q =late`},
	{"a check has its patterns in its own line; write -e PATTERN", `
		f file =path`},
	{"a check has one page", `
		cursor =
		skip =`},
	{"ct check writes the report", `
		question =
		emit emit-stdout =
		emit-stderr =
		quiet
		q silent
		0 null
		content =
		format =
		json
		json-pretty
		color =
		max-lines =
		max-bytes =
		heartbeat =
		heartbeat-emit =
		heartbeat-to =`},
	{"it asks about the program", `
		explain
		completions =
		man
		h help
		V version`},
}

// rows returns the options of a tool that are permitted, and all that are refused.
func rows(tool string) []row {
	list := parseRows(permitted[tool], "")
	for _, r := range refusals {
		list = append(list, parseRows(r.options, r.why)...)
	}
	return list
}

// parseRows reads a list of options.
func parseRows(text, refused string) []row {
	var list []row
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		r := row{refused: refused}
		for _, w := range words {
			switch {
			case w == "QUERY":
				r.asks = true
			case strings.HasPrefix(w, "=but:"):
				r.spared = strings.Split(w[len("=but:"):], ",")
			case w[0] == '=':
				r.maybe = r.maybe || w == "=maybe"
				r.value, r.path, r.late = true, r.path || w == "=path", r.late || w == "=late"
			case len(w) == 1:
				r.short = w
			case r.name == "":
				r.name = strings.TrimPrefix(w, "--")
			default:
				r.aliases = append(r.aliases, w)
			}
		}
		list = append(list, r)
	}
	return slices.Clip(list)
}
