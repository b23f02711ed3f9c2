package onbeam

import (
	"errors"
	"net"
)

// errInterfaces is the refusal of Prism in a process that others can reach.
var errInterfaces = errors.New("runner prism without an endpoint would listen on all network interfaces, and this system has no network namespace for it; leave out the runner, the loop needs none, or give the endpoint of a runner")

// loopbackOnly reports whether the only interface of this process's network namespace is the loopback.
func loopbackOnly() (bool, error) {
	list, err := net.Interfaces()
	if err != nil {
		return false, err
	}
	for _, i := range list {
		if i.Flags&net.FlagLoopback == 0 && i.Flags&net.FlagUp != 0 {
			return false, nil
		}
	}
	return len(list) > 0, nil
}

// Again returns what runs this program again in a network namespace of its own, with the loopback alone: nil if it need not,
// because it is in one or the runner is elsewhere.
func (r *Runner) Again() (func() (status int, err error), error) {
	if !r.inProcess() {
		return nil, nil
	}
	alone, err := loopbackOnly()
	if err != nil {
		return nil, err
	}
	if alone {
		return nil, raise()
	}
	return isolate, nil
}
