package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// checksGuide is the guide that shows a file of checks and its report.
const checksGuide = "../docs/explain/ct.md"

var (
	checksFile   = regexp.MustCompile("(?s)```toml\n(# ct.checks.toml\n.*?)```\n")
	checksReport = regexp.MustCompile("(?s)(the first prints\n\n```text\n)(.*?)(```\n)")
)

// checksExample returns the tree of the guide's example of checks.
func checksExample(t *testing.T) map[string]string {
	text, err := os.ReadFile(checksGuide)
	if err != nil {
		t.Fatal(err)
	}
	file := checksFile.FindSubmatch(text)
	if file == nil {
		t.Fatalf("%s shows no file of checks", checksGuide)
	}
	return map[string]string{
		"ct.checks.toml":     string(file[1]),
		"src/main.go":        "package main\n\nimport \"os\"\n\nfunc main() { os.Exit(0) }\n",
		"src/domain/user.go": "// Package domain has what the program is about.\npackage domain\n\nimport \"example/infra\"\n\n// User is a person.\ntype User struct{ Name string }\n\n// Save keeps the user.\nfunc (u User) Save() error { return infra.Write(u.Name) }\n\nfunc (u User) Greet() string { return \"Hello \" + u.Name } // TODO: in other languages\n",
		"src/infra/store.go": "// Package infra keeps what the program is about.\npackage infra\n\n// Write keeps a name.\nfunc Write(name string) error { return nil }\n",
	}
}

// TestDocsChecks runs the file of checks that the guide shows, and compares the report with the guide. With -update it
// writes the report to the guide.
func TestDocsChecks(t *testing.T) {
	bin := tooltest.Bin(t, members...)
	r := tooltest.Run{Dir: tooltest.Tree(t, checksExample(t))}.Do(t, filepath.Join(bin, "ct"+exe), "check")
	if r.Exit != exitWrong || r.Stderr != "" {
		t.Errorf("status %d: %s", r.Exit, r.Stderr)
	}
	text, err := os.ReadFile(checksGuide)
	if err != nil {
		t.Fatal(err)
	}
	shown := checksReport.FindStringSubmatch(string(text))
	switch {
	case shown == nil:
		t.Fatalf("%s shows no report", checksGuide)
	case shown[2] == r.Stdout:
	case flag.Lookup("update").Value.String() == "true":
		updated := strings.Replace(string(text), shown[0], shown[1]+r.Stdout+shown[3], 1)
		if err := os.WriteFile(checksGuide, []byte(updated), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is out of date; run make docs\n%s", checksGuide, firstDifference(shown[2], r.Stdout))
	}
}
