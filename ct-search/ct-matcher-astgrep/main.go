// Command ct-matcher-astgrep is a matcher of ct-search that finds code by structure. It runs ast-grep.
//
// ct-matcher-astgrep passes file names to ast-grep. ast-grep reports the language of each file that it read, the files
// that it skipped, and the byte offsets of the matches. ct-search itself reads the text at these offsets. A separate
// run asks ast-grep which languages accept the pattern, because otherwise it prints nothing about those that do not.
package main

import "github.com/ct-tools/ct/shared/match/plug"

func main() { plug.Serve(matcher{}) }
