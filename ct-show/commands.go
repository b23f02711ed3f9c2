package main

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
)

// pageCommand returns the command that shows lines of a file.
func (r *request) pageCommand(name, option string) string {
	return grep.StepCommand("ct-show", &r.table, slices.Concat(own(), grep.ModeOptions(), grep.CaseOptions(), r.fileOptions()), []string{option}, []string{name})
}

// queryCommand returns the command that shows the matching lines of one file.
func (r *request) queryCommand(text, name string) string {
	return grep.StepCommand("ct-show", &r.table, append(own(), r.fileOptions()...), nil, []string{text, name})
}

// againCommand is queryCommand with the requested context.
func (r *request) againCommand(text, name string) string {
	return grep.StepCommand("ct-show", &r.table, r.fileOptions(), nil, []string{text, name})
}

// sampleCommand returns the command that samples paths. more are further options for it.
func (r *request) sampleCommand(text string, paths []string, more ...string) string {
	return grep.StepCommand("ct-show", &r.table, own(), append([]string{"--sample"}, more...), append([]string{text}, paths...))
}

// scoutCommand returns the command that says where a text occurs, or "" if it would have too many
// paths.
func (r *request) scoutCommand(text string, paths, without []string) string {
	if len(paths) > grep.MostPaths {
		return ""
	}
	return grep.StepCommand("ct-survey", &r.table, append(own(), without...), []string{"--scout"}, append([]string{text}, paths...))
}

// wider returns the next command if a text is in none of the searched files: a search in files of
// all kinds, a count of its words, a search of names, or an overview of what there is.
func (r *request) wider(text string, paths []string) string {
	if len(r.givenFileOptions()) > 0 {
		return r.scoutCommand(text, paths, r.fileOptions())
	}
	if words := wordsOf(text); len(words) > 1 && len(paths) <= grep.MostPaths {
		terms := make([]string, len(words))
		for i, w := range words {
			terms[i] = "--term=" + w
		}
		return grep.StepCommand("ct-survey", &r.table, slices.Concat(own(), grep.ModeOptions()), terms, paths)
	}
	asked := []string{"--type=f", "--summary"}
	if glob, ok := grep.NameGlob(text); ok {
		asked = []string{"--name=" + glob}
	}
	return grep.StepCommand("ct-search", &r.table, slices.Concat(own(), grep.ModeOptions(), grep.CaseOptions()), asked, paths)
}

// wordsOf returns the first words of a text, without duplicates.
func wordsOf(text string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && r < 0x80 && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		if len(words) < grep.MostTerms && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// folderOf returns the folder of a name, to be searched.
func folderOf(name string) []string {
	if dir := path.Dir(name); dir != "." {
		return []string{dir}
	}
	return nil
}
