//go:build linux && !amd64 && !arm64

package confine

// filterKnown says that this architecture has no filter: truncating is not
// denied there.
const filterKnown = false

var native abi
