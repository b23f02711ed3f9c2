package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestDocsGuide(t *testing.T) {
	t.Parallel()
	tooltest.Guide(t, "../../docs/explain/ct-mcp.md", table(&request{}))
}

func TestOptionsAboutTheProgram(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	get := func(args ...string) tooltest.Result {
		return tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin(t), "ct-mcp"), args...)
	}
	for want, args := range map[string][]string{
		"\nExamples:\n":   {"--help"},
		"--root DIR":      {"-h"},
		"ct-mcp 0.1.0":    {"--version"},
		"# ct-mcp: ":      {"--explain"},
		`{"name":"ct_mcp`: {"--explain", "json"},
		"_ct_mcp":         {"--completions", "bash"},
		"complete -c ct-": {"--completions", "fish"},
		`.TH "CT\-MCP" 1`: {"--man"},
	} {
		if r := get(args...); r.Exit != exitGood || r.Stderr != "" || !strings.Contains(r.Stdout, want) {
			t.Errorf("%q: exit %d, stderr %q, no %q in\n%s", args, r.Exit, r.Stderr, want, r.Stdout)
		}
	}
	for want, args := range map[string][]string{
		`ct-mcp: ct-mcp takes no arguments; "x" is too many`: {"x"},
		"--root": {"--rot", "."},
	} {
		if r := get(args...); r.Exit != exitFailure || r.Stdout != "" || !strings.Contains(r.Stderr, want) || strings.Count(r.Stderr, "\n") != 1 {
			t.Errorf("%q: %+v", args, r)
		}
	}
	r := tooltest.Run{Dir: dir, Env: []string{"CT_TIMEOUT=soon"}}.Do(t, filepath.Join(bin(t), "ct-mcp"))
	if r.Exit != exitFailure || !strings.Contains(r.Stderr, "CT_TIMEOUT") {
		t.Errorf("%+v", r)
	}
}

// ct mcp runs ct-mcp, and ct's own manifest contains it.
func TestCtRunsIt(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	cmd := command(t, dir)
	cmd.Path, cmd.Args = filepath.Join(bin(t), "ct"), []string{"ct", "mcp", "--root", "."}
	s := begin(t, cmd)
	s.send(hello)
	if m := s.receive(); !strings.Contains(string(m.Result), `"serverInfo":{"name":"ct-mcp"`) {
		t.Errorf("%+v", m)
	}
	_ = s.in.Close()
	if exit := s.ends(20 * time.Second); exit != exitGood {
		t.Errorf("exit %d", exit)
	}
	r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin(t), "ct"), "--explain", "json")
	var all struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(r.Stdout), &all); err != nil || !strings.Contains(r.Stdout, `"name":"ct_mcp"`) {
		t.Errorf("%v %s", err, r.Stderr)
	}
}
