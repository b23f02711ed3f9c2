// Command ct-search finds files and lines, bounded and read-only.
package main

import (
	"os"

	"github.com/ct-tools/ct/ct-search/internal/search"
	"github.com/ct-tools/ct/shared/tool"
)

func main() { os.Exit(tool.Main(search.Tool())) }
