//go:build !linux

package confine

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
