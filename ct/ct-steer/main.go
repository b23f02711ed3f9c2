// Ct-steer answers the hooks of coding agents: where a shell command has an exact equivalent among the commands of ct, it
// says so, or refuses the command with it. Everything else passes untouched.
package main

import "os"

func main() { os.Exit((&program{os.Stdin, os.Stdout, os.Stderr}).main(os.Args[1:])) }
