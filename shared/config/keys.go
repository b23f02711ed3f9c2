// Package config reads the configuration of the suite: the user's file, the project's ct.toml and the CT_* environment,
// with precedence rising in that order; options, which have the highest precedence, belong to the driver. A project's
// file is untrusted: it may set only what the table of keys permits.
package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/confine"
)

// kind is the type of a key's value.
type kind uint8

// The kinds.
const (
	integer  kind = iota // whole, at least 1
	seconds              // a number above 0, with fractions
	word                 // one of a fixed set
	truth                // true or false
	fraction             // a number from 0 to 1
	list                 // strings
)

// key is one thing that can be configured.
type key struct {
	Name    string // as in a file, tables joined by dots
	Kind    kind
	Env     string   // the environment variable that sets it, if any
	Project bool     // a project's ct.toml may set it
	Cap     bool     // a hard cap: a project can only lower it
	Why     string   // if a project may not set it, the reason
	Strict  bool     // the strictest value wins, not the one with the highest precedence
	Values  []string // of a word; nil for the modes of confinement
	Least   int      // the minimum of an integer; 0 means 1
	Default string   // the built-in value, or a description if the tools differ
}

// keys is the only place that says what can be configured, in the order of `ct config`.
var keys = [...]key{
	// Maximum lines and bytes of an answer; a tool's hard cap is a further limit.
	{Name: "output.max_lines", Kind: integer, Env: "CT_MAX_LINES", Project: true, Default: "the tool's own"},
	{Name: "output.max_bytes", Kind: integer, Env: "CT_MAX_BYTES", Project: true, Least: 512, Default: "the tool's own"},
	// Whether the kernel must prevent changes of files. Of option, environment and files the strictest wins.
	{
		Name: "confine", Kind: word, Env: "CT_CONFINE", Default: "auto", Strict: true,
		Why: "a project must not decide how it is confined",
	},
	// Seconds after which a search is cut.
	{
		Name: "timeout", Kind: seconds, Env: "CT_TIMEOUT", Default: "none",
		Why: "a project must not decide how long a search may take",
	},
	// The hard caps, the defaults and the backend of search_files calls.
	{Name: "tools.search_files.max_results", Kind: integer, Project: true, Cap: true, Default: "200"},
	{Name: "tools.search_files.max_matches_per_file", Kind: integer, Project: true, Cap: true, Default: "20"},
	{Name: "tools.search_files.max_file_size_bytes", Kind: integer, Project: true, Cap: true, Default: "2000000"},
	{Name: "tools.search_files.max_files", Kind: integer, Project: true, Cap: true, Default: "5000"},
	{Name: "tools.search_files.max_depth", Kind: integer, Project: true, Cap: true, Default: "12"},
	{Name: "tools.search_files.max_output_bytes", Kind: integer, Project: true, Cap: true, Least: 512, Default: "65536"},
	{Name: "tools.search_files.respect_gitignore_default", Kind: truth, Project: true, Default: "true"},
	{Name: "tools.search_files.include_hidden_default", Kind: truth, Project: true, Default: "false"},
	{Name: "tools.search_files.follow_symlinks_default", Kind: truth, Project: true, Default: "false"},
	{Name: "tools.search_files.mode_default", Kind: word, Values: []string{"exact", "regex", "fuzzy"}, Project: true, Default: "exact"},
	{Name: "tools.search_files.case_default", Kind: word, Values: []string{"sensitive", "insensitive", "smart"}, Project: true, Default: "smart"},
	{Name: "tools.search_files.fuzzy_threshold", Kind: fraction, Project: true, Default: "0.8"},
	{
		Name: "tools.search_files.backend", Kind: word, Values: []string{"native", "rg", "ugrep"}, Default: "native",
		Why: "a project must not decide which programs are run",
	},
	// Whether matchers without a checksum in the configuration are refused.
	{Name: requireChecksum, Kind: truth, Default: "false", Why: pluginsWhy},
	// Globs of the files that are specs.
	{Name: "spec.include", Kind: list, Env: "CT_SPEC_INCLUDE", Project: true, Default: "the usual folders"},
}

// words returns the values of a key of kind word.
func (k key) words() []string {
	if k.Kind == word && k.Values == nil {
		return confine.Names()
	}
	return k.Values
}

// least returns the minimum of a key of kind integer.
func (k key) least() int { return max(k.Least, 1) }

// expects describes the values that k accepts.
func (k key) expects() string {
	switch k.Kind {
	case integer:
		return "an integer of at least " + strconv.Itoa(k.least())
	case seconds:
		return "a number of seconds above 0"
	case truth:
		return "true or false"
	case fraction:
		return "a number from 0 to 1"
	case list:
		return "an array of strings"
	}
	return "one of " + strings.Join(k.words(), ", ")
}

