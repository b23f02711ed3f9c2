// Command ct-test runs a command as an experiment: a question, the command, and a verdict based on
// what it printed and how it ended.
package main

import (
	"os"

	"github.com/ct-tools/ct/shared/tool"
)

func main() { os.Exit(tool.Main(newTool())) }
