package checks

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// plain has no alias but those that are looked at here.
func plain(words []string) []string {
	switch words[0] {
	case "calls", "q":
		return slices.Concat([]string{"search", "--" + words[0]}, words[1:])
	case "scout":
		return slices.Concat([]string{"survey", "--scout"}, words[1:])
	}
	return words
}

func TestACallIsPassedOnAsItWasRead(t *testing.T) {
	for words, want := range map[string]string{
		"search TODO src":                                "--include-strings -- TODO src",
		"ct search -il TODO src":                         "--ignore-case --list -- TODO src",
		"search --mode question 'who is it' --all-words": "--mode=question --all-words -- who is it",
		"search --include-strings x":                     "--include-strings -- x",
		"ct-search -e a -e b -g '*.go' .":                "--regexp=a --regexp=b --include=*.go -- .",
		"search -e --matcher=x .":                        "--regexp=--matcher=x -- .",
		"search --glob '--matcher' TODO":                 "--include=--matcher --include-strings -- TODO",
		"search -- --matcher=x":                          "--include-strings -- --matcher=x",
		"calls --strict os.Exit src":                     "--calls=os.Exit --strict -- src",
		"search --kind function --symbol f":              "--entity=function --symbol=f --",
		"search /etc/passwd src":                         "--include-strings -- /etc/passwd src",
		"search --hidden=false x":                        "--include-strings -- x",
		"scout ../x src":                                 "--scout -- ../x src",
		"spec ../x /y":                                   "--root=. -- ../x /y",
		"spec --root docs x":                             "--root=docs -- x",
		"show --symbol f src/a.go":                       "--symbol=f -- src/a.go",
		"search --grep text:file:a .":                    "--grep=text:file:a -- .",
		"search --entity import --symbol /x/y src ":      "--entity=import --symbol=/x/y -- src",
	} {
		list, err := split(words)
		if err != nil {
			t.Fatal(err)
		}
		c, err := reading{aliases: plain}.read(list)
		if got := strings.Join(c.line(), " "); err != nil || got != want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", words, err, got, want)
		}
	}
}

func TestTheExpectationMayStandInTheCall(t *testing.T) {
	c, err := reading{aliases: plain}.read([]string{"search", "x", "--expect", "none"})
	if err != nil || c.expect != "none" || strings.Join(c.line(), " ") != "--include-strings -- x" {
		t.Errorf("%+v, %v", c, err)
	}
}

// A refused option does not get through, however it is written.
func TestRefusedOptionsAreRefusedByName(t *testing.T) {
	for _, r := range refusals {
		for _, o := range parseRows(r.options, r.why) {
			for _, tool := range tools() {
				ways := [][]string{{"--" + o.name + "=x"}, {"a", "--" + o.name, "b"}, {"--" + o.name, "--hidden", "b"}, {"--hidden", "--" + o.name + "="}}
				for _, a := range o.aliases {
					ways = append(ways, []string{"--" + a + "=x"})
				}
				if o.short != "" {
					ways = append(ways, []string{"-" + o.short, "x"}, []string{"-i" + o.short, "x"})
				}
				for _, words := range ways {
					if tool == "spec" && strings.HasPrefix(words[0], "-i") {
						continue // it has no -i
					}
					_, err := reading{aliases: plain}.read(append([]string{tool}, words...))
					if err == nil || !strings.Contains(err.Error(), " may not stand in a check: "+r.why) {
						t.Errorf("%s %q: %v", tool, words, err)
					}
				}
			}
		}
	}
}

func TestOnlySearchingCallsAreTaken(t *testing.T) {
	for _, word := range []string{"test", "ct-test", "check", "and", "or", "mcp", "doctor", "plugins", "search-plugins", "matcher-astgrep", "./search", "/bin/sh", "ct-search.exe", "SEARCH", "", "ct", "--version", "q"} {
		for _, words := range [][]string{{word, "x"}, {"ct", word, "x"}} {
			if c, err := (reading{aliases: plain}).read(words); err == nil {
				t.Errorf("%q is %+v", words, c)
			}
		}
	}
}

func TestPathsStayInTheFolder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"in/src", "out"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, name string) {
		if err := os.Symlink(to, filepath.Join(dir, "in", name)); err != nil {
			t.Skip("skipped: no symbolic links: " + err.Error())
		}
	}
	link("../out", "away")
	link(filepath.Join(dir, "out"), "far")
	link("src", "near")
	link("away", "twice")
	link("loop", "loop")
	root, err := os.OpenRoot(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	r := reading{plain, root}
	for _, path := range []string{"..", "../out", "/", "/etc", filepath.Join(dir, "in"), "src/../..", "away", "away/x", "far", "twice", "near/../../out", "./..", ""} {
		for _, words := range [][]string{
			{"search", "x", path}, {"search", "x", "src", path}, {"search", "--in", path, "x"}, {"search", "--in=" + path, "x"}, {"search", "--base", path, "--name", "x"},
			{"search", "--name", "x", path}, {"search", "-e", "x", path}, {"search", "--entity", "function", path}, {"search", "--outline", path}, {"calls", "x", path}, {"search", "x", "--", path},
			{"survey", "--term", "x", path}, {"scout", "x", path}, {"show", "x", path}, {"show", "--symbol", "x", path}, {"show", "--range=1:2", path}, {"show", path + "/:3"}, {"show", path + "/:3-9"}, {"show", "--symbol", path + "/x.go:f"}, {"spec", "--root", path, "x"},
		} {
			if c, err := r.read(words); err == nil {
				t.Errorf("%q is %+v", words, c)
			}
		}
	}
	for _, path := range []string{".", "src", "near", "near/../src", "none", "./src/", "loop"} {
		if _, err := r.read([]string{"search", "--in=" + path, "x", path}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Whatever the words, what is passed on has only permitted options, each in one word, and then --.
func FuzzOnlyPermittedOptionsArePassedOn(f *testing.F) {
	for _, seed := range []string{
		"search TODO src", "calls -il --matcher=x a -- --call", "search --save-artifact . -qF", "show --symbol a b", "spec --root /", "search -e --matcher", "survey --term --emit --scout",
		"search --calls --matcher x", "search --grep=file:x", "search --all-of file:x --none-of=file:y", "show /etc/passwd:1", "search --expect --matcher --call {}", "search -gtAm1 x", "search --in --base ..",
	} {
		f.Add(seed)
	}
	allowed := regexp.MustCompile(`^--([a-z][a-z-]*)(=(?s:.*))?$`)
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Split(text, " ")
		c, err := reading{aliases: plain}.read(words)
		if err != nil {
			return
		}
		permittedNow := map[string]row{}
		for _, r := range parseRows(permitted[c.tool], "") {
			permittedNow[r.name] = r
		}
		line := c.line()
		end := slices.Index(line, "--")
		for _, w := range line[:end] {
			m := allowed.FindStringSubmatch(w)
			if m == nil {
				t.Fatalf("%q passes on %q", words, w)
			}
			r, ok := permittedNow[m[1]]
			switch {
			case !ok, r.value != strings.Contains(w, "="):
				t.Errorf("%q passes on %q", words, w)
			case r.path && !filepath.IsLocal(m[2][1:]), c.tool == "search" && slices.Contains(payloads(), r.name) && strings.HasPrefix(m[2], "=file:"):
				t.Errorf("%q passes on %q", words, w)
			}
		}
		if c.expect == "" && strings.Contains(strings.Join(line[:end], "\n"), "--expect") {
			t.Errorf("%q passes on its expectation", words)
		}
	})
}
