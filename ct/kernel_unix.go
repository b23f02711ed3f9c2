//go:build linux || darwin

package main

import "golang.org/x/sys/unix"

// kernel returns the name and release of the running kernel, "" if they are unknown.
func kernel() string {
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		return ""
	}
	return unix.ByteSliceToString(u.Sysname[:]) + " " + unix.ByteSliceToString(u.Release[:])
}
