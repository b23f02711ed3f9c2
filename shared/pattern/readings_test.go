package pattern

import (
	"slices"
	"strings"
	"testing"
)

func TestReadings(t *testing.T) {
	for _, test := range []struct {
		text string
		o    Options
		want string // "label: args" of each, joined by ";"
	}{
		{"foo", Options{}, ""},
		{"Foo", Options{}, "ignoring case: -i"},
		{"123", Options{Case: Sensitive}, ""},
		{"foo", Options{Case: Sensitive}, "ignoring case: -i"},
		{"foo", Options{Mode: Identifier}, "ignoring case: -i;as substring: --fixed -s"},
		{"Foo", Options{Mode: Identifier}, "ignoring case: -i;as substring: --fixed"},
		{"foo", Options{Mode: Identifier, Case: Sensitive}, "ignoring case: -i;as substring: --fixed"},
		{"foo", Options{Mode: Word}, "as substring: --fixed"},
		{"a.C", Options{Mode: Regex}, "ignoring case: -i;as literal text: --fixed"},
		{"price: $5", Options{Promote: true}, "as literal text: --fixed"},
		{"arr[0]", Options{Promote: true}, "as literal text: --fixed"},
		{"foo", Options{Mode: Regex}, ""},
		{`\d\W`, Options{Mode: Regex, Case: Sensitive}, "as literal text: --fixed"},
		{`(?i)foo`, Options{Mode: Regex, Case: Sensitive}, "as literal text: --fixed"},
		{`(?=A)`, Options{Mode: Regex}, "ignoring case: -i;as literal text: --fixed"},
		{"foo|bar", Options{}, "as regular expression: --regex"},
		{"a || b", Options{}, ""},
		{"foo.*bar", Options{}, "as regular expression: --regex"},
		{"foo.*(", Options{}, ""},
		{"a.b()", Options{}, ""},
		{"A\nb", Options{}, "ignoring case: -i"},
		{"a\nb", Options{}, ""},
		{"CAF\xe9", Options{}, ""},
	} {
		p := mustCompile(t, test.text, test.o)
		var got []string
		for _, r := range p.Readings() {
			got = append(got, r.Label+": "+strings.Join(r.Args, " "))
			if r.Pattern.Promoted {
				t.Errorf("%q %s: promoted", test.text, r.Label)
			}
		}
		if s := strings.Join(got, ";"); s != test.want {
			t.Errorf("%q %+v:\n got %s\nwant %s", test.text, test.o, s, test.want)
		}
	}
}

// The Args of a reading must select that reading: in place of the options that they contradict,
// they compile to the same pattern.
func TestReadingsAreWhatTheirArgumentsSelect(t *testing.T) {
	for _, text := range []string{"foo", "Foo", "a.C", "foo|Bar", "A\nb", `\Wx`, "WARN*", "x[0]"} {
		for _, m := range []Mode{Auto, Literal, Identifier, Word, Glob, Regex} {
			for _, c := range []Case{CaseDefault, Sensitive, Insensitive, Smart} {
				o := Options{Mode: m, Case: c, Promote: true}
				p, err := Compile(text, o)
				if err != nil {
					continue
				}
				for _, r := range p.Readings() {
					selected := o
					for _, arg := range r.Args {
						switch arg {
						case "-i":
							selected.Case = Insensitive
						case "-s":
							selected.Case = Sensitive
						case "--fixed":
							selected.Mode = Literal
						case "--regex":
							selected.Mode = Regex
						default:
							t.Fatalf("unknown argument %s", arg)
						}
					}
					q := mustCompile(t, text, selected)
					if q.Mode != r.Pattern.Mode || q.Fold != r.Pattern.Fold || q.Expr != r.Pattern.Expr || q.Source != r.Pattern.Source {
						t.Errorf("%q %+v, %s: %v selects\n%+v, not\n%+v", text, o, r.Label, r.Args, q, r.Pattern)
					}
					if q.Mode == p.Mode && q.Fold == p.Fold && q.Expr == p.Expr && !slices.Contains(r.Args, "--fixed") {
						t.Errorf("%q %+v: %s is the same", text, o, r.Label)
					}
				}
			}
		}
	}
}
