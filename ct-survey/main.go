// Command ct-survey compares terms over a tree, and tells where one of them
// occurs, without printing a matching line.
package main

import (
	"os"

	"github.com/ct-tools/ct/shared/tool"
)

func main() { os.Exit(tool.Main(survey())) }
