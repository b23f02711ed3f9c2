// Command ct-fleet lists the shards of a corpus, for searches over many repositories.
package main

import (
	"fmt"
	"os"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/onbeam"
	"github.com/ct-tools/ct/ct-search/ct-fleet/remote"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

func main() { os.Exit(run(os.Args[1:])) }

// run returns the exit status. Beam starts workers with options of its own, which are not those of the table.
func run(args []string) int {
	flow.Register(flow.Program{Fetch: remote.Open})
	if onbeam.IsWorker(args) {
		err := onbeam.Work(args)
		fmt.Fprintln(os.Stderr, "ct-fleet:", err)
		return verdict.Undecided.Exit()
	}
	return tool.Main(fleet())
}
