//go:build !linux && !darwin

package main

// kernel gives the name and release of the running kernel; here it is unknown.
func kernel() string { return "" }
