package lexical

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/lang"
)

// named judges an import by the name of its module: it agrees with a definition whose package, or file or folder, is called so,
// if all such definitions are one.
func (r *Resolver) named(site *resolve.Site, base *resolve.Root) resolve.Resolution {
	module := budget.EscapeName(base.Module)
	library := ofLibrary(site.Language, base.Module)
	var only *resolve.Definition
	for _, t := range r.fitting(site, r.Definitions, true) {
		if !r.agrees(site, base.Module, library, t) {
			continue
		}
		if only != nil && (only.Path != t.Path || only.Qualname() != t.Qualname()) {
			return resolve.Open("imported from %s; it may be any of %s", module, places([]*resolve.Definition{only, t}))
		}
		if only == nil {
			only = t
		}
	}
	switch {
	case only != nil:
		return resolve.Bound(only, resolve.Med, "imported from %s, as %s is named", module, only.Path)
	case library:
		return resolve.Open("imported from %s, of the language's own library", module)
	}
	if notes := r.Space.Notes(); len(notes) > 0 && (of(site.Language).script || of(site.Language).crates) {
		v := resolve.Open("imported from %s, and a file that may say where it is was not read: %s", module, notes[0])
		v.Unread = true
		return v
	}
	return resolve.Open("imported from %s, which is not in the tree", module)
}

// agrees reports whether an import of a module may mean a definition; library is whether the module is of the language's own.
func (r *Resolver) agrees(site *resolve.Site, module string, library bool, t *resolve.Definition) bool {
	if t.Nested || !lang.Related(t.Language, site.Language) || of(site.Language).script && t.Owner != "" && !t.Exported && len(site.Callee.Rest) < 2 {
		return false
	}
	if !typing.HasPackages(site.Language) {
		return !library && r.isCalled(module, t)
	}
	module = strings.Join(names(module, false), ".")
	pack, ok := strings.CutSuffix(module, t.Owner) // the package of a definition, or a type in it
	return ok && r.inPackage(strings.TrimSuffix(pack, "."), t)
}

// inPackage reports whether the file of a definition is of a package, as far as the definition's own names do not say it.
func (r *Resolver) inPackage(name string, t *resolve.Definition) bool {
	pack := r.World.PackageOf(t.Path)
	return pack == name || name == "" && t.Owner != "" && strings.HasPrefix(t.Owner, pack)
}

// isCalled reports whether the name of a module is that of the file or the folder of a definition: the names of its path, from the end
// to one that is a root of sources, or at least two of them.
func (r *Resolver) isCalled(module string, t *resolve.Definition) bool {
	l := of(t.Language)
	parts := names(module, l.script)
	for len(parts) > 0 && (parts[0] == "@" || parts[0] == "~" || l.crates && inCrate(parts[0])) {
		parts = parts[1:]
	}
	if l.script && len(parts) == 1 { // a package, which no folder alone says where it is
		return false
	}
	file := strings.Split(strings.TrimSuffix(t.Path, path.Ext(t.Path)), "/")
	return r.ends(parts, file) || r.ends(parts, file[:len(file)-1])
}

// inCrate reports whether a path of Rust with a first name stays in its crate.
func inCrate(word string) bool {
	switch word {
	case "crate", "self", "super":
		return true
	}
	return false
}

// ends reports whether a module is what a path ends with.
func (r *Resolver) ends(module, path []string) bool {
	n := resolve.Shared(module, path)
	if n < len(module) { // the search stands in a folder of the module
		return n > 0 && n == len(path) && module[len(module)-1-n] == r.Folder
	}
	return n > 1 || n == 1 && resolve.IsRoot(path[:len(path)-n])
}

// names returns the parts of the name of a module; those of a path may have dots in them, and an ending.
func names(module string, isPath bool) []string {
	if isPath && typing.IsScript(module) {
		module = strings.TrimSuffix(module, path.Ext(module))
	}
	return strings.FieldsFunc(module, func(c rune) bool { return c == '/' || !isPath && (c == '.' || c == ':' || c == '\\') })
}

// ofLibrary reports whether a module is of a language's own library.
func ofLibrary(language, module string) bool {
	parts := names(module, false)
	switch first := append(parts, "")[0]; language {
	case "js", "ts":
		return strings.HasPrefix(module, "node:") || isIn(nodeModules, first)
	case "rust":
		return standard(first) || first == "proc_macro"
	case "java":
		return first == "java" || first == "javax"
	case "kotlin":
		return first == "kotlin" || first == "java" || first == "javax"
	case "cs":
		return first == "System"
	case "swift":
		return isIn(appleModules, first)
	}
	return false
}

func isIn(all []string, name string) bool {
	_, ok := slices.BinarySearch(all, name)
	return ok
}

// nodeModules are the modules that node has built in, in order.
var nodeModules = []string{
	"assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram", "diagnostics_channel", "dns", "domain", "events",
	"fs", "http", "http2", "https", "inspector", "module", "net", "os", "path", "perf_hooks", "process", "punycode", "querystring", "readline", "repl", "stream",
	"string_decoder", "sys", "timers", "tls", "trace_events", "tty", "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib",
}

// appleModules are modules of Swift that come with its systems, in order.
var appleModules = []string{
	"AVFoundation", "AppKit", "Combine", "CoreData", "CoreFoundation", "CoreGraphics", "Darwin", "Dispatch", "Foundation", "Glibc", "MapKit", "Observation",
	"QuartzCore", "Security", "StoreKit", "Swift", "SwiftUI", "UIKit", "WebKit", "XCTest", "os",
}
