package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"fmt"
	"path"
	"runtime/debug"
	"slices"
	"strings"
)

// program is a program of an archive and what Go's linker wrote into it.
type program struct {
	name   string // without .exe
	digest string // SHA-256 in hexadecimal
	build  *debug.BuildInfo
}

// module is a module that programs are linked with; Go's standard library is the module std.
type module struct {
	Path, Version string
	Sum           string // as in go.sum
}

const std = "std"

// programs returns the programs among files, in their order.
func programs(files []file) ([]program, error) {
	var found []program
	for i := range files {
		f := &files[i]
		if !f.program {
			continue
		}
		build, err := buildinfo.Read(bytes.NewReader(f.text))
		if err != nil {
			return nil, fmt.Errorf("%s is not a program that Go built: %w", f.path, err)
		}
		found = append(found, program{strings.TrimSuffix(path.Base(f.path), ".exe"), digest(f.text), build})
	}
	return found, nil
}

// linked returns the modules that one of the programs is linked with, sorted, without those of this repository.
func linked(of []program) []module {
	seen := map[module]bool{}
	for i := range of {
		for _, m := range of[i].modules() {
			seen[m] = true
		}
	}
	all := make([]module, 0, len(seen))
	for m := range seen {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b module) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Version, b.Version)) })
	return all
}

func (p *program) modules() []module {
	all := []module{{Path: std, Version: p.toolchain()}}
	for _, dep := range p.build.Deps {
		if dep.Replace != nil {
			dep = dep.Replace
		}
		if !own(dep.Path) {
			all = append(all, module{dep.Path, dep.Version, dep.Sum})
		}
	}
	return all
}

// toolchain returns the version of Go without the experiments that follow it.
func (p *program) toolchain() string { return goVersion(p.build.GoVersion) }

// goVersion returns 1.26.8 for go1.26.8-X:simd.
func goVersion(full string) string {
	number, _, _ := strings.Cut(strings.TrimPrefix(full, "go"), "-X:")
	return number
}

// own reports whether a module belongs to this repository; ct-fleet replaces the suite's by its folder.
func own(module string) bool {
	return strings.HasPrefix(module, ".") || slices.ContainsFunc(products, func(p product) bool { return p.Module == module })
}
