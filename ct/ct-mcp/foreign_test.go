package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// clientsVariable is the environment variable that names a folder in which npm has installed
// @modelcontextprotocol/inspector and @modelcontextprotocol/sdk.
const clientsVariable = "CT_MCP_CLIENTS"

// foreign returns the path of a program of npm's packages, from the folder that the environment
// names or from PATH.
func foreign(t *testing.T, name string) string {
	t.Helper()
	if dir := os.Getenv(clientsVariable); dir != "" {
		return filepath.Join(dir, "node_modules", ".bin", name)
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("skipped: no " + name)
	}
	return path
}

// The inspector validates definitions and answers with the schemas of the protocol.
func TestTheInspectorIsServed(t *testing.T) {
	inspector := foreign(t, "mcp-inspector")
	dir := tooltest.Tree(t, files())
	see := func(args ...string) string {
		cmd := exec.Command(inspector, append([]string{"--cli", filepath.Join(bin(t), "ct-mcp"), "--root", dir}, args...)...)
		cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME=/nonexistent")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%q: %v", args, err)
		}
		return string(out)
	}
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(see("--method", "tools/list")), &list); err != nil || len(list.Tools) < 9 {
		t.Errorf("%v, %+v", err, list)
	}
	for want, args := range map[string][]string{
		`"matches": 2`:                 {"--tool-name", "survey", "--tool-arg", "query=newError"},
		`"symbol": "ErrUnexpectedEOF"`: {"--tool-name", "search", "--tool-arg", "query=ErrUnexpectedEOF"},
		`"tool": "calls"`:              {"--tool-name", "search", "--tool-arg", "query=newError"},
		`"kind": "SandboxViolation"`:   {"--tool-name", "show", "--tool-arg", "file=../x", "line=1"},
		`"verdict": "SUCCESS"`:         {"--tool-name", "ct_test", "--tool-arg", "cmd=true"},
	} {
		if got := see(append([]string{"--method", "tools/call"}, args...)...); !strings.Contains(got, want) {
			t.Errorf("%q: no %s in\n%s", args, want, got)
		}
	}
}

// The TypeScript SDK names roots, validates answers with their schemas, receives the progress of
// long calls, and cancels.
func TestTheTypeScriptSDKIsServed(t *testing.T) {
	clients := os.Getenv(clientsVariable)
	node, err := exec.LookPath("node")
	if clients == "" || err != nil {
		t.Skip("skipped: no CT_MCP_CLIENTS")
	}
	dir, at := tooltest.Tree(t, files()), t.TempDir()
	script, err := os.ReadFile("testdata/client.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(at, "client.mjs"), script, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(clients, "node_modules"), filepath.Join(at, "node_modules")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "client.mjs", filepath.Join(bin(t), "ct-mcp"), dir)
	cmd.Dir, cmd.Stderr = at, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var saw struct {
		Tools, Called       []string
		Scout, Specs, After int
		Wrong               struct {
			IsError           bool
			StructuredContent struct{ Error fault }
		}
		Outside   string
		Unknown   []any
		Read      []any
		Cancelled bool
		Progress  []struct {
			Progress, Total float64
			Message         string
		}
	}
	if err := json.Unmarshal(out, &saw); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	slices.Sort(saw.Tools)
	slices.Sort(saw.Called)
	if !slices.Equal(saw.Tools, toolNames()) || !slices.Equal(saw.Called, toolNames()) {
		t.Errorf("served are %q, answers are as their schemas say of %q", saw.Tools, saw.Called)
	}
	if saw.Scout != 2 || saw.After != 2 || saw.Specs == 0 || saw.Outside != "SandboxViolation" || !saw.Cancelled ||
		!saw.Wrong.IsError || saw.Wrong.StructuredContent.Error.Field != "qury" || len(saw.Unknown) != 2 || saw.Unknown[0] != -32602.0 {
		t.Errorf("%s", out)
	}
	if len(saw.Progress) == 0 || !strings.Contains(saw.Progress[0].Message, "ct_test has been running") {
		t.Errorf("progress: %s", out)
	}
	if want := []any{true, []any{"review_change", "understand_repository"}}; !reflect.DeepEqual(saw.Read, want) {
		t.Errorf("read: %v, want %v", saw.Read, want)
	}
	if left := inside(t, dir); left != nil {
		t.Errorf("left running: %q", left)
	}
}
