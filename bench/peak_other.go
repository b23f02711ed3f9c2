//go:build !unix

package main

import "os"

// peak returns 0: the peak is not available here.
func peak(*os.ProcessState) int64 { return 0 }
