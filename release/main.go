// Command release makes the archives of a version from folders of built
// programs, the same bytes whenever and wherever it runs, and their checksums.
// It is for developers; make dist runs it.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: release FOLDER NAME…: makes FOLDER/NAME.tar.gz, or .zip for a NAME with windows in it, of each folder FOLDER/NAME, and FOLDER/SHA256SUMS")
		os.Exit(2)
	}
	if err := release(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(2)
	}
}
