package gocalls

import (
	"path"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
)

// systems are the builds that definitions for several are looked for in, as
// system and processor: the first that a call is in counts.
var systems = [][2]string{
	{"linux", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"freebsd", "amd64"}, {"linux", "arm64"}, {"linux", "386"}, {"linux", "arm"},
	{"linux", "ppc64le"}, {"linux", "riscv64"}, {"linux", "s390x"}, {"linux", "loong64"}, {"linux", "mips64"}, {"linux", "mips"}, {"openbsd", "amd64"},
	{"netbsd", "amd64"}, {"dragonfly", "amd64"}, {"solaris", "amd64"}, {"illumos", "amd64"}, {"aix", "ppc64"}, {"plan9", "amd64"}, {"js", "wasm"},
	{"wasip1", "wasm"}, {"android", "arm64"}, {"ios", "arm64"}, {"windows", "386"}, {"darwin", "amd64"},
}

// builtIn reports whether the Go file at an absolute path, which begins with
// head, belongs to the build for a system, without other tags and cgo.
func builtIn(file string, head []byte, system [2]string) bool {
	return constraintsOf(path.Base(file), head).hold(system)
}

// builds returns in which of systems a file is built, as bits.
func (t *Tree) builds(file string) uint32 {
	set, known := t.systems[file]
	if known {
		return set
	}
	read := t.Text(file)
	when := constraintsOf(path.Base(file), read)
	for i, system := range systems {
		if when.hold(system) {
			set |= 1 << i
		}
	}
	if read != nil {
		t.systems[file] = set
	}
	return set
}

// variant chooses among definitions for different builds: it returns the one of the first build that the file of the
// call belongs to as well, or the first definition if there is no such build.
func (r *Resolver) variant(file string, all []*resolve.Definition) *resolve.Definition {
	if len(all) < 2 {
		return append(all, nil)[0]
	}
	at := func(p string) uint32 { return r.tree.builds(path.Join(r.tree.Abs(path.Dir(p)), path.Base(p))) }
	from := at(file)
	for i := range systems {
		if from&(1<<i) == 0 && from != 0 {
			continue
		}
		for _, t := range all {
			if at(t.Path)&(1<<i) != 0 {
				return t
			}
		}
	}
	return all[0]
}

// Usual reports whether the Go file at an absolute path, with its text, belongs to the build for the first of systems.
func Usual(file string, text []byte) bool { return builtIn(file, text, systems[0]) }
