package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/shared/tooltest"
)

// A line that is not a message is answered as JSON-RPC requires, and the session continues.
func TestAMalformedMessageIsAnsweredAndSkipped(t *testing.T) {
	t.Parallel()
	s := startSession(t, t.TempDir())
	for _, test := range []struct {
		line    string
		code    int
		id      any
		message string
	}{
		{"not json", jsonrpc.CodeParseError, nil, "not JSON"},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"`, jsonrpc.CodeParseError, nil, "not JSON"},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}{}`, jsonrpc.CodeParseError, nil, "one message"},
		{"\x00\xff", jsonrpc.CodeParseError, nil, "not JSON"},
		{`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, jsonrpc.CodeInvalidRequest, nil, "id must be a string or a whole number"},
		{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, jsonrpc.CodeInvalidRequest, nil, "id must be a string or a whole number"},
		{`{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"bogus"}}`, jsonrpc.CodeInvalidParams, 3.0, "unknown cursor"},
		{`{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":5}}`, jsonrpc.CodeInvalidParams, 3.0, "invalid params of tools/list: cursor is of another type"},
		{`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, jsonrpc.CodeInvalidRequest, nil, "a whole number under 2^53"},
		{`{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":5,"pad":"` + strings.Repeat("x", 9000) + `"}}`, jsonrpc.CodeInvalidParams, 3.0, "invalid params of initialize: "},
		{`{"jsonrpc":"2.0","id":3,"method":"initialize","params":[]}`, jsonrpc.CodeInvalidParams, 3.0, "invalid params of initialize: it must be an object"},
		{`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"_meta":5}}`, jsonrpc.CodeInvalidParams, 3.0, "invalid params of tools/call: "},
		{`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, jsonrpc.CodeInvalidRequest, nil, "batches"},
		{`5`, jsonrpc.CodeInvalidRequest, nil, "not a JSON-RPC 2.0 message"},
		{`{"id":2,"method":"ping"}`, jsonrpc.CodeInvalidRequest, 2.0, "not a JSON-RPC 2.0 message"},
		{`{"jsonrpc":"1.0","id":"two","method":"ping"}`, jsonrpc.CodeInvalidRequest, "two", "not a JSON-RPC 2.0 message"},
		{`{"jsonrpc":"2.0","id":{},"method":"ping"}`, jsonrpc.CodeInvalidRequest, nil, "not a JSON-RPC 2.0 message"},
		{`{"jsonrpc":"2.0","id":3,"method":"none"}`, jsonrpc.CodeMethodNotFound, 3.0, `"none"`},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/call"}`, jsonrpc.CodeInvalidRequest, 4.0, "params"},
		{`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":7}`, jsonrpc.CodeInvalidParams, 5.0, "invalid params"},
		{`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"smart_serch"}}`, jsonrpc.CodeInvalidParams, 6.0, `unknown tool "smart_serch"; did you mean smart_search?`},
		{`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"\u001b[31m"}}`, jsonrpc.CodeInvalidParams, 7.0, `unknown tool "\x1b[31m"; there are `},
	} {
		s.send(test.line + "\n")
		m := s.receive()
		if m.Error == nil || m.Error.Code != test.code || m.ID != test.id || !strings.Contains(m.Error.Message, test.message) || strings.Contains(m.Error.Message, "Go ") || strings.Contains(m.Error.Message, "mcp.") || len(m.Error.Message) > 400 {
			t.Errorf("%q: %+v, %+v", test.line, m, m.Error)
		}
	}
	s.send(line(`{"jsonrpc":"2.0","method":"none"}`) + "\n\r\n" + line(`{"jsonrpc":"2.0","id":99,"result":{}}`) + line(`{"jsonrpc":"2.0","id":8,"method":"ping"}`))
	if m := s.receive(); m.ID != 8.0 || m.Error != nil {
		t.Errorf("the session does not go on: %+v", m)
	}
}

// A call before initialize is refused, and the message says what to send first.
func TestACallBeforeInitializeIsRefused(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	s.send(line(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"scout","arguments":{"query":"x"}}}`))
	if m := s.receive(); m.ID != 1.0 || m.Error == nil || m.Error.Code != jsonrpc.CodeInvalidRequest || m.Error.Message != "tools/call comes before initialize: send that first" {
		t.Errorf("%+v, %+v", m, m.Error)
	}
}

// Answers that cannot be written are a failure, as for the other programs.
func TestAnswersThatCannotBeWrittenAreAFailure(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("skipped: no /dev/full")
	}
	defer func() { _ = full.Close() }()
	cmd := command(t, t.TempDir())
	var stderr strings.Builder
	cmd.Stdout, cmd.Stderr = full, &stderr
	in, err := cmd.StdinPipe() // it stays open, because the end of input would be handled first
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, hello); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait()
	if exit := cmd.ProcessState.ExitCode(); exit != exitFailure || !strings.HasPrefix(stderr.String(), "ct-mcp: standard output: ") || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("%d %q", exit, stderr.String())
	}
}

func TestHugeMessagesAndArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	s := startSession(t, tooltest.Tree(t, files()))
	huge := strings.Repeat("x", maxLine)
	for _, test := range []struct {
		line string
		id   any
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"scout","arguments":{"query":"` + huge + `"}}}`, 1.0},
		{`{"method":"tools/call","params":{"name":"scout","arguments":{"query":"` + huge + `"}},"jsonrpc":"2.0","id":"b"}`, "b"},
		{`{"method":"tools/call","params":{"name":"scout","arguments":{"query":"` + huge + huge + huge + `","id":5}}}`, nil},
		{huge + huge, nil},
	} {
		s.send(test.line + "\n")
		if m := s.receive(); m.Error == nil || m.Error.Code != jsonrpc.CodeInvalidRequest || m.ID != test.id || !strings.Contains(m.Error.Message, "longer than 4194304 bytes") {
			t.Errorf("%.60s…: %+v, %+v", test.line, m, m.Error)
		}
	}
	s.send(line(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"scout","arguments":{"query":"`, strings.Repeat("x", maxArguments), `"}}}`))
	if m := s.receive(); m.ID != 2.0 || !strings.Contains(string(m.Result), `more than 1048576`) || !strings.Contains(string(m.Result), `"isError":true`) {
		t.Errorf("%.300s", m.Result)
	}
	s.send(line(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"scout","arguments":{"query":"`, strings.Repeat("x", maxArguments-100), `"}}}`))
	if m := s.receive(); m.ID != 3.0 || m.Result == nil || len(m.Result) > 64<<10 {
		t.Errorf("%d bytes: %.300s", len(m.Result), m.Result)
	}
}

