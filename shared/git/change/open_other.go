//go:build !unix

package change

const openFlags = 0
