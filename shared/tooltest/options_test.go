package tooltest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// options compares everything that describes options with the help, which is printed
// from the table that parses them.
func (c contract) options(t *testing.T, program string) {
	dir := t.TempDir()
	get := func(args ...string) string {
		r := Run{Dir: dir}.Do(t, program, args...)
		if r.Exit != 0 || r.Stderr != "" || r.Stdout == "" {
			t.Fatalf("%q: exit %d, %d bytes, stderr %q", args, r.Exit, len(r.Stdout), r.Stderr)
		}
		return r.Stdout
	}
	s := surface{help: get("--help"), guide: get("--explain"), completions: map[string]string{}}
	if get("-h") != s.help {
		t.Error("-h and --help differ")
	}
	if v := get("--version"); !strings.HasPrefix(v, c.Program+" 0.1.0") || !oneLine(v) || get("-V") != v {
		t.Errorf("version %q", v)
	}
	for shell := range offers {
		s.completions[shell] = get("--completions", shell)
	}
	d := c.definition(t, get("--explain", "json"))
	if d.size > maxDefinition {
		t.Errorf("the definition has %d bytes, more than %d", d.size, maxDefinition)
	}
	for property, schema := range d.Input.Properties {
		s.properties = append(s.properties, property)
		if schema.Description == "" {
			t.Errorf("property %s has no description", property)
		}
	}
	for _, fault := range s.faults() {
		t.Error(fault)
	}
}

// maxDefinition bounds a definition, in bytes of JSON.
const maxDefinition = 4096

// A definition is one that tool calls can name.
type definition struct {
	Name   string
	Input  schema  `json:"input_schema"`
	Output *schema `json:"output_schema"`
	size   int     // in bytes
}

// definition returns the contract's own, of those that --explain json prints.
func (c contract) definition(t *testing.T, text string) definition {
	t.Helper()
	var all struct{ Tools []json.RawMessage }
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatalf("definition: %v", err)
	}
	for _, raw := range append(all.Tools, json.RawMessage(text)) {
		d := definition{size: len(raw)}
		if err := json.Unmarshal(raw, &d); err == nil && d.Name == c.Definition {
			return d
		}
	}
	t.Fatalf("there is no definition %q", c.Definition)
	return definition{}
}

// A surface is everything that a program says about its options.
type surface struct {
	help, guide string
	completions map[string]string // scripts by shell
	properties  []string          // of the arguments of a tool call
}

// A spelling is an option as the help spells it.
type spelling struct {
	short string   // "-g" or ""
	long  []string // "--include", "--glob"
}

// optionRow matches an option in the help, up to its placeholder; nothing else there
// is indented so little and begins with a dash.
var optionRow = regexp.MustCompile(`(?m)^  (?:(-[^-\s]), |    )(--[^\s,]+(?:, --[^\s,]+)*)`)

// spellings returns the options that the help has.
func (s *surface) spellings() []spelling {
	var all []spelling
	for _, row := range optionRow.FindAllStringSubmatch(s.help, -1) {
		all = append(all, spelling{row[1], strings.Split(row[2], ", ")})
	}
	return all
}

// argumentRow matches a positional argument in the help.
var argumentRow = regexp.MustCompile(`(?m)^  ([A-Z]+)…?  `)

// arguments returns the names that positional arguments have in tool calls.
func (s *surface) arguments() []string {
	_, rows, _ := strings.Cut(s.help, "\nArguments:\n")
	rows, _, _ = strings.Cut(rows, "\n\n")
	var names []string
	for _, row := range argumentRow.FindAllStringSubmatch(rows, -1) {
		name := strings.ToLower(row[1])
		names = append(names, name, name+"s")
	}
	return names
}

// offers is how the completion script of a shell offers an option; its name
// replaces the % sign.
var offers = map[string]struct{ short, long string }{
	"bash": {`(?m)^ *words=\((?:.* )?'?%'?(?: .*)?\)`, `(?m)^ *words=\((?:.* )?'?%'?(?: .*)?\)`},
	"zsh":  {`[*)']%\+?\[`, `[*)']%=?\[`},
	"fish": {`(?m)^complete -c \S+ -s % `, `(?m)^complete -c \S+(?: -[sl] \S+)* -l % `},
}

// holds reports whether pattern, with name for %, matches in text.
func holds(text, pattern, name string) bool {
	return regexp.MustCompile(strings.ReplaceAll(pattern, "%", regexp.QuoteMeta(name))).MatchString(text)
}

// faults returns where the texts and the schema differ from the help.
func (s *surface) faults() []string {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	options := s.spellings()
	if rows := regexp.MustCompile(`(?m)^ {2,6}-`).FindAllString(s.help, -1); len(rows) != len(options) || len(rows) < 15 {
		fault("the help has %d rows that begin with a dash, and %d options", len(rows), len(options))
	}
	properties := slices.Clone(s.properties)
	for _, o := range options {
		faults = append(faults, s.missing(o)...)
		property := strings.ReplaceAll(strings.TrimPrefix(o.long[0], "--"), "-", "_")
		properties = slices.DeleteFunc(properties, func(p string) bool { return p == property })
	}
	arguments := s.arguments()
	for _, property := range properties {
		if !slices.Contains(arguments, property) {
			fault("the definition has %q, which the help has neither as an option nor as an argument", property)
		}
	}
	return faults
}

// missing returns which texts lack a name of the option.
func (s *surface) missing(o spelling) []string {
	var faults []string
	names := o.long
	if o.short != "" {
		names = append([]string{o.short}, names...)
	}
	for _, name := range names {
		if !holds(s.guide, `(?m)(?:^|[^\w-])%(?:[^\w-]|$)`, name) {
			faults = append(faults, "the guide lacks "+name)
		}
		for shell, offer := range offers {
			pattern := offer.long
			word := name
			if name == o.short {
				pattern = offer.short
			}
			if shell == "fish" {
				word = strings.TrimLeft(name, "-")
			}
			if !holds(s.completions[shell], pattern, word) {
				faults = append(faults, "the completion of "+shell+" lacks "+name)
			}
		}
	}
	return faults
}
