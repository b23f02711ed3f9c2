package foreign

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/sibling"
)

// prefix begins the name of a matcher's program after "ct-".
const prefix = "matcher-"

// folderVariable is an environment variable with a folder of matchers.
const folderVariable = "CT_PLUGIN_DIR"

// Program is a matcher's program.
type Program struct {
	Name   string
	Path   string // absolute; "" if there is none
	Origin string // "beside ct-search", CT_PLUGIN_DIR, or the place in the configuration that names it
	Sum    string // the required SHA-256, 64 hexadecimal digits; "" for any
	Timeouts
}

// Find returns the program of a matcher: the one that the user's configuration names, otherwise one beside the running
// program, otherwise one in CT_PLUGIN_DIR, an absolute folder. It does not read the program.
func Find(name string, c *config.Config) (Program, error) {
	p := Program{Name: name, Timeouts: timeouts(c, name)}
	if !sibling.ValidName(name) {
		return p, fmt.Errorf("%q: a matcher's name has only a-z, 0-9 and -", name)
	}
	set, known := c.Plugin(name)
	p.Sum = set.SHA256
	if p.Sum == "" && c.RequireChecksum() {
		return p, fmt.Errorf("matcher %s: plugins.require_checksum is set, and the user's configuration has no sha256 under [plugins.%s]: put that of its program there", name, name)
	}
	if known && set.Path != "" {
		p.Path, p.Origin = set.Path, set.Origin
		return p, runnable(&p)
	}
	dirs, err := folders()
	if err != nil {
		return p, err
	}
	for _, d := range dirs {
		path := filepath.Join(d.path, sibling.FileName(prefix+name))
		if _, err := os.Lstat(path); err == nil {
			p.Path, p.Origin = path, d.origin
			return p, runnable(&p)
		}
	}
	var names []string
	for _, other := range List(c) {
		names = append(names, other.Name)
	}
	return p, fmt.Errorf("no matcher %s%s: ct-%s%s is neither beside ct-search nor in the folder of %s, and the user's configuration has no path of it; ct plugins lists those there are", name, nearest.Hint(name, names), prefix, name, folderVariable)
}

// runnable returns an error if a program cannot be run.
func runnable(p *Program) error {
	info, err := os.Stat(p.Path)
	_, absent := os.Lstat(p.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && absent == nil:
		return fmt.Errorf("matcher %s: %s (%s) is a link that leads nowhere: mend or remove it", p.Name, p.Path, p.Origin)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("matcher %s: %s does not exist (%s): mend its path there", p.Name, p.Path, p.Origin)
	case err != nil:
		return fmt.Errorf("matcher %s: %w", p.Name, err)
	case !sibling.Executable(p.Path):
		what := "is not executable"
		if !info.Mode().IsRegular() {
			what = "is not a program"
		}
		return fmt.Errorf("matcher %s: %s %s", p.Name, p.Path, what)
	}
	return nil
}

// Timeouts limit how long a matcher may take.
type Timeouts struct {
	Call  time.Duration // for its start and for each question except a batch
	Batch time.Duration // for a batch, and for all candidates
}

// timeouts returns the timeouts in the configuration, or the defaults.
func timeouts(c *config.Config, name string) Timeouts {
	p := Timeouts{Call: 10 * time.Second, Batch: 30 * time.Second}
	if set, _ := c.Plugin(name); set.Deadline > 0 {
		p.Batch = time.Duration(set.Deadline * float64(time.Second))
		p.Call = min(p.Call, p.Batch)
	}
	return p
}

// Verify compares the program with its checksum, if it has one.
func (p *Program) Verify() error {
	if p.Sum == "" {
		return nil
	}
	file, err := os.Open(p.Path)
	if err != nil {
		return fmt.Errorf("matcher %s: %w", p.Name, err)
	}
	defer func() { _ = file.Close() }()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return fmt.Errorf("matcher %s: %w", p.Name, err)
	}
	if have := hex.EncodeToString(sum.Sum(nil)); have != strings.ToLower(p.Sum) {
		return fmt.Errorf("matcher %s: %s has the checksum %s, not that of the configuration, %s; it was not started: if the program is the one that you mean, put its checksum there", p.Name, p.Path, have, strings.ToLower(p.Sum))
	}
	return nil
}

// folder is a place in which matchers are looked for.
type folder struct{ path, origin string }

func folders() ([]folder, error) {
	var list []folder
	for _, path := range sibling.Beside() {
		list = append(list, folder{path, "beside ct-search"})
	}
	extra := os.Getenv(folderVariable)
	info, err := os.Stat(extra)
	switch {
	case extra == "":
	case !filepath.IsAbs(extra):
		return list, fmt.Errorf("%s: %s is not an absolute path", folderVariable, extra)
	case strings.ContainsRune(extra, filepath.ListSeparator) && (err != nil || !info.IsDir()):
		return list, fmt.Errorf("%s: %s is not a folder; give one folder, not a list", folderVariable, extra)
	default:
		list = append(list, folder{filepath.Clean(extra), folderVariable})
	}
	return list, nil
}

// List returns every matcher that is found or that the user's configuration names, sorted by name.
func List(c *config.Config) []Program {
	var list []Program
	add := func(p Program) {
		if !slices.ContainsFunc(list, func(o Program) bool { return o.Name == p.Name }) {
			list = append(list, p)
		}
	}
	for _, name := range c.Plugins() {
		if set, _ := c.Plugin(name); set.Path != "" {
			add(Program{Name: name, Path: set.Path, Origin: set.Origin, Sum: set.SHA256, Timeouts: timeouts(c, name)})
		}
	}
	dirs, _ := folders()
	for _, d := range dirs {
		entries, _ := os.ReadDir(d.path) // a folder that does not exist has no entries
		for _, e := range entries {
			tool, ok := sibling.ToolName(e.Name())
			name, matcher := strings.CutPrefix(tool, prefix)
			if !ok || !matcher || name == "" {
				continue
			}
			set, _ := c.Plugin(name)
			add(Program{Name: name, Path: filepath.Join(d.path, e.Name()), Origin: d.origin, Sum: set.SHA256, Timeouts: timeouts(c, name)})
		}
	}
	for _, name := range c.Plugins() {
		set, _ := c.Plugin(name)
		add(Program{Name: name, Origin: set.Origin, Sum: set.SHA256})
	}
	slices.SortFunc(list, func(a, b Program) int { return strings.Compare(a.Name, b.Name) })
	return list
}
