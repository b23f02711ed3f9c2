// Ct-mcp serves the tools of the suite to a client of the Model Context Protocol on standard input and output. Each
// call is one run of a program of the suite, so its limits, confinement and output are those of that program.
package main

import "os"

func main() { os.Exit((&program{os.Stdin, os.Stdout, os.Stderr}).main(os.Args[1:])) }
