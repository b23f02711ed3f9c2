package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/match/plug"
)

const printed = `{"text":"foo(\"a\", 1)","range":{"byteOffset":{"start":21,"end":36},"start":{"line":0,"column":16},"end":{"line":0,"column":30}},"file":"n\nl\u00e9.js","lines":"x","charCount":{"leading":16,"trailing":2},"language":"JavaScript","metaVariables":{"single":{"X":{"text":"é","range":{"byteOffset":{"start":25,"end":27}}}},"multi":{"R":[{"text":"1","range":{"byteOffset":{"start":29,"end":30}}},{"text":",","range":{"byteOffset":{"start":30,"end":31}}},{"text":"z","range":{"byteOffset":{"start":32,"end":35}}}],"EMPTY":[]},"transformed":{}}}
`

// found is what readReports passes on.
type found struct {
	file  string
	match plug.Match
}

func reportsOf(text string) ([]found, error) {
	var all []found
	err := readReports(strings.NewReader(text), func(file string, m plug.Match) error {
		all = append(all, found{file, m})
		return nil
	})
	return all, err
}

func TestReportHasOffsetsAndCaptures(t *testing.T) {
	got, err := reportsOf(printed + printed)
	if err != nil {
		t.Fatal(err)
	}
	want := found{file: "n\nlé.js", match: plug.Match{Start: 21, End: 36, Captures: []plug.Capture{{Name: "$$$R", Start: 29, End: 35}, {Name: "$X", Start: 25, End: 27}}}}
	if diff := cmp.Diff([]found{want, want}, got, cmp.AllowUnexported(found{})); diff != "" {
		t.Error(diff)
	}
}

func TestLongLinesAreSkipped(t *testing.T) {
	long := strings.Replace(printed, `"lines":"x"`, `"lines":"`+strings.Repeat(`\"x\\`, 1<<20)+`"`, 1)
	if got, err := reportsOf(long); err != nil || len(got) != 1 {
		t.Error(len(got), err)
	}
}

func TestMalformedReportIsAnError(t *testing.T) {
	for _, text := range []string{
		`{`, `[]`, `x`, `{"file":"a"}`, `{"file":1}`, `{"file":"a","range":{"byteOffset":{"start":5,"end":2}}}`,
		`{"file":"a","range":{"byteOffset":{"start":-1,"end":2}}}`, `{"file":"a","range":{"byteOffset":{"start":1}}`,
		`{"file":"\x","range":{"byteOffset":{"start":1,"end":2}}}`, strings.Repeat(`{"a":`, 100_000),
		`{"file":"` + strings.Repeat("x", 1<<20) + `"}`, printed[:len(printed)-3], printed + "panicked",
	} {
		if got, err := reportsOf(text); err == nil {
			t.Errorf("%.60q: %v", text, got)
		}
	}
}

func TestInspectionReadsNamesWithItsOwnWords(t *testing.T) {
	a := readInspection("sg: summary|project: isProject=false\nERROR: gone.js: No such file\nsg: entity|file|a: language=x.py: language=Python\nsg: entity|file|b.js: skipped=fileTooLarge\n" +
		"sg: entity|file|-c.js: language=JavaScript\r\nsg: entity|file|\nsg: summary|file: scannedFileCount=3,skippedFileCount=12\n")
	want := inspection{
		language: map[string]string{"a: language=x.py": "Python", "-c.js": "JavaScript"}, skipped: map[string]string{"b.js": "fileTooLarge"},
		failed: map[string]string{"gone.js": "No such file"}, skippedCount: 12,
	}
	if diff := cmp.Diff(want, a, cmp.AllowUnexported(inspection{})); diff != "" {
		t.Error(diff)
	}
}

func FuzzInspection(f *testing.F) {
	f.Add("sg: entity|file|a.py: language=Python\nsg: summary|file: scannedFileCount=3,skippedFileCount=2\nERROR: x: y\n")
	f.Fuzz(func(t *testing.T, stderr string) {
		a := readInspection(stderr)
		for name := range a.language {
			if !strings.Contains(stderr, name+": language=") {
				t.Errorf("%q is in none of it", name)
			}
		}
	})
}
