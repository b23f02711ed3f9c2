// Command ct runs the programs of the suite by short names and describes them: ct NAME runs ct-NAME.
package main

import "os"

func main() { os.Exit(run(os.Args[1:])) }
