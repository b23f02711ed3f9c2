//go:build !linux && !darwin

package main

// kernel returns "": the name and release of the kernel are unknown on this system.
func kernel() string { return "" }
