package tool

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/toolcall"
)

// content prints the answer to a call with --content: the text that a command line prints on both of its streams, alone
// or with the document.
func (p *process) content(f *Frame, a *Answer, o Outcome) error {
	document, err := f.encode(a.Document(o)) // first, for the text shows what fits the document
	if err != nil {
		return err
	}
	text := string(document) + "\n" // of a form that has no text
	if f.beside.format == f.Format {
		err = p.trail(f, a, o)
	} else {
		text, err = p.textOf(f, a, o)
	}
	if err != nil {
		return err
	}
	if f.given.content == contentText {
		p.stdout.text(text)
		return nil
	}
	both, err := render.JSON(struct {
		Text   string          `json:"text"`
		Answer json.RawMessage `json:"answer"`
	}{strings.TrimSuffix(text, "\n"), document}, false)
	if err != nil {
		return err
	}
	p.stdout.text(string(both) + "\n")
	return nil
}

// textOf returns the text of an answer with its trail.
func (p *process) textOf(f *Frame, a *Answer, o Outcome) (string, error) {
	var text bytes.Buffer
	stdout, stderr, asDocument := p.stdout, p.stderr, view{f.Format, f.Budget}
	p.stdout, p.stderr = newWriter(&text), &text
	f.Format, f.Budget = f.beside.format, f.beside.budget
	defer func() {
		p.stdout, p.stderr = stdout, stderr
		f.Format, f.Budget = asDocument.format, asDocument.budget
	}()
	f.Budget = f.underBanner(f.Budget)
	p.stdout.text(f.banner())
	switch {
	case f.Quiet:
	case a.Text != nil:
		p.stdout.text(a.Text(o))
	default:
		body, err := f.encode(a.Document(o))
		if err != nil {
			return "", err
		}
		p.stdout.text(toolcall.Unquoted(string(body)) + "\n")
	}
	if err := p.trail(f, a, o); err != nil {
		return "", err
	}
	for _, note := range p.tool.Table.CallNotes() {
		p.note(note)
	}
	return text.String(), nil
}