// A client's mistakes are returned as typed errors of the tool, so that a model can correct them.
func TestMistakesInArgumentsAreErrorsOfTheTool(t *testing.T) {
	t.Parallel()
	session := connect(t, tooltest.Tree(t, files()), nil)
	for _, test := range []struct{ tool, arguments, want string }{
		{"smart_search", `{"qury":"x"}`, `{"error":{"kind":"BadArgs","message":"unknown property \"qury\"; did you mean \"query\"?","field":"qury"}}`},
		{"smart_search", `{"query":"x","query":"y"}`, `"message":"query occurs twice in the call; give it once","field":"query"`},
		{"smart_search", `{"query":7}`, `"message":"query must be a string, not a number","field":"query"`},
		{"smart_search", `{}`, `"field":"query"`},
		{"smart_search", `[]`, `"message":"the arguments must be a JSON object, not of type array"`},
		{"smart_search", `{"query":"\ud800"}`, `unpaired surrogate`},
		{"scout", `{"query":"x","timeout":61}`, `"message":"timeout must be seconds, more than 0 and at most 60 (CT_TIMEOUT sets another bound), not 61","field":"timeout"`},
		{"scout", `{"query":"x","timeout":0}`, `"field":"timeout"`},
		{"scout", `{"query":"x","timeout":"9"}`, `"field":"timeout"`},
		{"scout", `{"query":"x","max_bytes":1.5}`, `"field":"max_bytes"`},
		{"framed_test", `{"cdm":"echo"}`, `unknown property \"cdm\"; did you mean \"cmd\"?`},
		{"scout", `{"query":"x","max_byte":10}`, `did you mean \"max_bytes\"?`},
		{"framed_test", `{"cmd":"true","zzzzzz":1}`, `; framed_test has `},
		{"scout", `{"query":"x","max_bytes":10}`, `must be a whole number from 2048 to 8000`},
		{"framed_test", `{"cmd":"echo","format":"text"}`, `"message":"unknown property \"format\"`},
		{"framed_test", `{"cmd":"echo","confine":"auto"}`, `"field":"confine"`},
		{"framed_test", `{"cmd":"rm"}`, `"message":"rm may not be run`},
		{"show", `{"file":"../../../etc/passwd","line":1}`, `"kind":"SandboxViolation"`},
		{"search_files", `{"path":"/etc","query":"root"}`, `"kind":"SandboxViolation"`},
	} {
		text, failed := use(t, session, test.tool, test.arguments)
		if !failed || !strings.HasPrefix(text, `{"error":{"kind":"`) || !strings.Contains(text, test.want) {
			t.Errorf("%s %s: %v %s", test.tool, test.arguments, failed, text)
		}
	}
	if text, failed := use(t, session, "scout", `{"query":"func","max_bytes":2048,"timeout":5}`); failed || !strings.Contains(text, `"matches":2,`) {
		t.Errorf("lower bounds: %v %s", failed, text)
	}
}

