package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/ct-tools/ct/shared/lazy"
)

// traffic tracks unanswered requests by their ids. No two share one, and a cancelled request gets no answer.
type traffic struct {
	mu   sync.Mutex
	open map[any]bool // maps an id to whether the request was cancelled
}

// begin records what a client sends. It is an error if a request has the id of another one.
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
			return &refusal{jsonrpc.CodeInvalidRequest, fmt.Sprintf("the id %s belongs to a request that is not answered yet: use a new id for each", plain(id)), json.RawMessage("null")}
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

// end reports whether a message of the server must be sent.
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

// Error messages of the protocol's library: for the parameters of a request, which it repeats in
// full with Go's types, and for a request before the first one.
var (
	unmarshalError   = lazy.Regexp(`(?s)^handling '([^']*)': .*?unmarshal`)
	goField          = lazy.Regexp(`into Go struct field [^ ]*?\.([a-z]\w*) of type \S+$`)
	beforeInitialize = lazy.Regexp(`^method "([^"]*)" is invalid during session initialization$`)
)

// plainError returns an answer in terms of the protocol: without Go's types and the client's data,
// with the cause if that is missing, and with a code that JSON-RPC defines.
func plainError(m jsonrpc.Message) jsonrpc.Message {
	r, ok := m.(*jsonrpc.Response)
	if !ok || r.Error == nil {
		return m
	}
	wrong, ok := errors.AsType[*jsonrpc.Error](r.Error)
	if !ok {
		wrong = &jsonrpc.Error{Code: jsonrpc.CodeInternalError} // for an error without a code
	}
	message, code := r.Error.Error(), wrong.Code
	if wire := unmarshalError.Get().FindStringSubmatch(message); wire != nil {
		code = jsonrpc.CodeInvalidParams
		if field := goField.Get().FindStringSubmatch(message); field != nil {
			message = "invalid params of " + wire[1] + ": " + field[1] + " is of another type"
		} else {
			message = "invalid params of " + wire[1] + ": it must be an object, with members of the protocol's types"
		}
	} else if early := beforeInitialize.Get().FindStringSubmatch(message); early != nil {
		message, code = early[1]+" comes before initialize: send that first", jsonrpc.CodeInvalidRequest
	} else if message == "invalid params" {
		message = "invalid params: unknown cursor; leave it out"
	}
	return &jsonrpc.Response{ID: r.ID, Error: &jsonrpc.Error{Code: code, Message: message, Data: wrong.Data}}
}

// wrongID reports whether JSON-RPC forbids raw as an id, which is a string or a whole number that fits a float64.
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
