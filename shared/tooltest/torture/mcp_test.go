//go:build linux

package torture

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"time"
)

const hello = `{"jsonrpc":"2.0","id":-1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"torture","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// A reply is what the server sends.
type reply struct {
	ID     *int            `json:"id"`
	Error  json.RawMessage `json:"error"`
	Result struct {
		Content []struct{ Text string }
		IsError bool
	} `json:"result"`
}

// session makes the calls of a block in one session with the server.
func (s *stage) session(t *testing.T, table *table, r *rand.Rand, tr *tree, where string) {
	a := &attack{kind: "MCP"}
	switch r.IntN(3) {
	case 0:
		a = &attack{kind: "MCP, changing tree", changes: r.Uint64() | 1}
	case 1:
		a = refuse(r, tr, pick(r, "openat", "read", "getdents", "statx"))
		a.refusal.Tree = true // the server's own files are no part of the promise
		a.kind = "MCP, " + a.refusal.Call + " refused"
	}
	ctx, cancel := context.WithTimeout(context.Background(), (block+1)*patience)
	defer cancel()
	cmd, err := s.command(ctx, a, tr, "ct-mcp", "--root", ".", "--content=json")
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	end := begin(t, cmd, a, tr)
	replies := make(chan reply)
	go read(out, replies)
	_, _ = io.WriteString(in, hello)
	<-replies
	for i := range block {
		c := toolCall(r, tr)
		if r.IntN(5) == 0 {
			c = hostile(r)
		}
		o := c.ask(in, replies, i, r)
		found := c.judge(tr, a, &o)
		table.add(a, &o, false, found)
		for _, p := range found {
			t.Errorf("%s: %s\n  under: %v\n  repeat: %s\n  call: %.2000s\n  answer: %.1500s", titles[p.kind], p.what, a, where, c.stdin, o.stdout)
		}
	}
	_ = in.Close()
	for range replies { // until it has closed its output
	}
	err = cmd.Wait()
	end()
	if err != nil || bytes.Contains(stderr.Bytes(), []byte("goroutine ")) {
		t.Errorf("crash: the server ended with %v under %v\n  repeat: %s\n%.2000s", err, a, where, stderr.String())
	}
}

// read passes on what the server sends.
func read(out io.Reader, replies chan<- reply) {
	defer close(replies)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		var a reply
		if json.Unmarshal(line, &a) == nil && a.ID != nil {
			replies <- a
		}
		if err != nil {
			return
		}
	}
}

// ask makes a call and waits for its answer.
func (c *call) ask(in io.Writer, replies <-chan reply, id int, r *rand.Rand) outcome {
	var request struct {
		Tool      string         `json:"tool"`
		Arguments map[string]any `json:"arguments"`
	}
	if json.Unmarshal([]byte(c.stdin), &request) != nil || request.Arguments == nil {
		request.Tool, request.Arguments = "find_files", map[string]any{}
	}
	if r.IntN(2) == 0 && !c.any {
		c.budget = 3000 + r.IntN(5000)
		request.Arguments["max_bytes"] = c.budget
	}
	text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": map[string]any{"name": request.Tool, "arguments": request.Arguments}})
	c.stdin = string(text)
	start := time.Now()
	if _, err := in.Write(append(text, '\n')); err != nil {
		return outcome{exit: 3, stderr: err.Error()}
	}
	select {
	case a, open := <-replies:
		o := outcome{took: time.Since(start)}
		switch {
		case !open || *a.ID != id:
			o.exit, o.stderr = 3, fmt.Sprint("no answer, or another: ", a.ID)
		case len(a.Error) > 0:
			o.exit, o.stdout = 2, string(a.Error)
		case len(a.Result.Content) == 1:
			o.stdout = a.Result.Content[0].Text
		}
		if a.Result.IsError {
			o.exit = 2
		}
		return o
	case <-time.After(patience):
		return outcome{took: patience}
	}
}
