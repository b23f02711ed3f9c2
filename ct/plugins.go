package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/sibling"
)

// matcher begins the names of plugins, which ct-search starts. Nobody runs them by name, and ct asks them nothing.
const matcher = "matcher-"

// pluginFolder is the environment variable that names a folder of plugins.
const pluginFolder = "CT_PLUGIN_DIR"

func isPlugin(p sibling.Program) bool { return strings.HasPrefix(p.Name, matcher) }

// tools returns the programs that ct NAME can run.
func tools() []sibling.Program { return slices.DeleteFunc(sibling.List(), isPlugin) }

// plugins returns the plugins in the folder of CT_PLUGIN_DIR, followed by those in the folders of the tools.
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

// brokenPlugins returns the files named like a plugin, where plugins are searched, that cannot be run.
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

// matcherState describes a matcher, as reported by the program that runs matchers.
type matcherState struct {
	Name     string `json:"name"`
	Path     string `json:"path"`
	Origin   string `json:"origin"`
	Usable   bool   `json:"usable"`
	Why      string `json:"why"`
	Checksum string `json:"checksum"`
	Protocol int    `json:"protocol"`
	Version  string `json:"version"`
	Summary  string `json:"summary"`
	Argument string `json:"argument"`
	Given    string `json:"given"`
}

// plugins prints which matchers ct-search can use, and why it cannot use the others. The program that runs matchers
// starts each of them and asks it. That program confines itself and the matchers; ct itself opens nothing.
func (u *umbrella) plugins(r *request, _ []string) (int, error) {
	path, err := sibling.FindBeside(sibling.Hosting)
	if err != nil {
		return 0, fmt.Errorf("%w; it runs the matchers and is installed with ct-search", err)
	}
	args := []string{"--plugins", "--expect=expr:count >= 0"}
	if r.noConfig {
		args = append(args, "--no-config")
	}
	text, err := sibling.Output(context.Background(), path, args...)
	if err != nil {
		return 0, err
	}
	var reply struct {
		Plugins []matcherState `json:"plugins"`
	}
	if err := json.Unmarshal(text, &reply); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	status := exitGood
	for i := range reply.Plugins {
		if !reply.Plugins[i].Usable {
			status = exitWrong
		}
	}
	if r.json {
		var whole any
		if err := json.Unmarshal(text, &whole); err != nil {
			return 0, err
		}
		return status, u.json(whole, r.indent)
	}
	for i := range reply.Plugins {
		u.print(reply.Plugins[i].text())
	}
	if len(reply.Plugins) == 0 {
		u.print("no matcher is installed: ct-matcher-NAME is looked for beside ct-search and in CT_PLUGIN_DIR\n")
	}
	return status, nil
}

// text describes a matcher in a few lines.
func (m *matcherState) text() string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(budget.EscapeName(fmt.Sprintf(format, args...)) + "\n")
	}
	if !m.Usable {
		line("%s: not usable: %s", m.Name, m.Why)
	} else {
		line("%s %s: %s", m.Name, m.Version, m.Summary)
		use := "--matcher " + m.Name
		if m.Argument != "" {
			use += ", or --matcher " + m.Name + "=ARG, " + m.Argument
		}
		line("  use        %s", use)
		line("  protocol   %d, given %s", m.Protocol, m.Given)
	}
	if m.Path != "" {
		line("  program    %s (%s)", m.Path, m.Origin)
	}
	line("  checksum   %s", map[string]string{"none": "none is configured", "matches": "as configured", "differs": "not as configured"}[m.Checksum])
	return b.String()
}
