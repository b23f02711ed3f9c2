package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/sibling"
)

// matcher is the prefix of the names of plugins, which ct-search starts. Nobody runs them by name,
// and ct asks them nothing.
const matcher = "matcher-"

// pluginFolder is the environment variable that names a folder of plugins.
const pluginFolder = "CT_PLUGIN_DIR"

func isPlugin(p sibling.Program) bool { return strings.HasPrefix(p.Name, matcher) }

// tools returns the programs that ct NAME can run.
func tools() []sibling.Program { return slices.DeleteFunc(sibling.List(), isPlugin) }

// plugins returns the plugins in the folder of CT_PLUGIN_DIR, followed by those in the folders of
// the tools.
func plugins() []sibling.Program {
	var list []sibling.Program
	if dir := os.Getenv(pluginFolder); dir != "" {
		files, _ := filepath.Glob(filepath.Join(dir, binary(matcher)+"*")) // only a malformed pattern is an error
		for _, f := range files {
			if isExecutable(f) {
				list = append(list, sibling.Program{Name: strings.TrimPrefix(strings.TrimSuffix(filepath.Base(f), ".exe"), "ct-"), Path: f})
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

// brokenPlugins returns the files that are named like a plugin, in the folders that are searched
// for plugins, but cannot be run.
func brokenPlugins() []string {
	var list []string
	for _, dir := range append(sibling.Beside(), os.Getenv(pluginFolder)) {
		if !filepath.IsAbs(dir) {
			continue
		}
		files, _ := filepath.Glob(filepath.Join(dir, binary(matcher)+"*"))
		for _, f := range files {
			if !isExecutable(f) && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	return list
}

// isExecutable reports whether path is a program that this system can start.
func isExecutable(path string) bool {
	return sibling.Executable(path) && (runtime.GOOS != "windows" || filepath.Ext(path) == ".exe")
}
