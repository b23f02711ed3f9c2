package verdict_test

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/verdict"
)

func closed(n float64) verdict.Bound { return verdict.Bound{Min: n} }
func open(n float64) verdict.Bound   { return verdict.Bound{Min: n, Open: true} }

func TestResultsNameThemselvesAndTheirExitStatus(t *testing.T) {
	for r, want := range map[verdict.Result]struct {
		name string
		exit int
	}{
		verdict.Success:   {"SUCCESS", 0},
		verdict.Error:     {"ERROR", 1},
		verdict.Undecided: {"UNDECIDED", 2},
	} {
		if r.String() != want.name || r.Exit() != want.exit {
			t.Errorf("%v exits with %d, want %v", r, r.Exit(), want)
		}
	}
	var zero verdict.Result
	if zero.Exit() != 2 {
		t.Error("what nobody judged is not a failure")
	}
}

// TestUnscannedMatchesAreNotACut checks that a reason mentions a cut only if there was one.
func TestUnscannedMatchesAreNotACut(t *testing.T) {
	e, err := verdict.ParseExpect("none", nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = "undecided: found none yet; 2 matches were not scanned for calls (a)"
	got, reason, err := e.Judge(verdict.Figures{Count: open(0), Cut: "2 matches were not scanned for calls (a)", Whole: true})
	if got != verdict.Undecided || reason != want || err != nil {
		t.Errorf("%v %q %v, want %q", got, reason, err, want)
	}
}

func TestCountsAreJudgedOverLowerBounds(t *testing.T) {
	const cut = "1 unreadable (a/b: permission denied)"
	for _, c := range []struct {
		spec   string
		count  verdict.Bound
		want   verdict.Result
		reason string
	}{
		{"any", closed(0), verdict.Error, "expected a match, found none"},
		{"any", closed(3), verdict.Success, "expected a match, found 3"},
		{"any", open(0), verdict.Undecided, "undecided: found none yet; the search was cut: " + cut},
		{"any", open(1), verdict.Success, "expected a match, found at least 1"},
		{"none", closed(0), verdict.Success, "expected no match, found none"},
		{"none", closed(3), verdict.Error, "expected no match, found 3"},
		{"none", open(0), verdict.Undecided, "undecided: found none yet; the search was cut: " + cut},
		{"none", open(1), verdict.Error, "expected no match, found at least 1"},
		{"5", closed(2), verdict.Error, "expected at least 5 (5), found 2"},
		{"5", closed(5), verdict.Success, "expected at least 5 (5), found 5"},
		{"5", open(2), verdict.Undecided, "undecided: found at least 2 of 5; the search was cut: " + cut},
		{"5", open(5), verdict.Success, "expected at least 5 (5), found at least 5"},
		{"0", open(0), verdict.Success, "expected at least 0 (0), found at least 0"},
		{"=5", closed(5), verdict.Success, "expected exactly 5 (=5), found 5"},
		{"=5", closed(4), verdict.Error, "expected exactly 5 (=5), found 4"},
		{"=5", closed(6), verdict.Error, "expected exactly 5 (=5), found 6"},
		{"=5", open(4), verdict.Undecided, "undecided: found at least 4, expected exactly 5 (=5); the search was cut: " + cut},
		{"=5", open(5), verdict.Undecided, "undecided: found at least 5, expected exactly 5 (=5); the search was cut: " + cut},
		{"=5", open(6), verdict.Error, "expected exactly 5 (=5), found at least 6"},
		{"=0", closed(0), verdict.Success, "expected exactly 0 (=0), found none"},
		{"+5", closed(5), verdict.Error, "expected more than 5 (+5), found 5"},
		{"+5", closed(6), verdict.Success, "expected more than 5 (+5), found 6"},
		{"+5", open(5), verdict.Undecided, "undecided: found at least 5, expected more than 5 (+5); the search was cut: " + cut},
		{"+5", open(6), verdict.Success, "expected more than 5 (+5), found at least 6"},
		{"-5", closed(4), verdict.Success, "expected fewer than 5 (-5), found 4"},
		{"-5", closed(5), verdict.Error, "expected fewer than 5 (-5), found 5"},
		{"-5", open(4), verdict.Undecided, "undecided: found at least 4, expected fewer than 5 (-5); the search was cut: " + cut},
		{"-5", open(5), verdict.Error, "expected fewer than 5 (-5), found at least 5"},
	} {
		e, err := verdict.ParseExpect(c.spec, nil)
		if err != nil {
			t.Errorf("%s: %v", c.spec, err)
			continue
		}
		f := verdict.Figures{Count: c.count}
		if c.count.Open {
			f.Cut = cut
		}
		got, reason, err := e.Judge(f)
		if got != c.want || reason != c.reason || err != nil {
			t.Errorf("%s of %v: %v %q %v, want %v %q", c.spec, c.count, got, reason, err, c.want, c.reason)
		}
		if e.None() != (c.spec == "none") {
			t.Errorf("%s: None is %v", c.spec, e.None())
		}
	}
}

func TestInvalidExpectations(t *testing.T) {
	for spec, want := range map[string]string{
		"":                        "want any, none",
		"an":                      `did you mean "any"?`,
		"noen":                    `did you mean "none"?`,
		"Any":                     `did you mean "any"?`,
		">=5":                     "want any, none",
		"==5":                     "want any, none",
		"+-5":                     "want any, none",
		"=":                       "want any, none",
		"5.5":                     "want any, none",
		" 5":                      "want any, none",
		"1_000":                   "want any, none",
		"99999999999999999999":    "want any, none",
		"9007199254740992":        "want any, none",
		"-0":                      "can never be met",
		"expr:":                   "unexpected token EOF",
		"expr:count >":            "unexpected token EOF",
		"expr:count + 1":          "expected bool, but got int",
		"expr:count":              "expected bool, but got int",
		"expr:'a'":                "expected bool, but got string",
		"expr:cuont > 1":          `unknown name "cuont"; did you mean "count"? (line 1, column 1)`,
		"expr:1 < xyz":            `unknown name "xyz": the names are count, files, terms, top (line 1, column 5)`,
		"expr:count > 'a'":        "mismatched types int and string",
		"expr:not count > 1":      "mismatched type int",
		"expr:count(1) > 1":       "is not callable",
		"expr:count >\n\n(":       "line 3",
		"expr:count = 1":          "unexpected token",
		`expr:terms[1] > 1`:       "cannot use int",
		"expr:$env['x'] > 1":      `unknown name "x"`,
		"expr:[true, 1][0]":       "expected bool",
		"expr:'a' matches '(\\n'": "missing closing",
		"expr:top % 2 == 0":       "mismatched types float64 and int",
	} {
		e, err := verdict.ParseExpect(spec, []string{"files", "terms"}, "top")
		if err == nil || e != nil {
			t.Errorf("%q is accepted", spec)
			continue
		}
		if got := err.Error(); !strings.Contains(got, want) || strings.ContainsAny(got, "\n\r") {
			t.Errorf("%q: %q, want one line with %q", spec, got, want)
		}
	}
}

func TestTermsAreOnlyThereWhereDeclared(t *testing.T) {
	if _, err := verdict.ParseExpect(`expr:terms["a"] > 1`, []string{"files"}); err == nil || !strings.Contains(err.Error(), "unknown name") {
		t.Errorf("terms without terms: %v", err)
	}
	e, err := verdict.ParseExpect(`expr:terms["TODO"] > 1 and terms.FIXME == 0`, []string{"terms"})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.CheckTerms([]string{"TODO", "FIXME", "X"}); err != nil {
		t.Error(err)
	}
	if err := e.CheckTerms([]string{"TODO", "FIX_ME"}); err == nil || !strings.Contains(err.Error(), `unknown term "FIXME"; did you mean "FIX_ME"?`) {
		t.Errorf("an unknown term: %v", err)
	}
	if _, _, err := e.Judge(verdict.Figures{Terms: map[string]verdict.Bound{"TODO": closed(1)}}); err == nil {
		t.Error("a term without figure is judged")
	}
}

func TestExpressionsAreJudgedByIntervals(t *testing.T) {
	f := verdict.Figures{
		Count: open(5),
		Names: map[string]verdict.Bound{"files": open(2), "lines": closed(7), "top": open(0.5)},
		Terms: map[string]verdict.Bound{"a": open(3), "b": closed(0), "odd \"name": open(1)},
		Cut:   "cut by --timeout",
	}
	for source, want := range map[string]verdict.Result{
		"count > 4":                                 verdict.Success,
		"count >= 5":                                verdict.Success,
		"count > 5":                                 verdict.Undecided,
		"count < 5":                                 verdict.Error,
		"count <= 5":                                verdict.Undecided,
		"count == 4":                                verdict.Error,
		"count == 5":                                verdict.Undecided,
		"count != 4":                                verdict.Success,
		"count != 5":                                verdict.Undecided,
		"5 <= count":                                verdict.Success,
		"count + files >= 7":                        verdict.Success,
		"count * files >= 10":                       verdict.Success,
		"count * files > 10":                        verdict.Undecided,
		"count * -1 <= -5":                          verdict.Success,
		"count + -5 >= 0":                           verdict.Success,
		"count * 0 == 0":                            verdict.Success,
		"count * (files + -3) > 0":                  verdict.Undecided,
		"lines == 7":                                verdict.Success,
		"lines % 2 == 1":                            verdict.Success, // no open figure is read
		"lines % 2 == 1 && count > 4":               verdict.Undecided,
		"count > 4 && files > 1":                    verdict.Success,
		"count > 4 and files > 2":                   verdict.Undecided,
		"count > 5 && files < 2":                    verdict.Error,
		"count < 5 && 1 % 0 == 1":                   verdict.Error, // never evaluated
		"1 % 0 == 1 && count < 5":                   verdict.Undecided,
		"(count > 5 && 1 % 0 == 1) && count < 5":    verdict.Undecided, // evaluated if the count is 6
		`terms["b"] % 2 == 0`:                       verdict.Success,   // no open figure is read
		"count > 5 && 1 % 0 == 1":                   verdict.Undecided,
		"count > 5 || files > 1":                    verdict.Success,
		"count > 4 || 1 % 0 == 1":                   verdict.Success,
		"count > 9 or 1 % 0 == 1":                   verdict.Undecided,
		"not (count < 5)":                           verdict.Success,
		"!(count > 5)":                              verdict.Undecided,
		"3 < count < 5":                             verdict.Error,
		"4 < count < 9":                             verdict.Undecided,
		"0 < files < count < 5":                     verdict.Error,
		`terms["a"] > 2`:                            verdict.Success,
		"terms.a > 2":                               verdict.Success,
		`terms["odd \"name"] >= 1`:                  verdict.Success,
		`terms["b"] == 0`:                           verdict.Success,
		`terms["a"] + terms["b"] >= 3`:              verdict.Success,
		"count - 1 > 0":                             verdict.Undecided,
		"count / 2 > 1":                             verdict.Undecided,
		"count in [5]":                              verdict.Undecided,
		"count in 1..3":                             verdict.Undecided,
		"count > 4 ? true : false":                  verdict.Undecided,
		"abs(count) > 1":                            verdict.Undecided,
		"-count < 0":                                verdict.Undecided,
		"let n = count; n > 1":                      verdict.Undecided,
		"$env.count > 1":                            verdict.Undecided,
		"len(terms) == 3":                           verdict.Undecided,
		"len(terms) == 3 || count > 1":              verdict.Undecided,
		"(count > 4) == (files > 1)":                verdict.Success,
		"(count > 4) != true":                       verdict.Error,
		"(count > 5) == true":                       verdict.Undecided,
		"true":                                      verdict.Success,
		"count > 4 && true":                         verdict.Success,
		"count > 4 && !false":                       verdict.Success,
		"top > 0.25":                                verdict.Success,
		"top * 2 >= 1":                              verdict.Success,
		"top >= 0.75":                               verdict.Undecided,
		"top < -0.5":                                verdict.Error,
		"count > 4.5":                               verdict.Success,
		"count * 0.5 >= 2.5":                        verdict.Success,
		"count + 9007199254740993 > 0":              verdict.Undecided,
		"count * 9223372036854775807 > 0":           verdict.Undecided,
		"top * 1e308 * 1e308 * 1e308 > 1":           verdict.Undecided,
		"count\n>\n4":                               verdict.Success,
		"count > 4 && 'a' == 'a'":                   verdict.Undecided,
		"count == nil":                              verdict.Undecided,
		"any([1], # > 0) && count > 4":              verdict.Undecided,
		"+count > 4":                                verdict.Undecided,
		"count > +4":                                verdict.Success,
		"count > -4 && count > -4.5 && count > - 4": verdict.Success,
	} {
		e, err := verdict.ParseExpect("expr:"+source, []string{"files", "lines", "terms"}, "top")
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		got, reason, err := e.Judge(f)
		if got != want || err != nil {
			t.Errorf("%s: %v (%s) %v, want %v", source, got, reason, err, want)
		}
		if strings.ContainsAny(reason, "\n\r") || (got == verdict.Undecided) != strings.HasSuffix(reason, "; the search was cut: cut by --timeout") {
			t.Errorf("%s: reason %q", source, reason)
		}
	}
}

func TestExpressionReasonsNameTheFiguresTheyRead(t *testing.T) {
	f := verdict.Figures{Count: open(5), Names: map[string]verdict.Bound{"files": closed(2)}, Terms: map[string]verdict.Bound{"a": open(3)}, Cut: "cut by --limit"}
	for source, want := range map[string]string{
		"count < 3":                    "expected count < 3, found count at least 5",
		"files > 3 or terms['a'] < 2":  `expected files > 3 or terms['a'] < 2, found files 2, terms["a"] at least 3`,
		"files == 2 and files + 1 > 0": "expected files == 2 and files + 1 > 0, found files 2",
		"1 > 2":                        "expected 1 > 2",
		"count\n> 9":                   "undecided: count at least 5 does not decide count > 9; the search was cut: cut by --limit",
		"count > 9 && files > 1":       "undecided: count at least 5, files 2 do not decide count > 9 && files > 1; the search was cut: cut by --limit",
		"count / 2 > 9":                "undecided: count at least 5 does not decide count / 2 > 9; the search was cut: cut by --limit",
	} {
		e, err := verdict.ParseExpect("expr:"+source, []string{"files", "terms"})
		if err != nil {
			t.Fatal(err)
		}
		if _, got, err := e.Judge(f); got != want || err != nil {
			t.Errorf("%s: %q %v, want %q", source, got, err, want)
		}
	}
}

func TestFiguresReadWithoutTheirNamesMayBeOpenToo(t *testing.T) {
	for source, f := range map[string]verdict.Figures{
		"$env.count > 1":         {Count: open(2), Names: map[string]verdict.Bound{"files": closed(1)}},
		"$env['fil' + 'es'] > 1": {Count: closed(2), Names: map[string]verdict.Bound{"files": open(1)}},
		"len($env.terms) == 1":   {Count: closed(2), Names: map[string]verdict.Bound{"files": closed(1)}, Terms: map[string]verdict.Bound{"a": open(1)}},
		"terms['a' + ''] > 0":    {Count: closed(2), Terms: map[string]verdict.Bound{"a": open(1)}},
	} {
		e, err := verdict.ParseExpect("expr:"+source, []string{"files", "terms"})
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if got, reason, err := e.Judge(f); got != verdict.Undecided || !strings.HasPrefix(reason, "undecided: figures that are open do not decide") || err != nil {
			t.Errorf("%s: %v (%s) %v, want UNDECIDED", source, got, reason, err)
		}
	}
}

func TestCompleteFiguresAreJudgedByTheWholeLanguage(t *testing.T) {
	f := verdict.Figures{
		Count: closed(12),
		Names: map[string]verdict.Bound{"files": closed(3), "top": closed(0.75)},
		Terms: map[string]verdict.Bound{"a": closed(4), "b": closed(0)},
	}
	for source, want := range map[string]verdict.Result{
		"count / files == 4":                   verdict.Success,
		"count % 5 == 2":                       verdict.Success,
		"count - files < 0":                    verdict.Error,
		"count in 10..20":                      verdict.Success,
		"max(count, files) == 12":              verdict.Success,
		"count > 1 ? files == 3 : false":       verdict.Success,
		"let n = count - files; n == 9":        verdict.Success,
		`all(keys(terms), terms[#] >= 0)`:      verdict.Success,
		`len(filter(values(terms), # > 0))==1`: verdict.Success,
		"top ** 2 < 0.5":                       verdict.Error,
		"any([count, files], # == 3)":          verdict.Success,
	} {
		e, err := verdict.ParseExpect("expr:"+source, []string{"files", "terms"}, "top")
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if got, reason, err := e.Judge(f); got != want || err != nil {
			t.Errorf("%s: %v (%s) %v, want %v", source, got, reason, err, want)
		}
	}
}

func TestAnExpressionThatFailsIsAnErrorAndNotAVerdict(t *testing.T) {
	f := verdict.Figures{Count: closed(1), Names: map[string]verdict.Bound{"files": closed(0)}}
	for source, want := range map[string]string{
		"count % files == 0":    "divide by zero",
		"[1,2][count+5] == 1":   "out of range",
		"1 < missing":           `no figure "missing"`,
		"count in 1..100000000": "memory budget exceeded",
	} {
		e, err := verdict.ParseExpect("expr:"+source, []string{"files", "missing"})
		if err != nil {
			t.Fatal(err)
		}
		got, reason, err := e.Judge(f)
		if got != verdict.Undecided || reason != "" || err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v %q %v, want an error with %q", source, got, reason, err, want)
		}
	}
	f.Names["files"] = closed(1.5)
	e, err := verdict.ParseExpect("expr:files > 1", []string{"files"})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := e.Judge(f); err == nil || !strings.Contains(err.Error(), "no integer") {
		t.Errorf("half a file: %v", err)
	}
}

func TestALedgersCutsOpenTheFigures(t *testing.T) {
	var l ledger.Ledger
	l.Searched = 4
	l.Skip(ledger.Hidden, ".x", "")
	f := verdict.FromLedger(&l, 3)
	f.Set("files", 2)
	f.SetTerm("a", 1)
	if f.Cut != "" || f.Count != closed(3) || f.Names["files"] != closed(2) || f.Terms["a"] != closed(1) ||
		f.Names["searched"] != closed(4) || f.Names["skipped"] != closed(1) {
		t.Errorf("a complete search: %+v", f)
	}
	l.Skip(ledger.Unreadable, "a/b", "permission denied")
	l.Skip(ledger.Unreadable, "a/c", "permission denied")
	l.Skip(ledger.Limit, "", "")
	f = verdict.FromLedger(&l, 3)
	f.Set("files", 2)
	f.SetTerm("a", 1)
	if f.Cut != "2 unreadable (a/b: permission denied), by --limit" || f.Count != open(3) || f.Names["files"] != open(2) ||
		f.Terms["a"] != open(1) || f.Names["searched"] != open(4) || f.Names["skipped"] != open(3) {
		t.Errorf("a cut search: %+v", f)
	}
}
