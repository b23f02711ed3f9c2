package occurrence

import (
	"bytes"

	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
)

// Look returns the same file with other places: those of the whole word word,
// which the file uses as another name of what is searched. It
// is nil if there is none or no scanner reads the file.
func (f *File) Look(word string) *File {
	language := languages.Of(f.Path, f.Text[:min(len(f.Text), 1024)])
	if language == nil || f.Seen == nil || word == "" {
		return nil
	}
	other := &File{Head: f.Head, Text: f.Text, name: word}
	line, counted := int64(1), 0
	for at := 0; len(other.Places) < maxPlaces; {
		i := bytes.Index(f.Text[at:], []byte(word))
		if i < 0 {
			break
		}
		start := at + i
		at = start + len(word)
		if !whole(f.Text, start, at) {
			continue
		}
		line += int64(bytes.Count(f.Text[counted:start], []byte{'\n'}))
		counted = start
		from := match.LineStart(f.Text, 0, start)
		text := bytes.TrimSuffix(f.Text[from:match.LineEnd(f.Text, start)], []byte{'\r'})
		span := match.Span{Start: start - from, End: at - from}
		hit := &scan.Hit{Line: line, Offset: int64(from), Text: text, Spans: []match.Span{span}}
		other.Places = append(other.Places, Place{Span: source.Span{Start: start, End: at}, hit: hit, at: span})
	}
	if len(other.Places) == 0 {
		return nil
	}
	other.Seen = source.Scan(language.Scan, f.Text, source.Want{Places: other.asked(), Bindings: true, Calls: true})
	return other
}

// Of returns the same file with only the places of word.
func (f *File) Of(word string) *File {
	other := &File{Head: f.Head, Text: f.Text, name: word}
	other.Matches = 0
	if f.Seen != nil {
		seen := *f.Seen
		seen.Occurrences = nil
		other.Seen = &seen
	}
	for i := range f.Places {
		if text, start, end := f.Places[i].Line(); string(text[start:end]) == word {
			other.Places = append(other.Places, f.Places[i])
			other.Matches++
			if f.Seen != nil {
				other.Seen.Occurrences = append(other.Seen.Occurrences, f.Seen.Occurrences[i])
			}
		}
	}
	return other
}
