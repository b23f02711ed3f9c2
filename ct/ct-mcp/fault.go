package main

import (
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/render"
)

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