func TestConfiguredBoundsCannotBeRaised(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	cmd := command(t, dir)
	cmd.Env = environment("CT_TIMEOUT=5", "CT_MAX_BYTES=3000")
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	for arguments, want := range map[string]string{
		`{"query":"x","timeout":6}`:      "at most 5 (CT_TIMEOUT",
		`{"query":"x","max_bytes":3001}`: "from 2048 to 3000 (CT_MAX_BYTES)",
	} {
		if text, failed := use(t, session, "scout", arguments); !failed || !strings.Contains(text, want) {
			t.Errorf("%s: %v %s", arguments, failed, text)
		}
	}
}

// Thousands of calls wait for their turn: at most as many programs run as there are processors, and
// every call is answered, in any order.
func TestThousandsOfCallsQueue(t *testing.T) {
	t.Parallel()
	calls := 2000
	if tooltest.Brief() {
		calls = 200
	}
	s := startSession(t, tooltest.Tree(t, files()))
	go func() {
		for i := range calls {
			_, _ = fmt.Fprintf(s.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"show","arguments":{"file":"README.md","line":1}}}`+"\n", i)
		}
	}()
	seen := map[any]bool{}
	for range calls {
		m := s.receive()
		if seen[m.ID] || !strings.Contains(string(m.Result), "# Example") {
			t.Fatalf("%+v", m)
		}
		seen[m.ID] = true
	}
	if len(seen) != calls {
		t.Errorf("%d answers", len(seen))
	}
}

// The queue admits as many calls as there are slots, and refuses those that exceed the size limit.
func TestTheQueueIsBounded(t *testing.T) {
	t.Parallel()
	q := newQueue()
	most := cap(q.slots)
	var running, peak int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 50 * most {
		all.Go(func() {
			leave, f := q.enter(t.Context(), q.slots, 10)
			if f != nil {
				t.Error(f)
				return
			}
			mu.Lock()
			running++
			peak = max(peak, running)
			mu.Unlock()
			mu.Lock()
			running--
			mu.Unlock()
			leave()
		})
	}
	all.Wait()
	if peak > most || q.size != 0 {
		t.Errorf("%d ran at a time of %d, %d bytes are held", peak, most, q.size)
	}
	leave, f := q.enter(t.Context(), q.slots, maxWaiting-callSize)
	if f != nil {
		t.Fatal(f)
	}
	if _, f := q.enter(t.Context(), q.slots, 0); f == nil || !strings.Contains(f.Message, "too many calls") {
		t.Errorf("%v", f)
	}
	leave()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range most {
		if _, f := q.enter(t.Context(), q.slots, 0); f != nil {
			t.Fatal(f)
		}
	}
	if _, f := q.enter(over, q.slots, 0); f == nil || !strings.Contains(f.Message, "given up") {
		t.Errorf("%v", f)
	}
}

// endless is a call whose command does not end by itself.
const endless = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"framed_test","arguments":{"cmd":"tail","args":["-f","README.md"]}}}` + "\n"

// started waits until a tail with the working folder dir runs, and returns a function that reports
// whether one still does.
func started(t *testing.T, dir string) func() bool {
	t.Helper()
	there := func() bool { return len(inside(t, dir)) > 0 }
	for end := time.Now().Add(20 * time.Second); !there(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the command was not started")
		}
	}
	return there
}

// gone waits until nothing runs any more.
func gone(t *testing.T, there func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); there(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a program was left running")
		}
	}
}

// inside returns the processes with the working folder dir, except the server.
func inside(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Skip("skipped: no /proc")
	}
	for _, e := range entries {
		at, err := os.Readlink("/proc/" + e.Name() + "/cwd")
		name, _ := os.ReadFile("/proc/" + e.Name() + "/comm")
		if err == nil && at == dir && string(name) != "ct-mcp\n" && !strings.HasPrefix(string(name), "ct-mcp.test") {
			list = append(list, e.Name()+" "+strings.TrimSpace(string(name)))
		}
	}
	return list
}

