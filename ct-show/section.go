package main

import (
	"bytes"
	"context"
	"errors"

	"github.com/ct-tools/ct/shared/definition"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// sectionsOf returns for each of lines, which are in ascending order, the headings above it in a Markdown file, the key
// around it in structured data, or the definition around it in code. It returns nil for other files.
func sectionsOf(ctx context.Context, e *walk.Entry, lines []int64) ([]string, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	language := languages.Of(string(e.Name()), nil)
	if language == nil || language.Lines == nil {
		return definitionsOf(ctx, e, lines)
	}
	file, err := e.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return language.Lines(newLineReader(grep.Timed(ctx, file)).br, lines)
}

// mostNamed is how many bytes of a file are read to find the definitions in it.
const mostNamed = 16 << 20

// definitionsOf returns for each of lines the qualified name of the innermost definition around the first character of
// the line. It returns nil for a language without a scanner, and for a file that is too large.
func definitionsOf(ctx context.Context, e *walk.Entry, lines []int64) ([]string, error) {
	text, language, err := definition.Read(ctx, e, mostNamed)
	if language == nil || errors.Is(err, definition.ErrLarge) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	places := placesOf(text, lines)
	seen := source.Scan(language.Scan, text, source.Want{Places: places})
	names := make([]string, len(lines))
	for i := range places {
		if at := seen.Occurrences[i].Enclosing; at != source.None {
			names[i] = seen.Qualname(text, at)
		}
	}
	return names, nil
}

// placesOf returns the first non-blank byte of each line.
func placesOf(text []byte, lines []int64) []source.Span {
	var places []source.Span
	at, n := 0, int64(1)
	for _, line := range lines {
		for ; n < line && at < len(text); n++ {
			at = min(match.LineEnd(text, at)+1, len(text))
		}
		start := len(text) - len(bytes.TrimLeft(text[at:], " \t"))
		places = append(places, source.Span{Start: start, End: min(start+1, len(text))})
	}
	return places
}