// Limits that keep a value inside every machine's int and time.Duration.
const (
	maxInteger = math.MaxInt32
	maxSeconds = 1e9
)

// find returns the index of the key with that name, or -1.
func find(name string) int {
	return slices.IndexFunc(keys[:], func(k key) bool { return k.Name == name })
}

// datum is a checked value. Integers below 2^53 are exact in a float64.
type datum struct {
	text   string
	number float64
	items  []string
}

// check checks a decoded TOML value: an int64, float64, bool, string or []any; anything else is an error.
func (k key) check(v any) (datum, error) {
	refuse := func(what string) (datum, error) {
		return datum{}, fmt.Errorf("%s must be %s, not %s", k.Name, k.expects(), what)
	}
	switch v := v.(type) {
	case int64:
		if k.Kind == word || k.Kind == truth || k.Kind == list {
			return refuse("an integer")
		}
		return k.number(float64(v), strconv.FormatInt(v, 10))
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if k.Kind != seconds && k.Kind != fraction {
			return refuse("a number with a fraction")
		}
		return k.number(v, text)
	case bool:
		if k.Kind != truth {
			return refuse("a boolean")
		}
		return truthDatum(v), nil
	case string:
		if k.Kind != word {
			return refuse("a string")
		}
		if !slices.Contains(k.words(), v) {
			return refuse(quote(v))
		}
		return datum{text: v}, nil
	case []any:
		if k.Kind == list {
			return k.items(v)
		}
	}
	return refuse(kindOf(v))
}

// items checks the elements of a decoded array.
func (k key) items(v []any) (datum, error) {
	d := datum{items: make([]string, len(v))}
	for i, e := range v {
		s, ok := e.(string)
		if !ok {
			return datum{}, fmt.Errorf("%s must be %s; one of its elements is not", k.Name, k.expects())
		}
		d.items[i] = s
	}
	d.text = strings.Join(d.items, ",")
	return d, nil
}

// truthDatum returns a value of kind truth; 1 means true.
func truthDatum(v bool) datum {
	if v {
		return datum{text: "true", number: 1}
	}
	return datum{text: "false"}
}

// parse checks a value given as a text, as in an environment variable.
func (k key) parse(s string) (datum, error) {
	s = strings.TrimSpace(s)
	switch k.Kind {
	case integer:
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return k.number(float64(n), s)
		}
	case seconds, fraction:
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return k.number(f, s)
		}
	case word:
		return k.check(s)
	case truth:
		if s == "true" || s == "false" {
			return truthDatum(s == "true"), nil
		}
	case list:
		return datum{text: s, items: strings.Split(s, ",")}, nil
	}
	return datum{}, fmt.Errorf("%s must be %s, not %s", k.Name, k.expects(), quote(s))
}

func (k key) number(f float64, text string) (datum, error) {
	low, high := float64(k.least()), float64(maxInteger)
	switch k.Kind {
	case seconds:
		low, high = math.SmallestNonzeroFloat64, maxSeconds
	case fraction:
		low, high = 0, 1
	}
	switch {
	case !(f >= low), k.Kind == fraction && f > high: // also for NaN
		return datum{}, fmt.Errorf("%s must be %s, not %s", k.Name, k.expects(), text)
	case f > high:
		return datum{}, fmt.Errorf("%s must be at most %.0f, not %s", k.Name, high, text)
	}
	return datum{text: text, number: f}, nil
}

// kindOf returns the name of the type of a decoded TOML value.
func kindOf(v any) string {
	switch v.(type) {
	case []any:
		return "an array"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}

// quote quotes foreign text on one line, shortened to fit there.
func quote(s string) string {
	const most = 60
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strconv.Quote(s)
}

// Variables returns the environment variables that configure a program, with descriptions for its manual page.
func Variables() [][2]string {
	list := [][2]string{{"CT_CONFIG", "the user's configuration file, in place of the usual one"}}
	for _, k := range keys {
		if k.Env != "" {
			list = append(list, [2]string{k.Env, k.Name + " of the configuration: " + k.expects() + ", by default " + k.Default})
		}
	}
	return append(list, [2]string{"NO_COLOR", "if it is not empty, output is coloured only if an option asks for it"})
}

// Places returns the files that configure a program, with descriptions for its manual page.
func Places() [][2]string {
	return [][2]string{
		{"$XDG_CONFIG_HOME/ct/config.toml", "the user's configuration; without XDG_CONFIG_HOME in ~/.config, ~/Library/Application Support on macOS, %AppData% on Windows"},
		{"ct.toml", "the project's, the nearest from the working folder up to the top of the repository; it may set less, and caps only lower"},
	}
}