func TestNothingIsLeftWhenTheClientGoes(t *testing.T) {
	t.Parallel()
	tooltest.Deliver(terminate, hangUp)
	for name, leave := range map[string]func(*raw){
		"its end of input":     func(s *raw) { _ = s.in.Close() },
		"its end of output":    func(s *raw) { _ = s.close(); s.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}` + "\n") },
		"SIGTERM":              func(s *raw) { _ = s.cmd.Process.Signal(terminate) },
		"a terminal's end":     func(s *raw) { _ = s.cmd.Process.Signal(hangUp) },
		"the server's death":   func(s *raw) { _ = s.cmd.Process.Kill() },
		"both ends, as killed": func(s *raw) { _ = s.close(); _ = s.in.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			dir := tooltest.Tree(t, files())
			s := startSession(t, dir)
			s.send(endless)
			there := started(t, dir)
			leave(s)
			s.ends(20 * time.Second)
			gone(t, there)
		})
	}
}

func TestCancellationEndsTheProgram(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	s := startSession(t, dir)
	s.send(endless)
	there := started(t, dir)
	s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}` + "\n")
	gone(t, there)
	s.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}` + "\n")
	for m := s.receive(); m.ID != 2.0; m = s.receive() {
		t.Errorf("the cancelled call was answered: %+v", m)
	}
}

// A path that no system accepts is refused by its length by every tool, with one root and with several, and the answer
// does not contain it.
func TestALongPathIsRefusedByItsLength(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a/", 30_000)
	dir := tooltest.Tree(t, files())
	for _, roots := range [][]string{nil, {"--root", dir + "/src", "--root", dir + "/docs"}} {
		s := connect(t, dir, nil, roots...)
		for _, call := range [][2]string{
			{"search_files", `{"query":"x","path":"` + long + `"}`}, {"smart_search", `{"query":"x","path":"` + long + `"}`},
			{"show", `{"line":1,"file":"` + long + `"}`}, {"framed_test", `{"cmd":"` + long + `cat"}`},
			{"framed_test", `{"cmd":"cat","args":["README.md","` + long + `"]}`}, {"framed_test", `{"cmd":"cat","stdin":"file:` + long + `"}`},
		} {
			begun := time.Now()
			text, failed := use(t, s, call[0], call[1])
			if !failed || !strings.Contains(text, `"kind":"BadArgs"`) || !strings.Contains(text, " bytes, more than ") || len(text) > 300 || time.Since(begun) > 4*time.Second {
				t.Errorf("%v %.40s: %d bytes after %v: %.300s", roots, call, len(text), time.Since(begun), text)
			}
		}
	}
}

// Commands that take all their time leave room for other calls, however many there are.
func TestCommandsLeaveRoomForOtherCalls(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	s := startSession(t, dir)
	for n := range 2 * runtime.GOMAXPROCS(0) {
		s.send(strings.Replace(endless, `"id":1`, `"id":`+strconv.Itoa(n), 1))
	}
	started(t, dir)
	s.send(`{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"show","arguments":{"file":"README.md","line":1}}}` + "\n")
	if m := s.receive(); m.ID != 99.0 || !strings.Contains(string(m.Result), "# Example") {
		t.Errorf("%+v", m)
	}
}

// No device but the null device is read, because others never end.
func TestACommandReadsNoDevice(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	for _, args := range [][]string{nil, {"--root", "/dev"}} {
		s := connect(t, dir, nil, args...)
		for _, path := range []string{"/dev/zero", "/dev/urandom", "/dev/full", "/dev/../dev/zero"} {
			if text, _ := use(t, s, "framed_test", `{"cmd":"cat","args":["`+path+`"]}`); !strings.Contains(text, "is a device") && !strings.Contains(text, "denied") {
				t.Errorf("%v %s: %s", args, path, text)
			}
		}
		if text, _ := use(t, s, "framed_test", `{"cmd":"cat","args":["/dev/null"]}`); !strings.Contains(text, `"SUCCESS"`) {
			t.Errorf("%v: %s", args, text)
		}
	}
}

// Only the first of two requests with the same id runs. The id may be used again after its answer.
func TestAnIDBelongsToOneRequest(t *testing.T) {
	t.Parallel()
	s := startSession(t, tooltest.Tree(t, files()))
	s.send(strings.Replace(endless, `"args"`, `"timeout":2,"args"`, 1) + line(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if m := s.receive(); m.ID != nil || m.Error == nil || m.Error.Code != jsonrpc.CodeInvalidRequest || !strings.Contains(m.Error.Message, "the id 1 belongs to a request that is not answered yet") {
		t.Errorf("%+v %+v", m, m.Error)
	}
	if m := s.receive(); m.ID != 1.0 || m.Result == nil {
		t.Errorf("%+v", m)
	}
	s.send(line(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if m := s.receive(); m.ID != 1.0 || m.Error != nil {
		t.Errorf("%+v", m)
	}
}

// A single string is accepted for a list of strings.
func TestAStringIsAListOfOne(t *testing.T) {
	t.Parallel()
	session := connect(t, tooltest.Tree(t, files()), nil)
	for tool, arguments := range map[string]string{"survey": `{"term":"newError","paths":"src"}`, "spec_search": `{"query":"rate limit"}`, "find_files": `{"name":"*.go"}`} {
		if text, failed := use(t, session, tool, arguments); failed {
			t.Errorf("%s %s: %s", tool, arguments, text)
		}
	}
}

func TestALongCallReportsProgress(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	s := startSession(t, dir)
	s.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":"p"},"name":"framed_test","arguments":{"cmd":"tail","args":["-f","README.md"],"timeout":2.5}}}` + "\n")
	var notes []string
	m := s.receive()
	for ; m.ID == nil; m = s.receive() {
		notes = append(notes, m.Method+string(m.Params))
	}
	if len(notes) < 1 || len(notes) > 3 || !strings.Contains(notes[0], `"progressToken":"p"`) || !strings.Contains(notes[0], `"total":2.5`) || !strings.Contains(notes[0], `framed_test has been running for 1 s`) {
		t.Errorf("%q", notes)
	}
	if !strings.Contains(string(m.Result), `timed_out\":true`) || strings.Contains(string(m.Result), heartbeatMark) {
		t.Errorf("%s", m.Result)
	}
}

