// Command ct-history shows which commits of a repository added or removed lines with a text, and which changed given lines.
package main

import (
	"os"

	"github.com/ct-tools/ct/shared/tool"
)

func main() { os.Exit(tool.Main(history())) }
