package tool

import "github.com/ct-tools/ct/shared/version"

// Version returns the version, and in parentheses the commit that was built, if it is known.
func Version() string { return version.String() }
