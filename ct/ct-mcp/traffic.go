package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// traffic knows the requests of a client that have no answer yet, by their ids:
// no two have the same one, and one that was cancelled is answered no more.
type traffic struct {
	mu   sync.Mutex
	open map[any]bool // whether it was cancelled
}

// begin takes in what a client sends, and reports an id that is taken.
func (t *traffic) begin(m jsonrpc.Message) error {
	r, ok := m.(*jsonrpc.Request)
	if !ok {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if r.ID.IsValid() {
		id := r.ID.Raw()
		if _, taken := t.open[id]; taken {
			return &refusal{jsonrpc.CodeInvalidRequest, fmt.Sprintf("the id %s is that of a request which has no answer yet: give each its own", plain(id)), json.RawMessage("null")}
		}
		t.open[id] = false
		return nil
	}
	var cancel struct {
		ID any `json:"requestId"`
	}
	if r.Method == "notifications/cancelled" && json.Unmarshal(r.Params, &cancel) == nil {
		if id, err := jsonrpc.MakeID(cancel.ID); err == nil {
			if _, there := t.open[id.Raw()]; there {
				t.open[id.Raw()] = true
			}
		}
	}
	return nil
}

// end reports whether what the server sends is to be sent.
func (t *traffic) end(m jsonrpc.Message) bool {
	r, ok := m.(*jsonrpc.Response)
	if !ok {
		return true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	cancelled := t.open[r.ID.Raw()]
	delete(t.open, r.ID.Raw())
	return !cancelled
}

func plain(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "of this request"
	}
	return string(text[:min(len(text), 100)])
}

// What errors of the protocol's library say: of the parameters of a request, which
// they repeat whole, in Go's types; and of a request before the first.
var (
	inGo    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)^handling '([^']*)': .*?unmarshal`) })
	goField = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`into Go struct field [^ ]*?\.([a-z]\w*) of type \S+$`)
	})
	tooSoon = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^method "([^"]*)" is invalid during session initialization$`)
	})
)

// spoken gives an answer in the words of the protocol: without Go's types and
// what the client sent, with what was wrong where that is not said, and with a
// code that JSON-RPC has.
func spoken(m jsonrpc.Message) jsonrpc.Message {
	r, ok := m.(*jsonrpc.Response)
	if !ok || r.Error == nil {
		return m
	}
	wrong, ok := errors.AsType[*jsonrpc.Error](r.Error)
	if !ok {
		wrong = &jsonrpc.Error{Code: jsonrpc.CodeInternalError} // what has no code of its own
	}
	message, code := r.Error.Error(), wrong.Code
	if wire := inGo().FindStringSubmatch(message); wire != nil {
		code = jsonrpc.CodeInvalidParams
		if field := goField().FindStringSubmatch(message); field != nil {
			message = "invalid params of " + wire[1] + ": " + field[1] + " is of another type"
		} else {
			message = "invalid params of " + wire[1] + ": an object is wanted, with members of the protocol's types"
		}
	} else if early := tooSoon().FindStringSubmatch(message); early != nil {
		message, code = early[1]+" comes before initialize: send that first", jsonrpc.CodeInvalidRequest
	} else if message == "invalid params" {
		message = "invalid params: the cursor is none of this server's; leave it out"
	}
	return &jsonrpc.Response{ID: r.ID, Error: &jsonrpc.Error{Code: code, Message: message, Data: wrong.Data}}
}

// wrongID reports what JSON-RPC does not have as the id of a message that has
// one: it is a string or a whole number, here one that a float holds exactly.
func wrongID(raw json.RawMessage) bool {
	if len(raw) == 0 {
		return false
	}
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return true
	}
	switch v := v.(type) {
	case string:
		return false
	case float64:
		return v != math.Trunc(v) || math.Abs(v) >= 1<<53
	}
	return true
}
