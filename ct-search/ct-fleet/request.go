package main

import (
	_ "embed"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
)

//go:embed guide.md
var guide string

// The forms.
const formList = "list" // the shards of a corpus

// formats of the answers; the shards of formList are lines of JSON.
var formats = []string{"jsonl"}

// request is what the options and arguments ask for.
type request struct {
	list listRequest
}

// fleet returns the definition of ct-fleet for the driver.
func fleet() *tool.Tool {
	r := &request{}
	t := &tool.Tool{
		Guide:   guide,
		Formats: formats,
		Extents: []tool.Extent{{Form: formList, Usual: budget.Budget{}, Most: budget.Budget{}}},
		Names:   []string{"count", "searched", "skipped", "bytes"},
	}
	t.Table = opt.Table{
		Tool:    "ct-fleet",
		Summary: "list the repositories and archives of a corpus as shards, pinned by commits and digests, and search them as one tree; read-only",
		Usage:   []string{"list [OPTIONS] SOURCE…", "search --shards FILE [OPTIONS] …", "survey --shards FILE [OPTIONS] …", "ask --shards FILE [OPTIONS] QUESTION", "check --shards FILE [OPTIONS] [CHECKS]"},
		Forms:   []opt.Form{{Name: formList, By: "the word list", Formats: []string{"jsonl"}, Streams: true}},
		Args: []opt.Arg{
			{Name: "FORM", Property: "form", Help: "what to do: list; search, survey and ask (search --mode question) have the options of ct-search and ct-survey (ct-fleet search --help), check those of ct check", Forms: []string{formList}, Required: []string{formList}},
			{Name: "SOURCE", Property: "sources", Help: "a repository, an archive (.tar, .tar.gz, .tgz, .tar.zst, .zip), a folder of these, s3://BUCKET/PREFIX/, gs://BUCKET/PREFIX/, or - for a list on standard input, one a line", Many: true, Complete: opt.Files, Forms: []string{formList}, Required: []string{formList}},
		},
		Options: r.list.options(),
		Notes: []string{
			"A shard is a repository at a commit, an archive with its digest, or a folder, which is not pinned. The manifest is sorted by the names of its shards, and its digest names the corpus: the same sources give the same bytes.",
			"A repository that cannot be read is named on standard error, and the exit status is 2: the manifest then lacks it.",
			"Exit status: 0 the expectation is met, 1 it is not, 2 an error, or sources that could not be read.",
		},
		Examples: []opt.Example{
			{Comment: "All repositories below a folder, at their HEAD", Command: "ct-fleet list repositories"},
			{Comment: "A list of them, at a branch", Command: "ct-fleet list --at HEAD repositories/one repositories/two"},
			{Comment: "The files as they are now", Command: "ct-fleet list --in-place repositories"},
		},
	}
	t.Plan = func(f *tool.Frame, args []string) (*tool.Job, error) {
		if len(args) == 0 || args[0] != formList {
			return nil, unknownForm(args)
		}
		return r.list.plan(f, args[1:])
	}
	return t
}

// unknownForm returns the error for a command line that does not begin with a form.
func unknownForm(args []string) error {
	if len(args) == 0 {
		return opt.Usagef("FORM", "nothing to do: write ct-fleet list SOURCE…, or ct-fleet search --shards FILE QUERY")
	}
	return opt.Usagef("FORM", "unknown form %q; want list, search, survey, ask or check", args[0])
}
