package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestDoctorReportsProgramsThatAreNotBackends(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: the program is a POSIX shell's")
	}
	bin, old := tooltest.Bin(t, "ct", "ct-search"), t.TempDir()
	for name, says := range map[string]string{"rg": "ripgrep 11.0.0", "ugrep": "something else"} {
		//nolint:gosec // it must be executable
		if err := os.WriteFile(filepath.Join(old, name), []byte("#!/bin/sh\necho "+says+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	r := tooltest.Run{Dir: t.TempDir(), Env: []string{"PATH=" + old}}.Do(t, filepath.Join(bin, "ct"), "doctor")
	for _, want := range []string{
		`(?m)^note: rg: it is not a backend for ct-search: version 11 is older than \d+$`,
		`(?m)^note: ugrep: it is not a backend for ct-search: .*ugrep is no ugrep: asked for its version it says "something else"$`,
	} {
		if !regexp.MustCompile(want).MatchString(r.Stdout) {
			t.Errorf("%s is not in\n%s%s", want, r.Stdout, r.Stderr)
		}
	}
}

// docs/security.md shows the row of ct doctor about confinement, on a kernel with Landlock.
func TestDoctorPrintsWhatTheDocumentationShows(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^(?:    )?Landlock +mode auto, .*$`)
	shown := strings.TrimSpace(row.FindString(string(text)))
	r := tooltest.Run{Dir: t.TempDir()}.Do(t, filepath.Join(tooltest.Bin(t, "ct", "ct-search"), "ct"), "doctor")
	printed := row.FindString(r.Stdout)
	if !strings.Contains(printed, ", ABI ") {
		t.Skipf("skipped: no Landlock: %q", printed)
	}
	number := regexp.MustCompile(`[0-9]+`)
	if shown == "" || number.ReplaceAllString(shown, "N") != number.ReplaceAllString(printed, "N") {
		t.Errorf("docs/security.md shows %q, ct doctor prints %q", shown, printed)
	}
}
