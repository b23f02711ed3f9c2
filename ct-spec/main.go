// Command ct-spec ranks the nodes of a tree of specifications by how likely they answer a question, by words alone.
package main

import (
	"os"

	"github.com/ct-tools/ct/shared/tool"
)

func main() { os.Exit(tool.Main(spec())) }
