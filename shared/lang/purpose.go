package lang

import (
	"path"
	"strings"
)

// A Purpose says what a file is for, as far as its name says.
type Purpose uint8

// The purposes.
const (
	NoPurpose Purpose = iota
	Document          // there to be read
	Configuration
	Script // there to be run
)

// PurposeOf returns what a file is for by its base name.
func PurposeOf(base string) Purpose {
	if p := known.Get().purposes["*"+path.Ext(base)]; p != NoPurpose {
		return p
	}
	return known.Get().purposes[base]
}

// The names of tests in any language: how they end before their extension, and how they begin.
const (
	testEnds   = "_test .test _spec .spec Test Tests"
	testBegins = "test_"
)

// IsTest reports whether a base name is that of a test in some language.
func IsTest(base string) bool {
	stem := strings.TrimSuffix(base, path.Ext(base))
	for end := range strings.FieldsSeq(testEnds) {
		if strings.HasSuffix(stem, end) && len(stem) > len(end) {
			return true
		}
	}
	return strings.HasPrefix(base, testBegins) || known.Get().tests[base]
}

// IsHelper reports whether files with an extension, if in a folder called test, may be what tests elsewhere use.
func IsHelper(extension string) bool { return known.Get().helpers[extension] }

// IsGenerated reports whether a base name is that of a file that a program made.
func IsGenerated(base string) bool {
	for part := range known.Get().generated {
		if strings.Contains(base, part) {
			return true
		}
	}
	return strings.HasPrefix(base, "zz_generated")
}

// IsBundle reports whether a base name is that of a file that a build made from others, whatever folder it is in.
func IsBundle(base string) bool {
	for end := range known.Get().bundles {
		if strings.HasSuffix(base, end) {
			return true
		}
	}
	return false
}

// IsBuilt reports whether files with an extension, if below a folder that builds write to, were made from others.
func IsBuilt(extension string) bool { return known.Get().built[extension] }

// IsPage reports whether files with an extension hold code that no scanner looks for.
func IsPage(extension string) bool { return known.Get().pages[extension] }

// IsHeader reports whether files with an extension are there to be included.
func IsHeader(extension string) bool { return known.Get().headers[extension] }
