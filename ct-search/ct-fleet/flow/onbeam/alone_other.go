//go:build !linux

package onbeam

// isolate fails: this system has no network namespaces.
func isolate() (int, error) { return 0, errInterfaces }

// raise has nothing to do: the loopback interface is up.
func raise() error { return nil }
