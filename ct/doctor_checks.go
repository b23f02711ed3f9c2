package main

import (
	"cmp"
	"context"
	"debug/buildinfo"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/cpu"

	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/version"
)

// system records how ct was built and what it runs on.
func (c *checkup) system() {
	c.Version = version.String()
	c.Platform = runtime.GOOS + "/" + runtime.GOARCH
	c.Kernel = kernel()
	c.Go, _, _ = strings.Cut(runtime.Version(), " ")
	if info, ok := debug.ReadBuildInfo(); ok {
		c.Experiment = setting(info, "GOEXPERIMENT")
	}
	self, err := os.Executable()
	if err != nil {
		c.find(weightUnknown, "ct", "its own path is unknown, so no tool is found beside it: "+err.Error())
	}
	c.Executable = self
}

// setting returns a build setting of a program, "" if it was not set.
func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// configured reads the configuration and returns the confinement that it asks for.
func (c *checkup) configured(noConfig bool) confine.Mode {
	if user := config.UserFile(os.Getenv); user != "" {
		_, err := os.Stat(user)
		c.Configuration = append(c.Configuration, configuration{Path: user, Found: !errors.Is(err, fs.ErrNotExist)})
	}
	if project := config.ProjectFile(); project != "" {
		c.Configuration = append(c.Configuration, configuration{Path: project, Found: true, Project: true})
	}
	loaded, err := config.Load(config.Options{NoConfig: noConfig})
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			c.find(weightWrong, "configuration", line)
		}
		return confine.Auto
	}
	for _, note := range loaded.Notes {
		c.find(weightNote, "configuration", note)
	}
	word, _ := loaded.String("confine")
	m, _ := confine.Parse(word) // Auto if it is not configured
	return m
}

// confinement checks whether the tools are kept from changing files.
func (c *checkup) confinement(mode confine.Mode) {
	s := confine.Probe()
	filterNote := confine.Filter()
	c.Confinement = confinement{mode.String(), s.Enforced, s.ABI, s.Note, filterNote == "", filterNote}
	weight := weightNote
	if mode == confine.Require || mode == confine.Auto && runtime.GOOS == "linux" {
		weight = weightWrong
	}
	switch {
	case mode == confine.Off:
		c.find(weightNote, "confinement", "switched off by the configuration")
	case !s.Enforced:
		text := "the kernel does not keep the tools from writing to files: "
		if runtime.GOOS != "linux" {
			text = "the kernel keeps neither the tools nor the programs that they start from writing to files: "
		}
		c.find(weight, "confinement", text+s.Note)
	}
	if runtime.GOOS == "linux" && filterNote != "" {
		c.find(weightNote, "confinement", "children of ct-test and ct-search have no filter of system calls: "+filterNote)
	}
}

// vectors checks how ct-search was built, or ct itself if ct-search was not found.
func (c *checkup) vectors() {
	experiment := c.Experiment
	if i := slices.IndexFunc(c.Tools, func(t installed) bool { return t.Name == "search" && !t.Foreign }); i >= 0 {
		if info, err := buildinfo.ReadFile(c.Tools[i].Path); err == nil {
			experiment = setting(info, "GOEXPERIMENT")
		}
	}
	c.Vectors = vectors{slices.Contains(strings.Split(experiment, ","), "simd") && runtime.GOARCH == "amd64", cpu.X86.HasAVX2}
}

// plugins lists the matchers that ct-search can start.
func (c *checkup) plugins() {
	for _, p := range plugins() {
		c.Plugins = append(c.Plugins, installed{Name: strings.TrimPrefix(p.Name, matcher), Path: p.Path})
	}
	for _, path := range brokenPlugins() {
		what := "cannot be executed"
		if _, err := os.Stat(path); err != nil {
			what = "is a link that leads nowhere"
		}
		c.find(weightWrong, "plugin", path+" "+what+": mend or remove it")
	}
	dir := os.Getenv(pluginFolder)
	switch info, err := os.Stat(dir); {
	case dir == "":
	case !filepath.IsAbs(dir):
		c.find(weightWrong, pluginFolder, dir+" is not an absolute path: give one")
	case err != nil || !info.IsDir():
		c.find(weightNote, pluginFolder, "there is no folder "+dir)
	}
}

