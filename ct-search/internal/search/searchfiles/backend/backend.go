// Package backend has an external search program, ripgrep or ugrep, find the
// files and lines that match a pattern.
//
// Which files are searched is decided by the caller, and whether they are text
// by this package; the program is given them by name, in batches. What it runs
// is an expression that may match more than the pattern but never less (see
// expression.go). It prints lines, and each is judged by the matcher of package
// match. Files with a line that stands this are then opened as the caller opens
// files and scanned by package scan, which gives their result: texts, columns,
// neighbours and what ends a search are those of a native search, and no byte of
// a result comes from a program that opens files by name and may be led to others.
// The report is held against that scan.
//
// So a line that cannot match, a file that was not asked for or is reported
// twice, an output that ends early or goes on, a status, a signal are errors, and
// then nothing is a result. The first 8 KiB of each file are searched here too.
// What a program can hide is a file that matches behind these alone, all of whose
// lines it leaves out.
//
// Programs run as children do (package child): they can write nothing, start
// nothing and reach no network, and read no configuration.
package backend

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/sibling"
)

// A kind is one of the programs that can be a backend.
type kind struct {
	name    string // of the backend, and of its program
	project string // how its version calls it, and people
	needs   version
	sums    version // from which on it says how many files and bytes it searched
	dialect dialect
	// args gives all arguments but the files: expr is the expression, lines the
	// number of lines of a file after which it goes on to the next.
	args  func(expr string, lines int) []string
	read  func(from *stream, to *reports) error // what it prints
	whole int                                   // it prints lines of up to so many bytes whole, 0 for all
	quiet bool                                  // what it prints to standard error is a failure whatever its status
}

// kinds gives all programs.
func kinds() []kind {
	return []kind{
		{name: "rg", project: "ripgrep", needs: version{13, 0}, sums: version{15, 0}, dialect: full, args: ripgrepArgs, read: readRipgrep},
		// Of a file that it cannot open, ugrep only warns. Of a line that does not
		// fit its buffer it prints the end.
		{name: "ugrep", project: "ugrep", needs: version{3, 7}, dialect: plain, args: ugrepArgs, read: readUgrep, whole: 16 << 10, quiet: true},
	}
}

// Names gives the names that Find takes.
func Names() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return names
}

// Supports gives an error, one line that says what to do, if the backend name
// cannot look for p. It starts nothing.
func Supports(name string, p *pattern.Pattern) error {
	switch {
	case !slices.Contains(Names(), name):
		return unknown(name)
	case p.Mode == pattern.Fuzzy:
		return fmt.Errorf("mode fuzzy needs the native backend; %s", orNative)
	}
	return nil
}

// Rights is what the program may do beside what any child may.
type Rights struct {
	Confine confine.Mode
	// Readable are the files and folders that it may read, nil for everything:
	// a link that takes the place of a file during the search leads it nowhere
	// else.
	Readable []string
}

// A Backend is a program that was found and is of a version that will do. It
// may be used by several goroutines.
type Backend struct {
	kind   kind
	path   string // of the program, absolute
	have   version
	rights Rights

	quietTime, patience time.Duration
}

// Find finds the program of the backend name: the file path if that is not "",
// which must be absolute, else by its name in the absolute folders of PATH. It
// is asked for its version, which must be at least 13 for rg and 3.7 for ugrep;
// that takes a start of the program, so a Backend is kept and not made anew for
// each search. Every error is one line that says what to do.
func Find(ctx context.Context, name, path string, r Rights) (*Backend, error) {
	b := &Backend{rights: r, quietTime: quietTime, patience: patience}
	for _, k := range kinds() {
		if k.name == name {
			b.kind = k
		}
	}
	if b.kind.name == "" {
		return nil, unknown(name)
	}
	var err error
	if b.path, err = b.kind.find(path); err != nil {
		return nil, err
	}
	if b.have, err = b.version(ctx); err != nil {
		return nil, b.failed(fmt.Errorf("%w; %s", err, orNative))
	}
	if b.have.less(b.kind.needs) {
		return nil, b.failed(fmt.Errorf("version %v is older than %v; %s", b.have, b.kind.needs, orNative))
	}
	return b, nil
}

func unknown(name string) error {
	return fmt.Errorf("there is no backend %q among native, %s%s", name, strings.Join(Names(), ", "), nearest.Hint(name, append(Names(), "native")))
}

// orNative is the cure that always works.
const orNative = `set backend = "native"`

// find gives the absolute path of the program.
func (k *kind) find(path string) (string, error) {
	if path == "" {
		path, err := sibling.Look(k.name)
		if err != nil {
			return "", fmt.Errorf("%s: not on PATH; install %s or %s", k.name, k.project, orNative)
		}
		return path, nil
	}
	if !filepath.IsAbs(path) {
		return "", fmt.Errorf("backend %s: %s is no absolute path", k.name, path)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", fmt.Errorf("backend %s: %w", k.name, err)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("backend %s: %s is no program", k.name, path)
	}
	return path, nil
}

// failed gives err as an error of the backend.
func (b *Backend) failed(err error) error { return fmt.Errorf("backend %s: %w", b.kind.name, err) }

// command gives the program with arguments, to stand in a folder.
func (b *Backend) command(dir string, args []string) *child.Command {
	return &child.Command{
		Path: b.path, Args: append([]string{b.kind.name}, args...), Env: child.Environment(os.Environ()), Dir: dir,
		Confine: b.rights.Confine, Readable: b.rights.Readable,
	}
}
