package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/sibling"
)

const (
	// maxArguments limits the arguments of a call, in bytes, like --call.
	maxArguments = 1 << 20
	// maxAnswer limits how much of an answer is read, in bytes. It exceeds every budget that a call can ask for.
	maxAnswer = 16 << 20
	// overtime is how long a program may run beyond its time limit to report what it found.
	overtime = 10 * time.Second
	// maxNotes is the maximum number of lines of standard error in an answer.
	maxNotes = 20
)

// errStuck is the reason for killing a program that exceeds its time limit.
var errStuck = errors.New("no answer in its time")

// answer runs a call. A fault becomes an answer too.
func (s *server) answer(ctx context.Context, t *tool, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	result, f := s.call(ctx, t, r)
	if f == nil {
		return result, nil
	}
	text, err := f.document()
	if err != nil {
		return nil, err
	}
	return s.failure(f.Message, text), nil
}

// call runs the program of a tool in the root of the call, when its turn comes.
func (s *server) call(ctx context.Context, t *tool, r *mcp.CallToolRequest) (*mcp.CallToolResult, *fault) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.life, func() { cancel(errLeft) })()
	c, f := t.read(r.Params.Arguments, s.limits)
	if f != nil {
		return nil, f
	}
	roots, ask, f := s.rootsFor(ctx, r)
	if f != nil || ask != nil {
		return ask, f
	}
	slots := s.queue.slots
	if t.runs() { // its command may read all roots
		c.readable = others(roots)
		roots, slots = roots[:1], s.queue.commands
	}
	place, f := choose(roots, c.paths)
	if f != nil {
		return nil, f
	}
	p := s.progress(ctx, t, r, c.timeout)
	defer p.stop()
	leave, f := s.queue.enter(ctx, slots, len(c.arguments))
	if f != nil {
		return nil, f
	}
	defer leave()
	return s.run(ctx, t, c, place, p)
}

// call is what a client asks of a tool.
type call struct {
	arguments json.RawMessage // the arguments for the program
	options   []string        // options for the program's command line
	paths     []string
	readable  []string // further folders that a tested command may read
	timeout   time.Duration
}

// read removes the limits that a client may set from the arguments. The program checks the rest.
func (t *tool) read(arguments json.RawMessage, l limits) (*call, *fault) {
	c := &call{arguments: arguments, timeout: l.timeout}
	if len(bytes.TrimSpace(arguments)) == 0 {
		c.arguments = json.RawMessage("{}")
	}
	if len(arguments) > maxArguments {
		return nil, badArgs("", "the arguments have %d bytes, more than %d", len(arguments), maxArguments)
	}
	members := object(c.arguments)
	if members == nil {
		return c, nil // the program explains it better
	}
	if err := opt.CheckMembers(c.arguments); err != nil {
		return nil, usage(err)
	}
	named := members
	if t.as != nil { // its program checks the names
		named, _ = t.as.Canonical(members)
	} else if err := opt.KnownProperties(t.name, append(t.input.Properties.names(), maxBytesArgument, timeoutArgument), slices.Collect(maps.Keys(members))); err != nil {
		return nil, usage(err)
	}
	for _, name := range opt.Paths() { // of files and folders
		c.paths = append(c.paths, opt.Texts(named[name])...)
	}
	most := t.maxBytes[1]
	if t.as != nil {
		most = t.ranges[t.as.Route(members).Definition][1]
	}
	if f := c.readLimits(members, l, t.maxBytes.under(l.maxBytes), most); f != nil {
		return nil, f
	}
	return c, nil
}

// object returns the members of a JSON object, nil for anything else.
func object(raw json.RawMessage) map[string]json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return nil
	}
	return members
}

// readLimits removes max_bytes, which is in the range e, and timeout from the arguments. The answer has at most most bytes.
func (c *call) readLimits(members map[string]json.RawMessage, l limits, e byteRange, most int) *fault {
	bytesGiven, timeGiven := members[maxBytesArgument], members[timeoutArgument]
	if bytesGiven != nil {
		n, ok := number(bytesGiven)
		if !ok || n != math.Trunc(n) || n < float64(e[0]) || n > float64(e[1]) {
			source := ""
			if l.maxBytes == e[1] {
				source = " (CT_MAX_BYTES)"
			}
			return badArgs(maxBytesArgument, "max_bytes must be a whole number from %d to %d%s, not %s", e[0], e[1], source, short(bytesGiven))
		}
		c.options = append(c.options, "--max-bytes="+strconv.Itoa(min(int(n), most)))
		delete(members, maxBytesArgument)
	}
	if timeGiven != nil {
		n, ok := number(timeGiven)
		if !ok || n <= 0 || n > l.timeout.Seconds() {
			return badArgs(timeoutArgument, "timeout must be seconds, more than 0 and at most %v (CT_TIMEOUT sets another bound), not %s", l.timeout.Seconds(), short(timeGiven))
		}
		c.timeout = time.Duration(n * float64(time.Second))
		delete(members, timeoutArgument)
	}
	c.options = append(c.options, "--timeout="+strconv.FormatFloat(c.timeout.Seconds(), 'f', -1, 64))
	if bytesGiven == nil && timeGiven == nil {
		return nil
	}
	rest, err := render.JSON(members, false)
	if err != nil {
		return failed("%v", err)
	}
	c.arguments = rest
	return nil
}

// number returns the value of a JSON number.
func number(raw json.RawMessage) (float64, bool) {
	var n *float64
	if err := json.Unmarshal(raw, &n); err != nil || n == nil {
		return 0, false
	}
	return *n, true
}

