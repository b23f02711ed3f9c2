// Command ct-survey compares terms over a tree, and says where one of them occurs, without printing matching lines.
package main

import (
	"os"

	"github.com/ct-tools/ct/ct-survey/survey"
	"github.com/ct-tools/ct/shared/tool"
)

func main() { os.Exit(tool.Main(survey.Tool())) }