func TestProgramsThatAreMissingOrWrongAreNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	alone := dir + "/ct-mcp"
	data, err := os.ReadFile(bin(t) + "/ct-mcp")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(alone, data, 0o755); err != nil {
		t.Fatal(err)
	}
	r := tooltest.Run{Dir: dir, Env: []string{"PATH=/nonexistent"}}.Do(t, alone)
	if r.Exit != exitFailure || !strings.Contains(r.Stderr, "ct-mcp: neither beside this program nor on PATH, so not served: ct-search, ct-survey, ct-show, ct-spec, ct-test, ct-history; install") || !strings.Contains(r.Stderr, "no program of the suite answers") {
		t.Errorf("%+v", r)
	}
}

// The connection is a stream like any other, with short reads and possibly a last line without an
// end.
func TestTheWireReadsLines(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	var why error
	w := newWire(io.MultiReader(strings.NewReader(`{"jsonrpc":"2.0",`), strings.NewReader(`"id":1,"method":"a"}`+"\nx\n"), strings.NewReader(`{"jsonrpc":"2.0","id":2,"method":"b"}`)), &out, func(err error) { why = err })
	if _, err := w.Connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a", "b"} {
		m, err := w.Read(t.Context())
		if r, ok := m.(*jsonrpc.Request); err != nil || !ok || r.Method != want {
			t.Errorf("%+v, %v", m, err)
		}
	}
	if _, err := w.Read(t.Context()); !errors.Is(err, io.EOF) || !errors.Is(why, io.EOF) {
		t.Errorf("%v, %v", err, why)
	}
	if !strings.Contains(out.String(), `"code":-32700`) {
		t.Error(out.String())
	}
}

// Any line is either a message or refused in one line of JSON, with an id from the line.
func FuzzMessages(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":"a","method":"ping","params":{"x":[1]}}`, `{"method":"a","jsonrpc":"2.0","id":-5}`, `{"id":"\"}`,
		`[]`, `[{}]`, `5`, `"`, `null`, `{"id":{},"method":1}`, `{"jsonrpc":"2.0","result":{}}`, "\x00", `{"jsonrpc":"2.0","id":1,"error":{"code":1}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if len(bytes.TrimSpace(line)) == 0 {
			return
		}
		ids := []json.RawMessage{idOf(line, line)}
		m, err := decode(line)
		if refused, ok := errors.AsType[*refusal](err); ok {
			text := refused.text()
			if !json.Valid(text) || bytes.ContainsRune(text, '\n') {
				t.Errorf("%q is refused by %q", line, text)
			}
			ids = append(ids, refused.id)
		} else if err != nil || m == nil {
			t.Errorf("%q: %v, %v", line, m, err)
		}
		for _, id := range ids {
			if string(id) != "null" && (!json.Valid(id) || !bytes.Contains(line, id)) {
				t.Errorf("%q has no id %q", line, id)
			}
		}
	})
}
