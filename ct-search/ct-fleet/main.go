// Command ct-fleet lists the shards of a corpus, for searches over many repositories.
package main

import (
	"os"

	"github.com/ct-tools/ct/shared/tool"
)

func main() { os.Exit(tool.Main(fleet())) }
