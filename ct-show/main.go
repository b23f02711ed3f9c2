// Command ct-show shows small pieces of files: matching lines in context, samples of a tree, and pages by line number.
package main

import (
	"os"

	"github.com/ct-tools/ct/shared/tool"
)

func main() { os.Exit(tool.Main(show())) }
