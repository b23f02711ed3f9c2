// Command ct-test runs a command as an experiment: a question, the command, and a verdict on its output and exit.
package main

import (
	"os"

	"github.com/ct-tools/ct/shared/tool"
)

func main() { os.Exit(tool.Main(newTool())) }
