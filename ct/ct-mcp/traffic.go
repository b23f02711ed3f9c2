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

// inGo is what errors of the protocol's library say of Go's types.
var inGo = regexp.MustCompile(`^handling '([^']*)': invalid params: .*(?:into Go struct field [\w.]*?\.([a-z]\w*) of type \w+|into Go value of type .*)$`)

// spoken gives an answer without the names of Go's types, and with what was
// wrong where that is not said.
func spoken(m jsonrpc.Message) jsonrpc.Message {
	r, ok := m.(*jsonrpc.Response)
	if !ok || r.Error == nil {
		return m
	}
	wrong, ok := errors.AsType[*jsonrpc.Error](r.Error)
	if !ok {
		return m
	}
	message := r.Error.Error()
	found := inGo.FindStringSubmatch(message)
	switch {
	case message == "invalid params":
		message = "invalid params: the cursor is none of this server's; leave it out"
	case found == nil:
		return m
	case found[2] != "":
		message = "invalid params of " + found[1] + ": " + found[2] + " is of another type"
	default:
		message = "invalid params of " + found[1] + ": an object is wanted"
	}
	return &jsonrpc.Response{ID: r.ID, Error: &jsonrpc.Error{Code: wrong.Code, Message: message, Data: wrong.Data}}
}

// wrongID reports what JSON-RPC does not have as the id of a message that has
// one: it is a string or a whole number, here one that a float holds.
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
		return v != math.Trunc(v) || math.Abs(v) > 1<<53
	}
	return true
}
