package rank

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lang"
)

// Role is the purpose of a file.
type Role uint8

// The roles.
const (
	Source Role = iota
	Test
	Doc
	Config
	Script
	Generated
	Unknown
)

var roles = [...]string{"source", "test", "doc", "config", "script", "generated", "unknown"}

// String returns the role in the form of answers.
func (r Role) String() string { return roles[r] }

// Tier returns the position of a role in the order: sources, generated files, tests, data of programs, docs.
func (r Role) Tier() int {
	switch r {
	case Generated:
		return 1
	case Test:
		return 2
	case Config:
		return 3
	case Doc:
		return 4
	}
	return 0
}

// RoleOf returns a file's role, given its path below the searched folder, whether a scanner for its
// language is known, and the beginning of its text. Marks of generated files are searched for in
// the first 1,024 bytes.
func RoleOf(name string, language bool, head []byte) Role {
	base := path.Base(name)
	extension := path.Ext(base)
	purpose := lang.PurposeOf(base)
	switch {
	case below(name, "doc", "docs", "Documentation"):
		return Doc
	case isTest(name, base, extension):
		return Test
	case purpose == lang.Document, below(name, "examples"):
		return Doc
	case isGenerated(base, head), lang.IsBundle(base), lang.IsBuilt(extension) && below(name, "build", "dist", "out", "target", "_cjs", "_esm"):
		return Generated
	case purpose == lang.Configuration:
		return Config
	case purpose == lang.Script, bytes.HasPrefix(head, []byte("#!")):
		return Script
	case language:
		return Source
	}
	return Unknown
}

func isTest(name, base, extension string) bool {
	if lang.IsTest(base) || below(name, "tests", "testdata", "__tests__", "selftests") {
		return true
	}
	// A Python package called test is as often one for testing others, whose own tests are named as
	// such. The same is true for the folder testing in other languages, except the one among the
	// tools of Linux.
	return below(name, "test") && (!lang.IsHelper(extension) || below(name, "support")) || below(name, "tools") && below(name, "testing")
}

// Aside reports, given a file's path below the searched folder, whether it belongs to tools,
// samples or third-party code, which often define the same names as the tree itself.
func Aside(name string) bool {
	return below(name, "tools", "scripts", "samples", "vendor", "third_party", "node_modules", "_vendor")
}

// below reports whether a folder of name is one of some.
func below(name string, some ...string) bool {
	for folder := range strings.SplitSeq(path.Dir(name), "/") {
		if slices.Contains(some, folder) {
			return true
		}
	}
	return false
}

// isGenerated reports whether a file's name or text says that a program made it.
func isGenerated(base string, head []byte) bool {
	if lang.IsGenerated(base) {
		return true
	}
	head = head[:min(len(head), 1024)]
	marks := []string{"Code generated ", "@generated", "DO NOT EDIT", "GENERATED FILE", `Object.defineProperty(exports, "__esModule"`}
	return slices.ContainsFunc(marks, func(mark string) bool { return bytes.Contains(head, []byte(mark)) })
}
