//go:build !unix

package config

// openFlags are none where opening does not wait.
const openFlags = 0
