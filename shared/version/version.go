// Package version holds the version that every program of the suite carries.
package version

import (
	"runtime/debug"
)

// Number is the suite's version; every program carries the same.
const Number = "0.1.0"

// Date is the day of the version, as manual pages have it.
const Date = "2026-11-21"

// commit is git's short hash of the source, set by the linker.
var commit string

// String returns the version, and in parentheses the commit that was built, if it is known.
func String() string {
	c := commit
	if c == "" {
		c = revision()
	}
	if c == "" {
		return Number
	}
	return Number + " (" + c + ")"
}

// revision returns the short hash that the go command recorded, "" if it did not.
func revision() string {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) > 7 {
			return s.Value[:7]
		}
	}
	return ""
}
