//go:build !linux

package confine

import "runtime"

func restrict(bool, []string) (Status, error) { return probe(), nil }

func probe() Status { return Status{Note: "not available on " + runtime.GOOS} }

func (c Child) start(start func() (wait func(), err error)) (Status, error) {
	s := probe()
	if c.Mode == Off {
		s = Status{Note: "switched off"}
	}
	if c.Mode == Require {
		return s, &RequireError{Status: s}
	}
	wait, err := start()
	if err == nil {
		go wait()
	}
	return s, err
}

// Filter returns why a program that Child starts would have no seccomp filter here.
func Filter() string { return "not available on " + runtime.GOOS }
