package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scip-code/scip/bindings/go/scip"

	"github.com/ct-tools/ct/shared/match/plug"
)

// binder makes the matches of a file that agrees with the index.
type binder struct {
	*search
	query  *query
	file   *plug.File
	lines  *lines
	places []place // by start; several may be at one place
}

// all returns a match for each word that may refer to what is asked for, and for each other place of it. Words that the
// index binds to something else are counted.
func (b *binder) all(words []place) ([]plug.Match, error) {
	var found []plug.Match
	others := 0
	for places := b.places; len(words) > 0 || len(places) > 0; {
		at, here := place{}, 0
		if len(places) > 0 {
			at = places[0]
			for here < len(places) && places[here].start == at.start {
				here++
			}
		}
		if here == 0 || len(words) > 0 && words[0].start < at.start {
			found = append(found, unbound(words[:1], "the index has nothing here")...)
			words = words[1:]
			continue
		}
		if len(words) > 0 && words[0].start == at.start {
			words = words[1:]
		}
		binding, err := b.bind(places[:here])
		if err != nil {
			return nil, err
		}
		places = places[here:]
		if binding == nil {
			others++
			continue
		}
		found = append(found, plug.Match{Start: at.start, End: at.end, Binding: binding})
	}
	if others > 0 {
		b.file.Note("occurrences of the name left out, which the index binds to another symbol", others)
	}
	return found, nil
}

// bind returns what the places at one offset refer to, nil if that is not what is asked for.
func (b *binder) bind(places []place) (*plug.Binding, error) {
	var symbols []string
	for _, p := range places {
		if !slices.Contains(symbols, p.symbol) {
			symbols = append(symbols, p.symbol)
		}
	}
	chosen := slices.IndexFunc(symbols, func(s string) bool { return b.query.read(s).asked })
	if chosen < 0 && len(b.query.chain) > 0 {
		return b.reaching(places), nil
	}
	binding, err := b.target(places[0].start, symbols[max(chosen, 0)])
	if err == nil && len(symbols) > 1 && binding.Certain {
		binding.Confidence, binding.Certain = plug.Med, false
		binding.Reason += fmt.Sprintf(", one of %d symbols here", len(symbols))
	}
	return binding, err
}

// reaching returns the binding of a place whose symbols are not what is asked for, but may lead there when the program
// runs; nil if none may.
func (b *binder) reaching(places []place) *plug.Binding {
	for _, p := range places {
		switch over := b.index.over[p.symbol]; {
		case len(over) > 0 && !p.defines:
			return &plug.Binding{Reason: fmt.Sprintf("the index binds it to %s, which %s implements or overrides", b.query.read(p.symbol).qualname, b.query.read(over[0]).qualname)}
		case scip.IsLocalSymbol(p.symbol):
			return &plug.Binding{Reason: "the index binds it to a symbol of this file alone, whose type it does not name"}
		}
	}
	return nil
}

// target returns the binding of the place at an offset to a symbol.
func (b *binder) target(at int, name string) (*plug.Binding, error) {
	s := b.query.read(name)
	d, known := b.index.definitions[name]
	if s.built { // a call of a constructor names the type
		if of, is := b.index.definitions[name[:strings.LastIndexByte(name, '#')+1]]; is {
			d, known = of, true
		}
	}
	if !known {
		reason := "the index binds it to " + s.qualname
		switch {
		case scip.IsLocalSymbol(name):
			reason += "a local symbol"
		case s.origin != "":
			reason += " of " + s.origin
		}
		return b.nearby(name, reason), nil
	}
	if d.apart {
		return &plug.Binding{Reason: fmt.Sprintf("the index binds it to %s, which it has in several files", s.qualname)}, nil
	}
	fresh, err := b.isFresh(d.path)
	switch {
	case err != nil:
		return nil, err
	case !fresh:
		return &plug.Binding{Confidence: plug.Med, Reason: "the index binds it to " + s.qualname + ", whose file changed since", Qualname: s.qualname, Certain: true}, nil
	}
	binding := &plug.Binding{Confidence: plug.High, Certain: true, Reason: "the index binds it to " + s.qualname, Path: b.shown(d.path), Line: int(d.place.Start.Line) + 1, Qualname: s.qualname}
	if d.more == 0 {
		return binding, nil
	}
	// An overload's parameters have the symbols of those of the others: the last one before the place counts.
	for _, p := range b.places {
		if p.symbol == name && p.defines && p.start <= at {
			binding.Path, binding.Line = b.file.Path, b.lines.lineOf(p.start)
			if p.start == at {
				return binding, nil
			}
		}
	}
	binding.Confidence = plug.Med
	binding.Reason += fmt.Sprintf(", one of its %d definitions", d.more+1)
	return binding, nil
}

// nearby returns the binding to a symbol that is local, or whose name is not the one asked for: only this file was searched
// for its definition.
func (b *binder) nearby(name, reason string) *plug.Binding {
	binding := &plug.Binding{Confidence: plug.High, Certain: true, Reason: reason}
	at := slices.IndexFunc(b.places, func(p place) bool { return p.symbol == name && p.defines })
	if at < 0 && scip.IsLocalSymbol(name) { // an export under another name, whose definition the index does not say
		return &plug.Binding{Reason: reason + ", which it does not define here"}
	}
	if at >= 0 {
		p := b.places[at]
		binding.Path, binding.Line, binding.Qualname = b.file.Path, b.lines.lineOf(p.start), string(b.lines.text[p.start:p.end])
	}
	return binding
}

// shown returns the path of a file of the index in the spelling of the files of the search.
func (b *binder) shown(path string) string {
	if !filepath.IsAbs(filepath.FromSlash(b.file.Path)) {
		if below, err := filepath.Rel(b.folder, path); err == nil {
			path = below
		}
	}
	return filepath.ToSlash(path)
}
