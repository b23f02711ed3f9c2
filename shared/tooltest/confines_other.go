//go:build !linux

package tooltest

// landlocks reports that nothing confines the programs here.
func landlocks() bool { return false }
