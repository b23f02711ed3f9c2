package main

import (
	"strings"
	"testing"
	"time"
)

func TestConditionsSpeakOfARun(t *testing.T) {
	o := observed(t, looks{}, small, fixed(), "one\ntwo\r\nthree", "warning: x\n")
	for source, want := range map[string]bool{
		"code == 3":                            true,
		"code != 3":                            false,
		"lines == 3":                           true,
		"elapsed > 1.2 && elapsed < 1.3":       true,
		`stdout contains "two"`:                true,
		`stdout == "one"`:                      false,
		`stderr == "warning: x"`:               true,
		`stderr matches "^warn"`:               true,
		`len(split(stdout, "\n")) == lines`:    true,
		`stdout endsWith "three" or code == 1`: true,
		`$env["code"] == 3`:                    true,
		"elapsed * 2 >= lines":                 false,
		"true":                                 true,
	} {
		c, err := compileCondition("--ok-when", source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if got, undecided := c.holds(3, 1250*time.Millisecond, o); got != want || undecided != "" {
			t.Errorf("%s: %v, undecided %q", source, got, undecided)
		}
	}
}

func TestAConditionIsRefusedBeforeTheRun(t *testing.T) {
	for source, want := range map[string]string{
		"cod == 3":                 `expression "cod == 3": unknown name "cod"; did you mean`,
		"zzzzzz == 3":              `unknown name "zzzzzz": the names are code, elapsed, lines, stderr, stdout (line 1, column 1)`,
		"code":                     "expected bool, but got int",
		"code = 3":                 "(line 1, column 6)",
		"":                         "unexpected token EOF",
		"stdout > 3":               "mismatched types string and int",
		"code ==\n\n":              "(line 2, column 1)",
		`stdout matches "("`:       "missing closing )",
		strings.Repeat("(", 20000): "expression of 20000 bytes: at most 16384 are taken",
	} {
		_, err := compileCondition("--ok-when", source)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", source, err)
			continue
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%.20q: the message has several lines: %v", source, err)
		}
	}
}

func TestAConditionOnCutTextIsUndecided(t *testing.T) {
	cut := small
	cut.keep = 16
	o := observed(t, looks{}, cut, fixed(), strings.Repeat("line\n", 10), "short")
	const why = "it needs the whole stdout; 7 lines (34 bytes) were not kept"
	for source, want := range map[string]string{
		`stdout contains "x"`:  why,
		`$env["stdout"] == ""`: why,
		"lines == 10":          "",
		`stderr == "short"`:    "",
	} {
		c, err := compileCondition("--err-when", source)
		if err != nil {
			t.Fatal(err)
		}
		yes, undecided := c.holds(0, 0, o)
		if undecided != want || yes != (want == "") {
			t.Errorf("%s: %v, undecided %q", source, yes, undecided)
		}
	}
}

func TestAConditionThatFails(t *testing.T) {
	o := observed(t, looks{}, small, fixed(), "a\n", "")
	for source, want := range map[string]string{
		"10 % code == 1":               "runtime error: integer divide by zero (line 1, column 4)",
		`int(stdout) > 3`:              "invalid operation: int(a)",
		`split(stdout, "\n")[7] == ""`: "index out of range",
		"all(1..2000000, # > 0)":       "memory budget exceeded",
	} {
		c, err := compileCondition("--err-when", source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if yes, undecided := c.holds(0, 0, o); yes || !strings.Contains(undecided, want) || strings.Contains(undecided, "\n") {
			t.Errorf("%s: %v, undecided %q", source, yes, undecided)
		}
	}
}

func FuzzConditionsAreTakenOrRefusedInOneLine(f *testing.F) {
	for _, s := range []string{"code == 0", `stdout contains "a"`, "cod", "lines / 0 == 1", "map(1..9, #) == []", "$env"} {
		f.Add(s)
	}
	o := observed(f, looks{}, small, fixed(), "a\n", "")
	f.Fuzz(func(t *testing.T, source string) {
		if strings.Contains(source, "..") || strings.Contains(source, "repeat") {
			return // nested ranges take long
		}
		var reason string
		if c, err := compileCondition("--ok-when", source); err != nil {
			reason = err.Error()
		} else {
			_, reason = c.holds(0, 0, o)
		}
		if strings.ContainsAny(reason, "\r\n") {
			t.Errorf("%q: %q", source, reason)
		}
	})
}
