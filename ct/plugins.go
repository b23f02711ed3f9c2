package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/sibling"
)

// matcher begins the names of plugins, which ct-search starts: nobody runs them
// by name, and they are asked nothing.
const matcher = "matcher-"

// pluginFolder is the variable that names a folder of plugins.
const pluginFolder = "CT_PLUGIN_DIR"

func isPlugin(p sibling.Program) bool { return strings.HasPrefix(p.Name, matcher) }

// tools gives the programs that ct NAME can run.
func tools() []sibling.Program { return slices.DeleteFunc(sibling.List(), isPlugin) }

// plugins gives those in the folder of CT_PLUGIN_DIR, and then those that stand
// where tools do.
func plugins() []sibling.Program {
	var list []sibling.Program
	if dir := os.Getenv(pluginFolder); dir != "" {
		files, _ := filepath.Glob(filepath.Join(dir, binary(matcher)+"*")) // an error is one of the pattern
		for _, f := range files {
			name := filepath.Base(f)
			if path := executable(dir, strings.TrimSuffix(name, ".exe")); path != "" {
				list = append(list, sibling.Program{Name: strings.TrimPrefix(strings.TrimSuffix(name, ".exe"), "ct-"), Path: path})
			}
		}
	}
	for _, p := range sibling.List() {
		if isPlugin(p) {
			list = append(list, p)
		}
	}
	return list
}

// brokenPlugins gives what has a plugin's name in the places where they are
// looked for, and cannot be run.
func brokenPlugins() []string {
	var list []string
	for _, dir := range append(sibling.Beside(), os.Getenv(pluginFolder)) {
		if !filepath.IsAbs(dir) {
			continue
		}
		files, _ := filepath.Glob(filepath.Join(dir, binary(matcher)+"*"))
		for _, f := range files {
			if executable(dir, strings.TrimSuffix(filepath.Base(f), ".exe")) == "" && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	return list
}
