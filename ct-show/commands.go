package main

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
)

// files returns the roles of the options that choose files.
func files() []opt.Role { return []opt.Role{opt.Place, opt.Wider} }

// command returns the command line of a form of ct-show, with the given options of the roles keep and with options.
func (r *request) command(form string, keep []opt.Role, options, args []string) string {
	return r.table.Command(opt.Command{Form: form, Keep: keep, Set: options, Args: args, Most: grep.MaxStep})
}

// pageCommand returns the command that shows lines of a file.
func (r *request) pageCommand(name, option string) string {
	return r.command(formPage, nil, []string{option}, []string{name})
}

// blamedCommand is pageCommand with --blame if that was asked for.
func (r *request) blamedCommand(name, option string) string {
	options := []string{option}
	if r.blame {
		options = append(options, "--blame")
	}
	return r.command(formPage, nil, options, []string{name})
}

// queryCommand returns the command that shows the matching lines of one file.
func (r *request) queryCommand(text, name string) string {
	return r.command(formShow, []opt.Role{opt.Question}, nil, []string{text, name})
}

// againCommand is queryCommand with the requested context.
func (r *request) againCommand(text, name string, options ...string) string {
	return r.command(formShow, []opt.Role{opt.Question, opt.Output}, options, []string{text, name})
}

// sampleCommand returns the command that samples paths. options are further options for it.
func (r *request) sampleCommand(text string, paths []string, options ...string) string {
	return r.command(formSample, opt.Search(), options, append([]string{text}, paths...))
}

// scoutCommand returns the command that shows where a text occurs, or "" if it would have too many
// paths. It keeps the interpretation of the text and the options of the roles keep.
func (r *request) scoutCommand(text string, paths []string, keep ...opt.Role) string {
	if len(paths) > grep.MostPaths {
		return ""
	}
	return r.other("ct-survey", append(keep, opt.Question), []string{"--scout"}, append([]string{text}, paths...))
}

// other returns the command line of another program.
func (r *request) other(program string, keep []opt.Role, options, args []string, without ...string) string {
	return r.table.Command(opt.Command{Program: program, Keep: keep, Set: options, Without: without, Args: args, Most: grep.MaxStep})
}

// wider returns the next command if a text is in none of the searched files: a search in files of
// all kinds, a count of its words, a search of names, or an overview of what there is.
func (r *request) wider(text string, paths []string) string {
	if len(r.table.Words(files())) > 0 {
		return r.scoutCommand(text, paths)
	}
	if words := wordsOf(text); len(words) > 1 && len(paths) <= grep.MostPaths {
		terms := make([]string, len(words))
		for i, w := range words {
			terms[i] = "--term=" + w
		}
		return r.other("ct-survey", opt.Search(), terms, paths, "mode")
	}
	asked := []string{"--type=f", "--summary"}
	if glob, ok := grep.NameGlob(text); ok {
		asked = []string{"--name=" + glob}
	}
	return r.other("ct-search", files(), asked, paths)
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

// folderOf returns the folder of a file, to be searched.
func folderOf(name string) []string {
	if dir := path.Dir(name); dir != "." {
		return []string{dir}
	}
	return nil
}