func short(raw json.RawMessage) string { return string(raw[:min(len(raw), 40)]) }

// usage returns the fault for an argument that package opt refused.
func usage(err error) *fault {
	if u, ok := errors.AsType[*opt.UsageError](err); ok {
		return badArgs(u.Subject, "%v", u)
	}
	return badArgs("", "%v", err)
}

// others returns the existing folders of all roots but the first.
func others(roots []root) []string {
	var list []string
	for _, r := range roots[1:] {
		if r.ready() == nil {
			list = append(list, r.dir)
		}
	}
	return list
}

// run runs the program and returns its answer.
func (s *server) run(ctx context.Context, t *tool, c *call, place root, p *progress) (*mcp.CallToolResult, *fault) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout+overtime, errStuck)
	defer cancel()
	name := t.name
	if name == formerTest {
		name = "ct_test"
	}
	input, err := render.JSON(map[string]any{"tool": name, "arguments": c.arguments}, false)
	if err != nil {
		return nil, badArgs("", "the arguments are not JSON: %v", err)
	}
	args := slices.Concat([]string{"--call", "-", "--content=" + s.content}, c.options, p.options()) // the sandbox of a call is its working folder
	for _, dir := range c.readable {
		args = append(args, "--readable="+dir)
	}
	var notes []string
	run := sibling.Call{Path: t.path, Args: args, Dir: place.dir, Stdin: input, Limit: maxAnswer, Line: func(line string) {
		if !p.heartbeat(line) && len(notes) < maxNotes {
			notes = append(notes, line)
		}
	}}
	text, exit, err := run.Run(ctx)
	if err != nil {
		return nil, failed("%v", err)
	}
	return s.result(t, strings.TrimSuffix(string(text), "\n"), exit, notes)
}

// result returns the output of a program to the client, as the content that the client wants.
func (s *server) result(t *tool, output string, exit int, notes []string) (*mcp.CallToolResult, *fault) {
	if message, ok := faultOf(output); ok {
		return s.failure(message, output), nil
	}
	text, document := output, output
	switch both := (content{}); {
	case s.content == contentText && output != "":
		return &mcp.CallToolResult{Content: texts(output)}, nil
	case s.content == contentJSON && json.Valid([]byte(output)):
	case s.content == contentBoth && json.Unmarshal([]byte(output), &both) == nil && both.Answer != nil:
		text, document = both.Text, string(both.Answer)
	default:
		last := ""
		if len(notes) > 0 {
			last = ": " + notes[len(notes)-1]
		}
		return nil, failed("%s ended with status %d and no answer%s", t.path, exit, last)
	}
	r := &mcp.CallToolResult{Content: texts(text)}
	if t.list {
		if s.content == contentJSON && len(notes) > 0 {
			r.Content = append(r.Content, texts(strings.Join(notes, "\n"))...)
		}
		wrapped, err := render.JSON(map[string]any{nodesMember: json.RawMessage(document), notesMember: append([]string{}, notes...)}, false)
		if err != nil {
			return nil, failed("%v", err)
		}
		document = string(wrapped)
	}
	if r.StructuredContent = json.RawMessage(document); t.runs() || t.as == nil { // its answer names the command that ran
		return r, nil
	}
	structured, err := withCalls([]byte(document))
	if err != nil {
		return nil, failed("%v", err)
	}
	r.StructuredContent = structured
	return r, nil
}

// content is the output of a program that is asked for both.
type content struct {
	Text   string
	Answer json.RawMessage
}

// The contents of --content.
const (
	contentBoth = "both"
	contentText = "text"
	contentJSON = "json"
)

func texts(text string) []mcp.Content { return []mcp.Content{&mcp.TextContent{Text: text}} }

// failure returns the answer to a call that failed: the message as text, the fault as structured content.
func (s *server) failure(message, document string) *mcp.CallToolResult {
	r := &mcp.CallToolResult{IsError: true, StructuredContent: json.RawMessage(document)}
	switch s.content {
	case contentText:
		r.Content, r.StructuredContent = texts(message), nil
	case contentJSON:
		r.Content = texts(document)
	default:
		r.Content = texts(message)
	}
	return r
}

// faultOf returns the message of an answer that is a typed error, and reports whether it is one.
func faultOf(text string) (message string, ok bool) {
	members := object([]byte(text))
	var f fault
	ok = len(members) == 1 && members[errorMember] != nil && json.Unmarshal(members[errorMember], &f) == nil && f.Kind != ""
	return f.Message, ok
}

// fault is the reason for a failed call, in the form that the programs use.
type fault struct {
	Kind    string `json:"kind"` // BadArgs, SandboxViolation or ExecutionFailed
	Message string `json:"message"`
	Field   string `json:"field,omitempty"` // the wrong argument
}

// maxMessage limits a message, in bytes of JSON. A message may repeat what the client sent.
const maxMessage = 1600

func (f *fault) Error() string { return f.Message }

// badArgs returns the fault for a wrong argument.
func badArgs(field, format string, args ...any) *fault {
	return &fault{Kind: "BadArgs", Message: fmt.Sprintf(format, args...), Field: field}
}

// failed returns the fault for a call that could not be run.
func failed(format string, args ...any) *fault {
	return &fault{Kind: "ExecutionFailed", Message: fmt.Sprintf(format, args...)}
}

// document returns the fault as the answer to a call.
func (f *fault) document() (string, error) {
	cut := *f
	cut.Message, _ = budget.ClipJSON([]byte(strings.ToValidUTF8(f.Message, "\uFFFD")), 0, 0, maxMessage)
	text, err := render.JSON(map[string]*fault{errorMember: &cut}, false)
	return string(text), err
}
