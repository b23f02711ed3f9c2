package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

// bin returns the folder of all programs of the suite.
func bin(t testing.TB) string {
	t.Helper()
	return tooltest.Bin(t, "ct", "ct/ct-mcp", "ct-search", "ct-survey", "ct-show", "ct-history", "ct-spec", "ct-test")
}

// files returns the tree in which calls are tried.
func files() map[string]string {
	return map[string]string{
		"go.mod":         "module example\n",
		"config.toml":    "[server]\nport = 1\n",
		"docs/spec.md":   "# Rate limit\n\nHow requests are limited.\n",
		"src/a.go":       "package src\n\n// ErrUnexpectedEOF says <more> & \"more\" was expected.\nvar ErrUnexpectedEOF error\n\nfunc newError() error { return ErrUnexpectedEOF }\n",
		"src/b.go":       "package src\n\nfunc caller() error { return newError() }\n",
		"src/app.py":     "import os\n\nclass Config:\n    def load(self):\n        return os.environ\n\ndef main():\n    Config().load()\n",
		"sub/.gitignore": "*.log\n",
		"sub/x.log":      "ErrUnexpectedEOF\n",
		"CHANGELOG.md":   "# v2\n",
		"README.md":      "# Example\n\nTODO: more\n",
	}
}

// environment excludes the user's own configuration, and lets a coverage or race build find its
// files.
func environment(extra ...string) []string {
	return append([]string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent", "LANG=C.UTF-8", "TMPDIR=" + os.TempDir(), "GORACE=" + os.Getenv("GORACE"), "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}, extra...)
}

// command returns the command of a server with the working folder dir. Its answers are documents unless args say otherwise.
func command(t testing.TB, dir string, args ...string) *exec.Cmd {
	t.Helper()
	if !slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "--content=") }) {
		args = append([]string{"--content=" + contentJSON}, args...)
	}
	cmd := exec.Command(filepath.Join(bin(t), "ct-mcp"), args...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, environment(), os.Stderr
	return cmd
}

// connect starts a server in dir, with a client of the SDK.
func connect(t *testing.T, dir string, client *mcp.Client, args ...string) *mcp.ClientSession {
	t.Helper()
	if client == nil {
		client = mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	}
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: command(t, dir, args...)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// use calls a tool and returns the text of the answer, and whether it is an error.
func use(t testing.TB, s *mcp.ClientSession, tool, arguments string) (text string, failed bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	return words(t, r), r.IsError
}

func words(t testing.TB, r *mcp.CallToolResult) string {
	t.Helper()
	if len(r.Content) == 0 {
		t.Fatal("an answer without content")
	}
	text, ok := r.Content[0].(*mcp.TextContent)
	if !ok {
		t.Fatalf("content of type %T", r.Content[0])
	}
	return text.Text
}

// raw is a server that receives and sends bytes.
type raw struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *json.Decoder
	close func() error // closes its standard output
}

const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// startSession starts a server in dir and initializes the session.
func startSession(t *testing.T, dir string) *raw {
	t.Helper()
	r := startServer(t, dir)
	r.send(hello)
	if m := r.receive(); m.Result == nil {
		t.Fatalf("no greeting: %+v", m)
	}
	return r
}

// startServer starts a server in dir.
func startServer(t *testing.T, dir string) *raw {
	t.Helper()
	return begin(t, command(t, dir))
}

func begin(t *testing.T, cmd *exec.Cmd) *raw {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r := &raw{t: t, cmd: cmd, in: in, out: json.NewDecoder(out), close: out.Close}
	t.Cleanup(func() { _ = in.Close(); _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return r
}

func (r *raw) send(text string) {
	r.t.Helper()
	if _, err := io.WriteString(r.in, text); err != nil {
		r.t.Fatal(err)
	}
}

// message is what a server sends.
type message struct {
	ID     any
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

func (r *raw) receive() message {
	r.t.Helper()
	var m message
	if err := r.out.Decode(&m); err != nil {
		r.t.Fatal(err)
	}
	return m
}

// ends waits for the server to end and returns its exit status.
func (r *raw) ends(within time.Duration) int {
	r.t.Helper()
	done := make(chan struct{})
	go func() { _ = r.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(within):
		r.t.Fatal("the server is still there")
	}
	return r.cmd.ProcessState.ExitCode()
}

func line(parts ...string) string { return strings.Join(parts, "") + "\n" }
