package gocalls

import (
	"bytes"
	"go/build/constraint"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// This file decides as MatchFile of go/build does, which every start of the program would pay for: its tables and what it
// imports are made before main.

// constraints are what must hold for a build to have a file.
type constraints struct {
	never bool
	tags  []string // of the file's name
	lines []constraint.Expr
}

// constraintsOf returns the constraints of a Go file with a name, which begins with head.
func constraintsOf(name string, head []byte) constraints {
	stem, ok := strings.CutSuffix(name, ".go")
	c := constraints{tags: tagsOfName(stem), never: !ok || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")}
	if c.never {
		return c
	}
	lines, controls, ok := buildLines(bytes.TrimPrefix(head, []byte("\ufeff")))
	c.never = !ok
	for _, line := range lines {
		x, err := constraint.Parse(line)
		if err == nil {
			c.lines = append(c.lines, x)
		}
		c.never = c.never || controls && err != nil
	}
	return c
}

// tagsOfName returns the tags that the name of a file without its extension has: of *_GOOS, *_GOARCH and *_GOOS_GOARCH,
// also with _test after them.
func tagsOfName(stem string) []string {
	stem, _, _ = strings.Cut(stem, ".")
	parts := strings.Split(stem, "_")[1:] // a name without anything before the first _ has no tags
	if n := len(parts); n > 0 && parts[n-1] == "test" {
		parts = parts[:n-1]
	}
	n := len(parts)
	switch {
	case n > 1 && isSystem(parts[n-2]) && isProcessor(parts[n-1]):
		return parts[n-2:]
	case n > 0 && (isSystem(parts[n-1]) || isProcessor(parts[n-1])):
		return parts[n-1:]
	}
	return nil
}

// buildLines returns the lines of constraints before the first line of code: the one of //go:build, which then controls, or
// else those of +build that a blank line follows. It is not ok if several lines control.
func buildLines(text []byte) (lines []string, controls, ok bool) {
	var control, plus []string
	followed := 0 // how many of plus a blank line follows, with nothing but // comments before it
	ended, comment, code := false, false, false
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 && !ended {
			followed = len(plus)
			continue
		}
		ended = ended || !bytes.HasPrefix(line, []byte("//"))
		if !comment && constraint.IsGoBuild(string(line)) {
			control = append(control, string(line))
		}
		if !ended && constraint.IsPlusBuild(string(line)) {
			plus = append(plus, string(line))
		}
		if code, comment = afterComments(line, comment); code {
			break
		}
	}
	if control != nil {
		return control, true, len(control) == 1
	}
	return plus[:followed], false, true
}

// afterComments reports whether a line has code after its comments, and whether a comment goes on after it; within is
// whether one goes on from the line before it.
func afterComments(line []byte, within bool) (code, goesOn bool) {
	for len(line) > 0 {
		if within {
			_, rest, ok := bytes.Cut(line, []byte("*/"))
			if !ok {
				return false, true
			}
			line, within = bytes.TrimSpace(rest), false
			continue
		}
		if bytes.HasPrefix(line, []byte("//")) {
			return false, false
		}
		if !bytes.HasPrefix(line, []byte("/*")) {
			return true, false
		}
		line, within = bytes.TrimSpace(line[2:]), true
	}
	return false, within
}

// hold reports whether the constraints hold for a build for a system.
func (c constraints) hold(system [2]string) bool {
	has := func(tag string) bool { return hasTag(system, tag) }
	return !c.never && !slices.ContainsFunc(c.tags, func(tag string) bool { return !has(tag) }) &&
		!slices.ContainsFunc(c.lines, func(x constraint.Expr) bool { return !x.Eval(has) })
}

// hasTag reports whether a build for a system, by the gc compiler of the release that built this program, has a tag.
func hasTag(system [2]string, tag string) bool {
	switch tag {
	case system[0], system[1], "gc":
		return true
	case "linux":
		return system[0] == "android"
	case "solaris":
		return system[0] == "illumos"
	case "darwin":
		return system[0] == "ios"
	case "unix":
		return isUnix(system[0])
	}
	minor, ok := strings.CutPrefix(tag, "go1.")
	n, err := strconv.Atoi(minor)
	return ok && err == nil && strconv.Itoa(n) == minor && n > 0 && n <= release()
}

// release returns the minor version of the Go that built this program; more than any if a development version built it.
func release() int {
	version, _ := strings.CutPrefix(runtime.Version(), "go1.")
	minor, _, _ := strings.Cut(version, ".")
	n, err := strconv.Atoi(minor)
	if err != nil {
		return 1000
	}
	return n
}

// isSystem reports whether a name is or was one of GOOS.
func isSystem(name string) bool {
	switch name {
	case "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd", "openbsd", "plan9", "solaris", "wasip1",
		"windows", "zos":
		return true
	}
	return false
}

// isUnix reports whether a GOOS has the tag unix.
func isUnix(name string) bool {
	switch name {
	case "js", "nacl", "plan9", "wasip1", "windows", "zos":
		return false
	}
	return isSystem(name)
}

// isProcessor reports whether a name is or was one of GOARCH.
func isProcessor(name string) bool {
	switch name {
	case "386", "amd64", "amd64p32", "arm", "armbe", "arm64", "arm64be", "loong64", "mips", "mipsle", "mips64", "mips64le", "mips64p32", "mips64p32le", "ppc",
		"ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x", "sparc", "sparc64", "wasm":
		return true
	}
	return false
}
