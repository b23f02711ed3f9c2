// Package backend finds the files and lines that match a pattern with an external search program, ripgrep or ugrep.
//
// The caller decides which files are searched, and this package whether they are text. The program receives their
// names, in batches. It searches for an expression that matches at least what the pattern matches, and possibly more
// (see expression.go). The matcher of package match checks each line that it prints. Files with a confirmed line are
// then opened as the caller opens files, and scanned by package scan, which produces their results. So texts, columns,
// context and limits are those of a native search, and no byte of a result comes from a program that opens files by
// name and could be led to other files. The program's report is compared with that scan.
//
// It is therefore an error if the program reports a line that cannot match, or a file that was not requested or was
// reported before, if its output ends early or continues too long, or if its exit status contradicts the report or it
// is ended by a signal. After such an error nothing is a result. The first 8 KiB of each file are searched here too. So
// a program can hide a file only if it matches after these alone, and only by omitting all of its lines.
//
// Programs run as children (package child): they cannot write, start programs or reach a network,
// and they read no configuration.
package backend

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/sibling"
)

// kind is one of the programs that can be a backend.
type kind struct {
	name    string // of the backend and of its program
	project string // the program's name in its version and for people
	needs   version
	sums    version // first version that reports how many files and bytes it searched
	dialect dialect
	// args returns all arguments except the files: expr is the expression, lines the number of
	// reported lines of a file after which the program continues with the next.
	args       func(expr string, lines int) []string
	read       func(from *stream, to *reports) error // reads the program's output
	maxPrinted int                                   // maximum length of a line that it prints in full, 0 for any length
	noWarnings bool                                  // any output on standard error is a failure, whatever the status
}

// kinds returns all programs.
func kinds() []kind {
	return []kind{
		{name: "rg", project: "ripgrep", needs: version{13, 0}, sums: version{15, 0}, dialect: full, args: ripgrepArgs, read: readRipgrep},
		// ugrep only warns about a file that it cannot open. It prints only the end of a line that exceeds its buffer.
		{name: "ugrep", project: "ugrep", needs: version{3, 7}, dialect: plain, args: ugrepArgs, read: readUgrep, maxPrinted: 16 << 10, noWarnings: true},
	}
}

// Names returns the names that Find accepts.
func Names() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return names
}

// Supports returns an error, one line with a remedy, if the backend cannot search for p. It starts no program.
func Supports(name string, p *pattern.Pattern) error {
	switch {
	case !slices.Contains(Names(), name):
		return unknown(name)
	case p.Mode == pattern.Fuzzy:
		return fmt.Errorf("mode fuzzy needs the native backend; %s", orNative)
	}
	return nil
}

// Rights is what the program may do in addition to what any child may do.
type Rights struct {
	Confine confine.Mode
	// Readable lists the files and folders that it may read; nil means all. It keeps the program
	// from following a link that replaces a file during the search.
	Readable []string
}

// Backend is a program of a supported version. It is safe for concurrent use.
type Backend struct {
	kind   kind
	path   string // of the program, absolute
	have   version
	rights Rights

	checkInterval, silenceLimit time.Duration
}

// Find returns the backend name. Its program is path, which must be absolute, or if path is "", the
// program of that name in the absolute folders of PATH. Find starts the program to ask for its
// version, which must be at least 13 for rg and 3.7 for ugrep, so callers should keep a Backend
// instead of finding it for each search. Every error is one line that says what to do.
func Find(ctx context.Context, name, path string, r Rights) (*Backend, error) {
	b := &Backend{rights: r, checkInterval: checkInterval, silenceLimit: silenceLimit}
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

// orNative is the hint that always helps.
const orNative = `set backend = "native"`

// find returns the absolute path of the program.
func (k *kind) find(path string) (string, error) {
	if path == "" {
		path, err := sibling.Look(k.name)
		if err != nil {
			return "", fmt.Errorf("%s: not on PATH; install %s or %s", k.name, k.project, orNative)
		}
		return path, nil
	}
	if !filepath.IsAbs(path) {
		return "", fmt.Errorf("backend %s: %s is not an absolute path", k.name, path)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", fmt.Errorf("backend %s: %w", k.name, err)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("backend %s: %s is not a program", k.name, path)
	}
	return path, nil
}

// failed returns err as an error of the backend.
func (b *Backend) failed(err error) error { return fmt.Errorf("backend %s: %w", b.kind.name, err) }

// command returns the program's command with arguments, to run in dir.
func (b *Backend) command(dir string, args []string) *child.Command {
	return &child.Command{
		Path: b.path, Args: append([]string{b.kind.name}, args...), Env: child.Environment(os.Environ()), Dir: dir,
		Confine: b.rights.Confine, Readable: b.rights.Readable,
	}
}

// version is the version of a program, as far as it matters.
type version struct{ major, minor int }

func (v version) String() string {
	if v.minor == 0 {
		return strconv.Itoa(v.major)
	}
	return fmt.Sprintf("%d.%d", v.major, v.minor)
}

func (v version) less(w version) bool {
	return v.major < w.major || v.major == w.major && v.minor < w.minor
}

// versionTime limits how long a program may take to print its version.
const versionTime = 10 * time.Second

// version asks the program for its version.
func (b *Backend) version(ctx context.Context) (version, error) {
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	var output head
	status, err := b.run(ctx, b.command("", []string{"--version"}), output.drain)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return version{}, fmt.Errorf("%s does not print its version within %v", b.path, versionTime)
	case err != nil:
		return version{}, err
	}
	v, ok := parseVersion(output.line(), b.kind.project)
	if !ok || status != 0 {
		return version{}, fmt.Errorf("%s is no %s: asked for its version it says %q", b.path, b.kind.project, output.line())
	}
	return v, nil
}

// parseVersion parses "ripgrep 13.0.0 (rev 1)": the name of the program, then at least two numbers.
func parseVersion(line, project string) (v version, ok bool) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != project {
		return v, false
	}
	parts := strings.Split(words[1], ".")
	if len(parts) < 2 {
		return v, false
	}
	major, errMajor := strconv.ParseUint(parts[0], 10, 31)
	minor, errMinor := strconv.ParseUint(parts[1], 10, 31)
	return version{int(major), int(minor)}, errMajor == nil && errMinor == nil
}
