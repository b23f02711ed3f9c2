// Command release creates what is published of a version from folders of built programs, with the same bytes whenever
// and wherever it runs: archives, lists of their contents, packages' files and manifests, and their checksums. It is for
// developers; the Makefile runs it.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const usage = `usage: release licences PROGRAM…
         prints the modules that programs are linked with, and checks their licences
       release dist FOLDER COMMIT NAME…
         makes of each folder FOLDER/NAME an archive and the list of its contents, writes FOLDER/manifests,
         and says where all comes from, which is COMMIT ("" if it is not known), with checksums
       release stage FOLDER NAME…
         makes FOLDER/stage, from which nfpm and npm make packages of the same files
       release seal FOLDER COMMIT
         says again where all comes from, with checksums
`

// run returns the exit status: 0 if everything was created, otherwise 2.
func run(args []string, stdout, stderr io.Writer) int {
	var out string
	var err error
	switch verb, n := first(args), len(args); {
	case verb == "licences" && n > 1:
		out, err = licences(args[1:])
	case verb == "dist" && n > 3:
		out, err = dist(args[1], args[2], args[3:])
	case verb == "stage" && n > 2:
		err = stage(args[1], args[2:])
	case verb == "seal" && n == 3:
		out, err = seal(args[1], args[2])
	default:
		_, _ = io.WriteString(stderr, usage)
		return 2
	}
	_, _ = io.WriteString(stdout, out)
	if err != nil {
		_, _ = fmt.Fprintln(stderr, "release:", err)
		return 2
	}
	return 0
}

func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// dist creates what needs no other program than Go, and returns what it left out, and why.
func dist(dir, commit string, names []string) (string, error) {
	var archives []*archive
	for _, name := range names {
		a, err := archived(dir, name)
		if err != nil {
			return "", err
		}
		archives = append(archives, a)
	}
	left, err := manifested(dir, archives)
	if err != nil {
		return "", err
	}
	unsealed, err := seal(dir, commit)
	return left + unsealed, err
}

// stage creates what nfpm and npm need.
func stage(dir string, names []string) error {
	to := filepath.Join(dir, "stage")
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	npm := npmWrappers{}
	for _, name := range names {
		a, err := staged(dir, name)
		if err != nil {
			return err
		}
		if err := errors.Join(linuxStaged(to, a), npm.staged(filepath.Join(to, "npm"), a)); err != nil {
			return err
		}
	}
	return npm.written(filepath.Join(to, "npm"))
}
