// Command ct-fleet asks the questions of ct-search and ct-survey about many repositories and archives: it lists them as
// shards, searches each, and adds up what was found.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/onbeam"
	"github.com/ct-tools/ct/ct-search/ct-fleet/remote"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

func main() { os.Exit(run()) }

// heapSize is what the Go heap is kept near, in bytes.
const heapSize = 128 << 20

// run returns the exit status. Beam starts workers with options of its own, which are not those of the table.
func run() int {
	tool.LimitHeap(heapSize)
	flow.Register(flow.Program{NewEngine: newEngine, Fetch: remote.Open})
	args := os.Args[1:]
	if onbeam.IsWorker(args) {
		err := onbeam.Work(args)
		fmt.Fprintln(os.Stderr, "ct-fleet:", err)
		return verdict.Undecided.Exit()
	}
	if len(args) > 0 {
		word, rest := args[0], args[1:]
		if word == formCheck {
			return tool.MainWith(checkShards(), rest)
		}
		if a, ok := sibling.AliasOf(word); ok {
			word, rest = a.Tool, append([]string{a.Option}, rest...)
		}
		if t := overShards(word); t != nil {
			return tool.MainWith(t, rest)
		}
		if word != formList && !strings.HasPrefix(word, "-") {
			return tool.MainWith(fleet(), []string{word}) // whose options are not those of the word that was meant
		}
	}
	return tool.Main(fleet())
}
