// Command ct-matcher-astgrep is a matcher of ct-search: it finds code by its
// structure, through the program ast-grep, which it runs and does not hold.
//
// ast-grep is told the names of files and says which it read as what language,
// which it passed over and where the matches are, in bytes. What stands there is
// read by the search itself. Which languages take the pattern is asked of
// ast-grep too, because it says nothing of those that do not.
package main

import "github.com/ct-tools/ct/shared/match/plug"

func main() { plug.Serve(matcher{}) }
