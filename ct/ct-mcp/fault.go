package main

import (
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/render"
)

// A fault is why a call failed, in the form that the programs give it.
type fault struct {
	Kind    string `json:"kind"` // BadArgs, SandboxViolation, ExecutionFailed
	Message string `json:"message"`
	Field   string `json:"field,omitempty"` // the argument at fault
}

// maxMessage bounds a message, in bytes of JSON: it may repeat what was given.
const maxMessage = 1600

func (f *fault) Error() string { return f.Message }

// badArgs makes the fault of an argument.
func badArgs(field, format string, args ...any) *fault {
	return &fault{Kind: "BadArgs", Message: fmt.Sprintf(format, args...), Field: field}
}

// failed makes the fault of a call that could not be run.
func failed(format string, args ...any) *fault {
	return &fault{Kind: "ExecutionFailed", Message: fmt.Sprintf(format, args...)}
}

// document gives the fault as the answer to a call.
func (f *fault) document() (string, error) {
	cut := *f
	cut.Message, _ = budget.ClipJSON([]byte(strings.ToValidUTF8(f.Message, "\uFFFD")), 0, 0, maxMessage)
	text, err := render.JSON(map[string]*fault{errorMember: &cut}, false)
	return string(text), err
}
