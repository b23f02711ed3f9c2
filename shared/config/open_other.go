//go:build !unix

package config

// openFlags is 0: opening does not wait here.
const openFlags = 0
