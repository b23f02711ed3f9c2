package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// allowed are the licences, as SPDX names them, that a linked module may have. They permit the programs to be
// passed on under Apache-2.0 with the notices; MPL-2.0 also asks to say where the module's source is, which they do.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "ISC", "MIT", "MPL-2.0", "Unlicense", "Zlib"}

// covered is the part of a licence's file, in per cent of its words, that has to be a known text.
const covered = 75

// noticesFile is the file, among a product's documents, with the notices of what its programs are linked with.
const noticesFile = "third-party-notices.txt"

// notice is a file of a module that has to be passed on with it.
type notice struct {
	path string // from the top of the module
	text []byte
}

// terms are what a module may be passed on under.
type terms struct {
	module
	licences []string // sorted, as SPDX names them
	notices  []notice // in path order
}

// expression returns the licences as SPDX combines them.
func expression(licences []string) string { return strings.Join(licences, " AND ") }

// overall returns the licences of a product and of all that it is linked with, sorted.
func overall(of []terms) []string {
	all := []string{licence}
	for i := range of {
		all = append(all, of[i].licences...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// source returns where the source of a module is.
func (m *module) source() string {
	if m.Path == std {
		return "https://pkg.go.dev/std@go" + m.Version
	}
	return "https://pkg.go.dev/" + m.Path + "@" + m.Version
}

// collect returns the terms of modules, which the module in a folder requires. It is an error if one of them has no
// licence, an unknown one or one that is not allowed; the error names all of these.
func collect(folder string, modules []module) ([]terms, error) {
	dirs, err := sources(folder, modules)
	if err != nil {
		return nil, err
	}
	var all []terms
	var refused []error
	for i, m := range modules {
		t := terms{module: m}
		if t.notices, err = notices(os.DirFS(dirs[i]), m.Path == std); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		if t.licences, err = identify(t.notices); err != nil {
			refused = append(refused, fmt.Errorf("%s %s: %w", m.Path, m.Version, err))
		}
		all = append(all, t)
	}
	return all, errors.Join(refused...)
}

// sources returns the folder of each module's source, which the build has downloaded.
func sources(folder string, modules []module) ([]string, error) {
	arguments := []string{"list", "-m", "-json"}
	for _, m := range modules {
		if m.Path != std {
			arguments = append(arguments, m.Path)
		}
	}
	dirs := map[string]string{}
	if len(arguments) > 3 {
		out, err := goCommand(folder, arguments...)
		if err != nil {
			return nil, err
		}
		for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
			var m struct{ Path, Version, Dir string }
			if err := decoder.Decode(&m); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			dirs[m.Path+"@"+m.Version] = m.Dir
		}
	}
	toolchain, err := goCommand(folder, "env", "GOVERSION", "GOROOT")
	if err != nil {
		return nil, err
	}
	installed := strings.Split(strings.TrimSpace(string(toolchain)), "\n")
	dirs[std+"@"+goVersion(installed[0])] = installed[1]

	found := make([]string, len(modules))
	for i, m := range modules {
		if found[i] = dirs[m.Path+"@"+m.Version]; found[i] == "" {
			return nil, fmt.Errorf("the source of %s %s is not on this machine; build the programs again with the go command that runs this", m.Path, m.Version)
		}
	}
	return found, nil
}

func goCommand(folder string, arguments ...string) ([]byte, error) {
	cmd := exec.Command("go", arguments...)
	cmd.Dir = folder
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("go %s: %w: %s", arguments[0], err, strings.TrimSpace(stderr.String()))
	}
	return out, err
}

// noticeName matches the names of files that have to be passed on, in lower case.
var noticeName = regexp.MustCompile(`^(un)?(licen[sc]es?|copying|copyright|notices?|patents)([-._][a-z0-9-]+)?(\.(txt|md|markdown|rst))?$`)

// isNotice reports whether a file has to be passed on with programs. The licence of documents is none of theirs.
func isNotice(name string) bool {
	name = strings.ToLower(name)
	return noticeName.MatchString(name) && !strings.HasSuffix(name, ".docs")
}

// notices returns the files of a module that have to be passed on: those at its top, and those of a folder with Go
// code, since a package that was copied from elsewhere has its own. Of Go's standard library (onlyTop) the files at its
// top are for all of it.
func notices(root fs.FS, onlyTop bool) ([]notice, error) {
	var found []string
	code := map[string]bool{".": true} // folders with Go code, also in a folder of theirs
	err := fs.WalkDir(root, ".", func(at string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if at != "." && (onlyTop || elsewhere(root, at)) {
				return fs.SkipDir
			}
		case path.Ext(at) == ".go" && !strings.HasSuffix(at, "_test.go"):
			for dir := path.Dir(at); !code[dir]; dir = path.Dir(dir) {
				code[dir] = true
			}
		case entry.Type().IsRegular() && isNotice(entry.Name()):
			found = append(found, at)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var kept []notice
	for _, at := range found {
		if !code[path.Dir(at)] {
			continue
		}
		text, err := fs.ReadFile(root, at)
		if err != nil {
			return nil, err
		}
		kept = append(kept, notice{at, text})
	}
	return kept, nil
}

// elsewhere reports whether a folder of a module is not linked: the go command ignores it, or it is a module of its own.
func elsewhere(root fs.FS, dir string) bool {
	name := path.Base(dir)
	if name == "testdata" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
		return true
	}
	_, err := fs.Stat(root, path.Join(dir, "go.mod"))
	return err == nil
}

// identify returns the licences of a module, sorted. Files that only add notices to a licence need not be known texts.
func identify(files []notice) ([]string, error) {
	var found []string
	for _, f := range files {
		name := strings.ToLower(path.Base(f.path))
		adds := strings.HasPrefix(name, "notice") || strings.HasPrefix(name, "patents") || strings.HasPrefix(name, "copyright")
		scan := licensecheck.Scan(f.text)
		if scan.Percent < covered && !adds {
			return nil, fmt.Errorf("%s: %.0f %% of it is the text of a known licence; read it, and replace the module if the licence is not one of %s", f.path, scan.Percent, strings.Join(allowed, ", "))
		}
		for _, match := range scan.Match {
			if match.IsURL {
				continue
			}
			if !slices.Contains(allowed, match.ID) && !adds {
				return nil, fmt.Errorf("%s: %s is not among the allowed licences (%s); replace the module", f.path, match.ID, strings.Join(allowed, ", "))
			}
			if !adds {
				found = append(found, match.ID)
			}
		}
	}
	if len(found) == 0 {
		return nil, errors.New("no licence was found; replace the module")
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// table lists modules with their licences.
func table(of []terms) string {
	var b strings.Builder
	width := [2]int{}
	for i := range of {
		width = [2]int{max(width[0], len(of[i].Path)), max(width[1], len(of[i].Version))}
	}
	for i := range of {
		fmt.Fprintf(&b, "%-*s  %-*s  %s\n", width[0], of[i].Path, width[1], of[i].Version, expression(of[i].licences))
	}
	return b.String()
}

// thirdParty returns the notices of modules as one text: which modules there are, then each distinct text once with
// the files that have it.
func thirdParty(p *product, of []terms) []byte {
	type shared struct{ text, files string }
	var texts []shared
	seen := map[string]int{}
	for i := range of {
		for _, n := range of[i].notices {
			text := strings.TrimSpace(strings.ReplaceAll(string(n.text), "\r\n", "\n"))
			at, ok := seen[text]
			if !ok {
				at = len(texts)
				seen[text] = at
				texts = append(texts, shared{text: text})
			}
			texts[at].files += of[i].Path + " " + of[i].Version + ": " + n.path + "\n"
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s contains the following modules. Their source is at the addresses, their licences follow.\n\n", p.Name)
	b.WriteString(table(of))
	b.WriteByte('\n')
	for i := range of {
		b.WriteString(of[i].source() + "\n")
	}
	for _, t := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n", strings.Repeat("=", 80), t.files, t.text)
	}
	return b.Bytes()
}

// licences returns the table of licences of programs that are files. It is an error if a product has none among them.
func licences(paths []string) (string, error) {
	byModule := map[string][]program{}
	for _, at := range paths {
		text, err := os.ReadFile(at)
		if err != nil {
			return "", err
		}
		found, err := programs([]file{{path: filepath.ToSlash(at), program: true, text: text}})
		if err != nil {
			return "", err
		}
		main := found[0].build.Main.Path
		byModule[main] = append(byModule[main], found...)
	}
	var out strings.Builder
	var refused []error
	for i := range products {
		p := &products[i]
		if len(byModule[p.Module]) == 0 {
			refused = append(refused, fmt.Errorf("%s is not checked: none of the programs is built from %s", p.Name, p.Module))
			continue
		}
		all, err := collect(p.folder, linked(byModule[p.Module]))
		refused = append(refused, err)
		fmt.Fprintf(&out, "%s: %d modules\n%s", p.Name, len(all), table(all))
		delete(byModule, p.Module)
	}
	for main := range byModule {
		refused = append(refused, fmt.Errorf("%s is not a module of release/facts.go", cmp.Or(main, "a program without a module")))
	}
	return out.String(), errors.Join(refused...)
}
