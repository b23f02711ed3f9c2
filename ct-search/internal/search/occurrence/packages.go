package occurrence

import (
	"encoding/json"
	"io"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/walk"
)

// Bounds of what is read to know the packages.
const (
	mostManifest = 1 << 20 // bytes of one file
	mostAbove    = 60      // folders upward
)

// packages says what the packages of a tree are called, by package.json and go.mod. It serves several goroutines.
type packages struct {
	view walk.View
	here string // the absolute working folder

	mutex sync.Mutex
	known map[string]string // folders of packages with what names them; see in
}

func newPackages(view walk.View, here []string) *packages {
	return &packages{view: view, here: strings.Join(here, "/"), known: map[string]string{}}
}

// named returns the path of a file with its package's name in place of the package's folder, "" if nothing names that.
func (p *packages) named(file string) string {
	var manifest string
	switch row := lang.Of(file, nil); {
	case row == nil:
		return ""
	case row.Name == "go":
		manifest = "go.mod"
	case row.Family == "script":
		manifest = "package.json"
	default:
		return ""
	}
	full := file
	if !filepath.IsAbs(filepath.FromSlash(full)) {
		full = path.Join(p.here, full)
	}
	rest := path.Base(full)
	for folder, n := path.Dir(full), 0; n < mostAbove; n++ {
		if name := p.in(path.Join(folder, manifest)); name != "" {
			return path.Join(name, rest)
		}
		up := path.Dir(folder)
		if up == folder {
			return ""
		}
		rest, folder = path.Join(path.Base(folder), rest), up
	}
	return ""
}

// GoPackage returns the import path of the package that a folder is, by the go.mod above it; "" if there is none.
func GoPackage(folder string, view walk.View, here []string) string {
	name := newPackages(view, here).named(path.Join(folder, "package.go"))
	return strings.TrimPrefix(strings.TrimSuffix(strings.TrimSuffix(name, "package.go"), "/"), "std/")
}

// in returns the name that a file gives its package, "" if it is not there or gives none.
func (p *packages) in(manifest string) string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	name, ok := p.known[manifest]
	if !ok {
		name = p.read(manifest)
		p.known[manifest] = name
	}
	return name
}

// module matches the line of go.mod that names the module.
var module = lazy.Regexp(`(?m)^module[ \t]+"?([^\s"]+)`)

func (p *packages) read(manifest string) string {
	in, err := p.view.Open(filepath.FromSlash(manifest))
	if err != nil {
		return ""
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(io.LimitReader(in, mostManifest))
	if err != nil {
		return ""
	}
	if strings.HasSuffix(manifest, ".mod") {
		if m := module.Get().FindSubmatch(text); m != nil {
			return string(m[1])
		}
		return ""
	}
	var doc struct{ Name string }
	if json.Unmarshal(text, &doc) != nil {
		return ""
	}
	return doc.Name
}
