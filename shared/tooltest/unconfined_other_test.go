//go:build !linux

package tooltest

// becomeLayered does nothing: only Linux confines.
func becomeLayered() {}
