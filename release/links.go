package main

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/version"
)

// link is a link in Markdown, or in HTML there, with a relative target: what is before it, the target, and what follows.
var link = regexp.MustCompile(`(\]\(|(?:src|srcset|href)=")([^\s)"#:]+)([)"#])`)

// led returns a file of an archive. In a document, links to what is not in the archive lead to the version's page in the
// repository instead. The folder of the product's documents has some of those in docs; README.md, CHANGELOG.md and the
// like come from elsewhere, so all their links do.
func (a *archive) led(f file) file {
	at := strings.TrimPrefix(f.path, a.Folder+"/")
	inDocs, below := strings.CutPrefix(at, a.Product.doc()+"/")
	from := "."
	switch {
	case path.Ext(at) != ".md":
		return f
	case below:
		from = path.Dir(path.Join("docs", inDocs))
	case at == "CHANGELOG.md":
		from = "docs"
	}
	f.text = link.ReplaceAllFunc(f.text, func(found []byte) []byte {
		part := link.FindSubmatch(found)
		target := path.Join(from, string(part[2]))
		if there, ok := strings.CutPrefix(target, "docs/"); ok && below && a.has(path.Join(a.Folder, a.Product.doc(), there)) {
			return found
		}
		kind := "blob"
		if path.Ext(target) == ".svg" {
			kind = "raw"
		}
		return slices.Concat(part[1], []byte(repository+"/"+kind+"/v"+version.Number+"/"+target), part[3])
	})
	return f
}

// has reports whether a file, or a folder, is in the archive.
func (a *archive) has(at string) bool {
	return slices.ContainsFunc(a.files, func(f file) bool { return f.path == at || strings.HasPrefix(f.path, at+"/") })
}
