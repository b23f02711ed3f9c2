package main

import (
	"context"

	"github.com/ct-tools/ct/shared/definition"
	"github.com/ct-tools/ct/shared/walk"
)

// find finds the definition of p.symbol and makes its lines the page.
func (p *page) find(ctx context.Context, e *walk.Entry) error {
	text, language, err := definition.Read(ctx, e, definition.Most)
	if err != nil {
		return err
	}
	found, err := definition.Find(text, language, p.path, p.symbol)
	if err != nil {
		return err
	}
	p.from, p.to, p.aside, p.absent = found.First, found.Last, found.Note, found.First == 0
	return nil
}
