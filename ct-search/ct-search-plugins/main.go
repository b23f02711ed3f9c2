// Command ct-search-plugins is ct-search with the code for running matchers of other programs.
// ct-search starts it if a matcher is named.
package main

import (
	"os"

	"github.com/ct-tools/ct/ct-search/internal/search"
	"github.com/ct-tools/ct/shared/match/plug"
	"github.com/ct-tools/ct/shared/tool"
)

func main() { os.Exit(tool.Main(search.ToolWithMatchers(plug.Open, plug.Describe))) }
