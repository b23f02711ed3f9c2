package main

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
)

// pageCommand gives the command that shows lines of a file.
func (r *request) pageCommand(name, option string) string {
	return grep.StepCommand("ct-show", &r.table, slices.Concat(own(), grep.ModeOptions(), grep.CaseOptions(), r.whereOptions()), []string{option}, []string{name})
}

// queryCommand gives the command that shows the matching lines of one file.
func (r *request) queryCommand(text, name string) string {
	return grep.StepCommand("ct-show", &r.table, append(own(), r.whereOptions()...), nil, []string{text, name})
}

// againCommand is queryCommand with the context that was asked for.
func (r *request) againCommand(text, name string) string {
	return grep.StepCommand("ct-show", &r.table, r.whereOptions(), nil, []string{text, name})
}

// sampleCommand gives the command that samples paths; of the options it takes
// are some where the text is in args.
func (r *request) sampleCommand(text string, paths []string, more ...string) string {
	return grep.StepCommand("ct-show", &r.table, own(), append([]string{"--sample"}, more...), append([]string{text}, paths...))
}

// scoutCommand gives the command that tells where a text is, "" for more paths
// than it takes.
func (r *request) scoutCommand(text string, paths, without []string) string {
	if len(paths) > grep.MostPaths {
		return ""
	}
	return grep.StepCommand("ct-survey", &r.table, append(own(), without...), []string{"--scout"}, append([]string{text}, paths...))
}

// wider gives the command to go on with where a text is in none of the files
// that were looked at: where it is in those of all kinds, which of its words
// there are, whether a name has it, or what there is at all.
func (r *request) wider(text string, paths []string) string {
	where := r.whereOptions()
	if len(r.where()) > 0 {
		return r.scoutCommand(text, paths, where)
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

// wordsOf gives the words of a text, the first ones, each once.
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

// folderOf gives the folder that a name leads into, to be searched.
func folderOf(name string) []string {
	if dir := path.Dir(name); dir != "." {
		return []string{dir}
	}
	return nil
}
