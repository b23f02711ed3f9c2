// Command release creates the archives of a version from folders of built programs, with the same bytes whenever and
// wherever it runs, and their checksums. It is for developers; make dist runs it.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// run returns the exit status: 0 if everything was created, otherwise 2.
func run(args []string, stderr io.Writer) int {
	if len(args) < 2 {
		_, _ = fmt.Fprintln(stderr, "usage: release FOLDER NAME…: makes FOLDER/NAME.tar.gz, or .zip for a NAME with windows in it, of each folder FOLDER/NAME, and FOLDER/SHA256SUMS")
		return 2
	}
	if err := release(args[0], args[1:]); err != nil {
		_, _ = fmt.Fprintln(stderr, "release:", err)
		return 2
	}
	return 0
}
