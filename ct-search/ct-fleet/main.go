// Command ct-fleet asks the questions of ct-search and ct-survey about many repositories and archives: it lists them as
// shards, searches each, and adds up what was found.
package main

import (
	"os"

	"github.com/ct-tools/ct/shared/tool"
)

func main() {
	if len(os.Args) > 1 {
		if t := overShards(os.Args[1]); t != nil {
			os.Args = append(os.Args[:1:1], os.Args[2:]...)
			os.Exit(tool.Main(t))
		}
	}
	os.Exit(tool.Main(fleet()))
}
