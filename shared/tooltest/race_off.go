//go:build !race

package tooltest

// Raced reports whether the test, and what Bin builds for it, run under the race
// detector, which slows a search some fifteenfold.
const Raced = false
