package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sync"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/shared/render"
)

// maxLine limits a message, in bytes.
const maxLine = 4 << 20

// wire is the connection to the client, a message per line. A line that is not one is answered and skipped.
type wire struct {
	in     *bufio.Reader
	out    io.Writer
	onGone func(error) // called when nothing more can be read or written

	messages   chan jsonrpc.Message
	closed     chan struct{}
	once       sync.Once
	mu         sync.Mutex // guards out and lost
	writeError error      // the first failure to write, except to a client that has gone
	traffic    traffic
}

func newWire(in io.Reader, out io.Writer, gone func(error)) *wire {
	return &wire{in: bufio.NewReaderSize(in, 64<<10), out: out, onGone: gone, messages: make(chan jsonrpc.Message), closed: make(chan struct{}), traffic: traffic{open: map[any]bool{}}}
}

// Connect starts reading.
func (w *wire) Connect(context.Context) (mcp.Connection, error) {
	go w.read()
	return w, nil
}

// SessionID returns "": the connection is the session.
func (w *wire) SessionID() string { return "" }

// Read returns the next message, and io.EOF when the client has gone.
func (w *wire) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m, ok := <-w.messages:
		if !ok {
			return nil, io.EOF
		}
		return m, nil
	case <-w.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write sends a message.
func (w *wire) Write(_ context.Context, m jsonrpc.Message) error {
	if !w.traffic.end(m) {
		return nil
	}
	text, err := jsonrpc.EncodeMessage(plainError(m))
	if err != nil {
		return err
	}
	return w.send(text)
}

// Close ends reading and writing.
func (w *wire) Close() error {
	w.once.Do(func() { close(w.closed) })
	return nil
}

func (w *wire) send(text []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := w.out.Write(append(text, '\n'))
	if err != nil {
		if w.writeError == nil && !errors.Is(err, syscall.EPIPE) {
			w.writeError = fmt.Errorf("standard output: %w", err)
		}
		w.onGone(err)
	}
	return err
}

// failure returns why an answer could not be written. It is nil if all were written or the client had gone.
func (w *wire) failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.writeError
}

// read reads messages until there are no more.
func (w *wire) read() {
	defer close(w.messages)
	for {
		line, err := w.line()
		if err == nil && len(bytes.TrimSpace(line)) > 0 {
			var m jsonrpc.Message
			if m, err = decode(line); err == nil {
				err = w.traffic.begin(m)
			}
			if err == nil {
				select {
				case w.messages <- m:
				case <-w.closed:
					return
				}
			}
		}
		if refused, ok := errors.AsType[*refusal](err); ok {
			_ = w.send(refused.text())
		} else if err != nil {
			w.onGone(err)
			return
		}
	}
}

// line returns the next line without its end. If it is too long, only its start and its end are examined.
func (w *wire) line() ([]byte, error) {
	var line []byte
	for {
		part, err := w.in.ReadSlice('\n')
		if len(line)+len(part) > maxLine+1 {
			return nil, w.tooLong(append(line, part...), err)
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil // the next read is at the end again
		default:
			return nil, err
		}
	}
}

// tooLong skips the rest of a line and returns the refusal.
func (w *wire) tooLong(begun []byte, err error) error {
	first, last := begun[:idWithin], begun[len(begun)-idWithin:]
	for errors.Is(err, bufio.ErrBufferFull) {
		var part []byte
		part, err = w.in.ReadSlice('\n')
		last = append(slices.Clip(last), part...)
		last = last[max(0, len(last)-idWithin):]
	}
	return &refusal{jsonrpc.CodeInvalidRequest, fmt.Sprintf("the message is longer than %d bytes", maxLine), idOf(first, last)}
}

// idWithin limits how far from the start or the end of a message its id is looked for, in bytes.
const idWithin = 256

// idOf returns the id of a request known by its start and end, where clients write it; null if neither has one.
func idOf(first, last []byte) json.RawMessage {
	const version, id = `"jsonrpc"\s*:\s*"2\.0"`, `"id"\s*:\s*(-?(?:0|[1-9]\d{0,17})|"[ !#-\[\]-~]{1,100}")`
	for expr, text := range map[string][]byte{
		`^\s*\{\s*(?:` + version + `\s*,\s*)?` + id + `\s*,`:   first,
		`[,}\s]` + id + `\s*(?:,\s*` + version + `\s*)?\}\s*$`: last,
	} {
		if m := regexp.MustCompile(expr).FindSubmatch(text); m != nil {
			return m[1]
		}
	}
	return json.RawMessage("null")
}

// refusal is the answer to a line that is not a message.
type refusal struct {
	code    int
	message string
	id      json.RawMessage
}

func (r *refusal) Error() string { return r.message }

func (r *refusal) text() []byte {
	message, err := render.JSON(r.message, false)
	if err != nil {
		message = []byte(`"no message"`)
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, r.id, r.code, message)
}

// decode reads one message. The error is a *refusal.
func decode(line []byte) (jsonrpc.Message, error) {
	null := json.RawMessage("null")
	if !json.Valid(line) {
		return nil, &refusal{jsonrpc.CodeParseError, "a line that is not JSON: each line must be one message", null}
	}
	var head struct {
		Version any             `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  any             `json:"method"`
	}
	wrong := func(why string) error {
		id := head.ID
		if wrongID(id) || len(id) == 0 {
			id = null
		}
		return &refusal{jsonrpc.CodeInvalidRequest, "not a JSON-RPC 2.0 message: " + why, id}
	}
	if bytes.TrimSpace(line)[0] == '[' {
		return nil, &refusal{jsonrpc.CodeInvalidRequest, "batches are not taken: send one message a line", null}
	}
	if json.Unmarshal(line, &head) != nil {
		return nil, wrong("it is not an object")
	}
	_, isText := head.Method.(string)
	switch {
	case head.Version != "2.0":
		return nil, wrong(`"jsonrpc":"2.0" is missing`)
	case head.Method != nil && !isText:
		return nil, wrong("method must be a string")
	case head.Method != nil && wrongID(head.ID):
		return nil, wrong("id must be a string or a whole number under 2^53")
	}
	m, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return nil, wrong("it is neither a request nor an answer")
	}
	return m, nil
}