// tools lists the programs that ct or ct-search starts, with their versions, and reports those that are missing.
func (c *checkup) tools() {
	list := tools()
	if path, err := sibling.FindBeside(sibling.Hosting); err == nil {
		list = append(list, sibling.Program{Name: sibling.Hosting, Path: path, Beside: true})
	}
	ownVersion, _, _ := strings.Cut(c.Version, " ")
	for _, a := range ask(list, "--version") {
		t := installed{Name: a.tool.Name, Path: a.tool.Path, Foreign: !a.asked}
		about := binary(t.Name)
		if _, hidden := command(t.Name); hidden {
			c.find(weightNote, about, "ct "+t.Name+" is a command of ct itself; "+t.Path+" has to be run by its own name")
		}
		own := about
		if t.Name == sibling.Hosting {
			own = binary("search") // what it calls itself
		}
		version, named := strings.CutPrefix(firstLine(a.text), own+" ")
		number, _, _ := strings.Cut(version, " ")
		switch {
		case t.Foreign:
		case a.err != nil:
			c.find(weightWrong, about, a.err.Error()+"; install the whole suite again")
		case !named:
			c.find(weightWrong, about, t.Path+" does not say its version; install the whole suite again")
		case number != ownVersion:
			c.find(weightWrong, about, t.Path+" is version "+version+", ct is "+c.Version)
		case version != c.Version:
			c.find(weightNote, about, t.Path+" is built from another commit: "+version+", ct is "+c.Version)
		}
		if named && !t.Foreign {
			t.Version = version
		}
		c.Tools = append(c.Tools, t)
	}
	for _, name := range sibling.Suite() {
		if !slices.ContainsFunc(c.Tools, func(t installed) bool { return t.Name == name }) {
			c.Tools = append(c.Tools, installed{Name: name})
			c.find(weightWrong, binary(name), "not found beside ct"+map[bool]string{false: " or on PATH"}[name == sibling.Hosting]+"; install the whole suite into one folder")
		}
	}
	slices.SortFunc(c.Tools, func(a, b installed) int { return cmp.Compare(a.Name, b.Name) })
}

// searchPath reports what is unusual about PATH.
func (c *checkup) searchPath() {
	for i, entry := range filepath.SplitList(os.Getenv("PATH")) {
		place := "entry " + strconv.Itoa(i+1) + " "
		switch info, err := os.Stat(entry); {
		case entry == "":
			c.find(weightNote, "PATH", place+"is empty, which means the working folder; ct does not look there")
		case !filepath.IsAbs(entry):
			c.find(weightNote, "PATH", place+"is relative: "+entry+"; ct does not look there")
		case err != nil || !info.IsDir():
			c.find(weightNote, "PATH", place+"is not a folder: "+entry)
		case runtime.GOOS != "windows" && info.Mode().Perm()&0o002 != 0:
			c.find(weightNote, "PATH", place+"can be written by everybody: "+entry)
		}
	}
	switch first, _ := sibling.Look("ct"); {
	case first == "":
		c.find(weightNote, "PATH", "ct is not on it; this one is "+c.Executable)
	case !sameFile(first, c.Executable):
		c.find(weightNote, "PATH", "ct there is "+first+"; this one is "+c.Executable)
	}
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// programs looks for other search programs, and for git.
func (c *checkup) programs() {
	for _, name := range []string{"git", "rg", "ugrep", "ast-grep"} {
		path, _ := sibling.Look(name)
		p := installed{Name: name, Path: path}
		if path != "" {
			text, err := sibling.Output(context.Background(), p.Path, "--version")
			if p.Version = firstLine(text); err != nil {
				c.find(weightUnknown, name, err.Error())
			} else if why := c.refusedBackend(name); why != "" {
				c.find(weightNote, name, why)
			}
		}
		c.Programs = append(c.Programs, p)
	}
}

// refusedBackend returns why ct-search cannot let a program find lines for it, "" if it can or if the program is not a
// backend. Only ct-search knows its requirements, so it is asked by a search of one file.
func (c *checkup) refusedBackend(name string) string {
	i := slices.IndexFunc(c.Tools, func(t installed) bool { return t.Name == "search" && t.Version != "" })
	if i < 0 || name != "rg" && name != "ugrep" {
		return ""
	}
	_, err := sibling.Output(context.Background(), c.Tools[i].Path, "--no-config", "--backend="+name,
		`--call={"path":".","query":"x","max_files":1,"max_depth":1}`)
	if err == nil {
		return ""
	}
	_, why, refused := strings.Cut(err.Error(), "backend "+name+": ")
	if !refused {
		return ""
	}
	why, _, _ = strings.Cut(why, ";")
	return "it is not a backend for ct-search: " + why
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(line)
}
