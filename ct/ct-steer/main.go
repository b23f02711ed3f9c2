// Ct-steer answers the hooks of coding agents: where a shell command has an exact equivalent among the commands of ct, it
// says so, or refuses the command with it. Everything else passes untouched.
package main

import (
	"os"
	"os/signal"
	"slices"
	"syscall"
)

func main() {
	if slices.Contains(os.Args[1:], "hook") {
		signal.Ignore(syscall.SIGPIPE) // a client that is gone is an error of the write, and the exit status stays 0
	}
	os.Exit((&program{os.Stdin, os.Stdout, os.Stderr}).main(os.Args[1:]))
}
