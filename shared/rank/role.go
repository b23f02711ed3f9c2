package rank

import (
	"bytes"
	"path"
	"slices"
	"strings"
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

// tier returns the position of a role in the order: sources, generated files, tests, docs.
func (r Role) tier() int {
	switch r {
	case Generated:
		return 1
	case Test:
		return 2
	case Doc:
		return 3
	}
	return 0
}

// RoleOf returns a file's role, given its path below the searched folder, whether a scanner for its
// language is known, and the beginning of its text. Marks of generated files are searched for in
// the first 1,024 bytes.
func RoleOf(name string, language bool, head []byte) Role {
	base := path.Base(name)
	extension := path.Ext(base)
	switch {
	case below(name, "doc", "docs", "Documentation"):
		return Doc
	case isTest(name, base, extension):
		return Test
	case isDoc(name, extension):
		return Doc
	case isGenerated(base, head), isBuilt(name, base):
		return Generated
	case slices.Contains(configs, extension):
		return Config
	case slices.Contains(scripts, extension), base == "Makefile", base == "Dockerfile", bytes.HasPrefix(head, []byte("#!")):
		return Script
	case language:
		return Source
	}
	return Unknown
}

// Extensions of files that configure and of those that run.
var (
	configs = []string{".json", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".xml", ".properties", ".lock", ".mod", ".sum"}
	scripts = []string{".sh", ".bash", ".zsh", ".fish", ".mk", ".cmake", ".bat", ".ps1"}
)

func isTest(name, base, extension string) bool {
	stem := strings.TrimSuffix(base, extension)
	for _, end := range []string{"_test", ".test", "_spec", ".spec", "Test", "Tests"} {
		if strings.HasSuffix(stem, end) && len(stem) > len(end) {
			return true
		}
	}
	if strings.HasPrefix(base, "test_") || base == "conftest.py" || below(name, "tests", "testdata", "__tests__", "selftests") {
		return true
	}
	// A Python package called test is as often one for testing others, whose own tests are named as
	// such. The same is true for the folder testing in other languages, except the one among the
	// tools of Linux.
	return below(name, "test") && (extension != ".py" || below(name, "support")) || below(name, "tools") && below(name, "testing")
}

// Aside reports, given a file's path below the searched folder, whether it belongs to tools,
// samples or third-party code, which often define the same names as the tree itself.
func Aside(name string) bool {
	return below(name, "tools", "scripts", "samples", "vendor", "third_party", "node_modules", "_vendor")
}

func isDoc(name, extension string) bool {
	switch extension {
	case ".md", ".rst", ".txt", ".adoc", ".html", ".tex", ".1", ".3", ".8":
		return true
	}
	return below(name, "examples")
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

// isBuilt reports whether a file is the output of a build: bundles and declarations of JavaScript,
// and files below the output folders of some languages' tools. Other languages have packages with
// such names.
func isBuilt(name, base string) bool {
	for _, end := range []string{".min.js", ".min.mjs", ".min.cjs", ".prod.js", ".d.ts", ".d.cts", ".d.mts"} {
		if strings.HasSuffix(base, end) {
			return true
		}
	}
	switch path.Ext(base) {
	case ".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx", ".css", ".map", ".java", ".kt", ".scala", ".rs":
		return below(name, "build", "dist", "out", "target")
	}
	return false
}

func isGenerated(base string, head []byte) bool {
	for _, mark := range []string{".pb.", "_generated.", ".generated.", ".min.js", ".g.dart"} {
		if strings.Contains(base, mark) {
			return true
		}
	}
	head = head[:min(len(head), 1024)]
	for _, mark := range []string{"Code generated ", "@generated", "DO NOT EDIT", "GENERATED FILE"} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return strings.HasPrefix(base, "zz_generated")
}
