// Command ct-search-plugins is ct-search with the code for running matchers. ct-search starts it if one is named.
package main

import (
	"os"

	"github.com/ct-tools/ct/ct-search/internal/search"
	"github.com/ct-tools/ct/shared/match/plug"
	"github.com/ct-tools/ct/shared/tool"
)

func main() { os.Exit(tool.Main(search.ToolWithMatchers(plug.Open, plug.Describe))) }
