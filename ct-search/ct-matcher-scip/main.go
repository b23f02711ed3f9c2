// Command ct-matcher-scip is a matcher of ct-search that finds the occurrences of a name, and reads what each refers to
// in an index that a compiler's indexer wrote: a file in the format SCIP (index.scip).
//
// The index is never trusted about a file that may have changed since. Every range that it has in a file is compared
// with the file; if one disagrees, or the index cannot be compared, the words of the file are returned without a
// binding, and ct-search classifies them with its scanners.
package main

import "github.com/ct-tools/ct/shared/match/plug"

func main() { plug.Serve(matcher{}) }
