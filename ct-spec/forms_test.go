package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// Every option of ct-spec serves the form of a call and makes a difference, or is refused.
func TestForms(t *testing.T) {
	words := strings.Fields
	add := func(line string) tooltest.Witness { return tooltest.Witness{Add: words(line)} }
	const node = "---\nid: %\ncode: [src/a.go]\n---\n# Uploads %\n\nWhat an upload is.\n\n## Limits\n\nAn upload has a limit.\n"
	files := tooltest.Needles()
	for i := range 20 {
		files[fmt.Sprintf("other/%d.md", i)] = "# An upload\n"
	}
	for _, name := range []string{"specs/a", "specs/b", "specs/.hidden", "specs/deep/c", "specs/ignored", "other/d"} {
		files[name+".md"] = strings.ReplaceAll(node, "%", name)
	}
	files["specs/.ignore"] = "ignored.md\n"
	var large strings.Builder
	for range 600_000 {
		large.WriteString("## Part\n\nWhat is said of uploads here takes a line or two.\n\n")
	}
	files["large/large.md"] = large.String()
	w := map[string]tooltest.Witness{
		"limit":          add("--limit 1"),
		"sections":       add("--sections"),
		"code":           {Base: words("--json upload"), Add: words("--code")},
		"list/list":      {Base: words("upload"), Add: words("--list")},
		"rank/max-bytes": {Base: words("--include large/*.md --sections --limit 50 upload"), Add: words("--max-bytes 512")},
		"list/max-bytes": {Base: words("--list --include **/*.md --include *.md"), Add: words("--max-bytes 512")},
		"json-pretty":    {Out: "[\n  {"},
		"root":           add("--root other"),
		"include":        add("--include specs/a.md"),
		"exclude":        add("--exclude a.md"),
		"lang-not":       add("-T markdown"),
		"max-depth":      add("--max-depth 1"),
		"max-files":      add("--max-files 1"),
		"max-file-size":  add("--max-file-size 10"),
	}
	for form, line := range map[string]string{formRank: "--include large/*.md upload", formList: "--include large/*.md --list --limit"} {
		for name, witness := range tooltest.Pulses() {
			witness.Base = words(strings.TrimSuffix(line, " --limit"))
			w[form+"/"+name] = witness
		}
	}
	base := map[string][]string{formRank: words("upload limit"), formList: words("--list")}
	tooltest.Forms{Program: "ct-spec", Table: spec().WholeTable(), Base: base, Tree: files, Witnesses: w}.Test(t)
}
