// Command ct runs the programs of the suite by short names and says what there
// is: ct NAME runs ct-NAME.
package main

import "os"

func main() { os.Exit(run(os.Args[1:])) }
