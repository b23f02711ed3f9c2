package tooltest

import (
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/opt"
)

// rows are twelve flags that fill a help.
func rows() []opt.Option {
	list := make([]opt.Option, 12)
	for i := range list {
		list[i] = opt.Option{Name: "flag-" + string(rune('a'+i)), Var: opt.Flag(new(bool)), Group: "Flags", Help: "see --in and -g"}
	}
	return list
}

// described returns what a program with a few options says about them.
func described() surface {
	t := opt.Table{
		Tool: "ct-x", Summary: "x", Usage: []string{"[QUERY]"},
		Args: []opt.Arg{{Name: "QUERY", Help: "what"}, {Name: "PATH…", Help: "where", Many: true}},
		Options: append(rows(),
			opt.Option{Name: "in", Arg: "DIR", Var: opt.List(new([]string)), Complete: opt.Folders, Group: "Flags", Help: "where"},
			opt.Option{Name: "include", Short: "g", Aliases: []string{"glob"}, Arg: "GLOB", Var: opt.List(new([]string)), Group: "Flags", Help: "which"},
			opt.Option{Name: "mode", Arg: "MODE", Values: []string{"a", "b"}, Var: opt.Text(new(string)), Group: "Flags", Help: "how"},
		),
	}
	s := surface{help: t.Help(opt.HelpWidth), guide: t.Guide(), completions: map[string]string{}}
	for shell := range offers {
		s.completions[shell] = t.Completions(shell)
	}
	s.properties = []string{"query", "paths", "include", "mode"}
	for _, o := range rows() {
		s.properties = append(s.properties, strings.ReplaceAll(o.Name, "-", "_"))
	}
	return s
}

func TestOptionsThatAreTheSameEverywhereHaveNoFault(t *testing.T) {
	s := described()
	for _, fault := range s.faults() {
		t.Error(fault)
	}
	if all := s.spellings(); len(all) != 15 || all[13].short != "-g" || !slices.Equal(all[13].long, []string{"--include", "--glob"}) {
		t.Errorf("%q", all)
	}
}

func TestAnOptionThatIsLeftOutSomewhereIsAFault(t *testing.T) {
	// cut takes away what a text has of an option, and leaves what only resembles it.
	cut := func(text *string, parts ...string) {
		for _, part := range parts {
			if !strings.Contains(*text, part) {
				t.Errorf("%q is not in\n%s", part, *text)
			}
			*text = strings.ReplaceAll(*text, part, "")
		}
	}
	script := func(shell string, parts ...string) func(*surface) {
		return func(s *surface) {
			text := s.completions[shell]
			cut(&text, parts...)
			s.completions[shell] = text
		}
	}
	for _, c := range []struct {
		change func(*surface)
		want   string
	}{
		{func(s *surface) { s.guide = strings.ReplaceAll(s.guide, "--in ", "--indeed --plug-in --in- ") }, "the guide lacks --in"},
		{func(s *surface) { cut(&s.guide, ", --glob") }, "the guide lacks --glob"},
		{func(s *surface) { s.guide = strings.ReplaceAll(s.guide, "-g", "--g") }, "the guide lacks -g"},
		{script("bash", " --in "), "the completion of bash lacks --in"},
		{script("bash", " -g --include --glob"), "the completion of bash lacks -g"},
		{script("bash", " --glob "), "the completion of bash lacks --glob"},
		{script("zsh", "*--glob="), "the completion of zsh lacks --glob"},
		{script("zsh", "*-g+"), "the completion of zsh lacks -g"},
		{script("zsh", "*--in="), "the completion of zsh lacks --in"},
		{script("fish", " -l in "), "the completion of fish lacks --in"},
		{script("fish", " -l glob"), "the completion of fish lacks --glob"},
		{script("fish", " -s g"), "the completion of fish lacks -g"},
		{func(s *surface) { s.properties = append(s.properties, "glob") }, `the definition has "glob", which the help has neither`},
		{func(s *surface) { s.help = strings.ReplaceAll(s.help, "--mode MODE", "mode MODE") }, `the definition has "mode"`},
		{func(s *surface) { s.help = strings.ReplaceAll(s.help, "--mode MODE", "-mode MODE") }, "15 rows that begin with a dash, and 14 options"},
	} {
		s := described()
		c.change(&s)
		if faults := strings.Join(s.faults(), "\n"); !strings.Contains(faults, c.want) {
			t.Errorf("want %s, got\n%s", c.want, faults)
		}
	}
}
