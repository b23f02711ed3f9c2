package runner

import (
	"go/build/constraint"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// golang returns the command for a test of Go.
func (f *Finder) golang(t *Test) (Command, string) {
	dir, _, ok := f.up(t.Path, "go.mod")
	if !ok {
		return Command{}, "no go.mod above it"
	}
	folder := path.Dir(t.Path)
	c := Command{dir: ""}
	if !isAbove(dir) {
		c.dir, folder = dir, path.Dir(from(dir, t.Path))
	}
	if !path.IsAbs(folder) && folder != "." && !strings.HasPrefix(folder, "..") {
		folder = "./" + folder
	}
	for _, part := range strings.Split(strings.TrimSuffix(path.Base(t.Path), "_test.go"), "_")[1:] {
		if isSystem(part) && !given(part) && strings.HasSuffix(t.Path, "_"+part+"_test.go") {
			return Command{}, "its name leaves it out here"
		}
	}
	tags, runs := tagsOf(t.Head)
	if !runs {
		return Command{}, "its //go:build line leaves it out here"
	}
	words := []string{"go", "test"}
	if len(tags) > 0 {
		words = append(words, "-tags="+strings.Join(tags, ","))
	}
	kind := "-run"
	if strings.HasPrefix(t.own(), "Benchmark") {
		words, kind = append(words, "-run", "^$"), "-bench"
	}
	c.Key, c.Selector = strings.Join(append(words, kind, c.dir, folder), " "), t.own()
	c.line = func(names []string) []string { return append(slices.Clone(words), kind, oneOf(names), folder) }
	return c, ""
}

// oneOf returns an expression that matches exactly one of some names.
func oneOf(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = regexp.QuoteMeta(name)
	}
	if len(quoted) == 1 {
		return "^" + quoted[0] + "$"
	}
	return "^(" + strings.Join(quoted, "|") + ")$"
}

// tagsOf returns the tags that a file of Go needs beside those of this system, and false if it is not for this system.
func tagsOf(head string) (tags []string, runs bool) {
	for line := range strings.Lines(head) {
		line = strings.TrimSpace(line)
		if !constraint.IsGoBuild(line) {
			if line != "" && !strings.HasPrefix(line, "//") {
				break
			}
			continue
		}
		expr, err := constraint.Parse(line)
		if err != nil {
			return nil, true
		}
		if expr.Eval(given) {
			return nil, true
		}
		runs = expr.Eval(func(tag string) bool {
			if given(tag) {
				return true
			}
			if isSystem(tag) {
				return false
			}
			if !slices.Contains(tags, tag) {
				tags = append(tags, tag)
			}
			return true
		})
		return tags, runs
	}
	return nil, true
}

// given reports whether the go command sets a tag here by itself.
func given(tag string) bool {
	switch tag {
	case runtime.GOOS, runtime.GOARCH, "gc", "cgo":
		return true
	case "unix":
		return runtime.GOOS != "windows" && runtime.GOOS != "plan9" && runtime.GOOS != "js" && runtime.GOOS != "wasip1"
	}
	return strings.HasPrefix(tag, "go1.")
}

// isSystem reports whether a tag is that of a system, or stands for something that no flag sets.
func isSystem(tag string) bool {
	return slices.Contains([]string{
		"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd", "openbsd", "plan9", "solaris", "wasip1", "windows", "unix",
		"386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le", "riscv64", "s390x", "wasm", "gccgo", "ignore",
	}, tag)
}
