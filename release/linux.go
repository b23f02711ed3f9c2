package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ct-tools/ct/shared/version"
)

// format is a kind of package for Linux, as nfpm names it, and where it differs from the others.
type format struct {
	name        string
	arch        func(*platform) string
	completions string // zsh's, below /usr/share
	changelog   string // among the documents
	files       func(*archive) ([]file, error)
	folders     bool // it has to name the folders that are removed with it
	own         bool // its files have the licence and what is new, which nfpm otherwise writes into the package's head
}

var formats = []format{
	{name: "deb", arch: func(on *platform) string { return on.Deb }, completions: "zsh/vendor-completions", changelog: "changelog", files: debian, own: true},
	{name: "rpm", arch: func(on *platform) string { return on.RPM }, completions: "zsh/site-functions", changelog: "CHANGELOG.md", files: licensedFiles, folders: true},
	{name: "apk", arch: func(on *platform) string { return on.APK }, completions: "zsh/site-functions", changelog: "CHANGELOG.md", files: licensedFiles},
}

// nfpmConfig is a configuration of nfpm (https://nfpm.goreleaser.com/docs/configuration/).
type nfpmConfig struct {
	Name            string        `yaml:"name"`
	Arch            string        `yaml:"arch"`
	Platform        string        `yaml:"platform"`
	Version         string        `yaml:"version"`
	Release         string        `yaml:"release"`
	Section         string        `yaml:"section"`
	Priority        string        `yaml:"priority"`
	Maintainer      string        `yaml:"maintainer"`
	Description     string        `yaml:"description"`
	Homepage        string        `yaml:"homepage"`
	Licence         string        `yaml:"license,omitempty"`
	Changelog       string        `yaml:"changelog,omitempty"`
	DisableGlobbing bool          `yaml:"disable_globbing"`
	Time            time.Time     `yaml:"mtime"`
	Suggests        []string      `yaml:"suggests,omitempty"`
	RPM             nfpmRPM       `yaml:"rpm"`
	Contents        []nfpmContent `yaml:"contents"`
}

type nfpmRPM struct {
	BuildHost string `yaml:"buildhost"`
	Summary   string `yaml:"summary"`
}

type nfpmContent struct {
	Source string       `yaml:"src,omitempty"`
	To     string       `yaml:"dst"`
	Type   string       `yaml:"type,omitempty"`
	Info   nfpmFileInfo `yaml:"file_info"`
}

type nfpmFileInfo struct {
	Mode uint32    `yaml:"mode"`
	Time time.Time `yaml:"mtime"`
}

// packageRelease counts the packages of one version.
const packageRelease = "1"

// linuxStaged writes, for each format of an archive for Linux, the files of the package and nfpm's configuration:
// dir/NAME.FORMAT.yaml, whose paths are absolute.
func linuxStaged(dir string, a *archive) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	for i := range formats {
		if formats[i].arch(a.On) == "" {
			continue
		}
		if err := nfpmStaged(dir, a, &formats[i]); err != nil {
			return fmt.Errorf("%s.%s: %w", a.Folder, formats[i].name, err)
		}
	}
	return nil
}

func nfpmStaged(dir string, a *archive, f *format) error {
	day, err := released()
	if err != nil {
		return err
	}
	files, err := installed(a, f)
	if err != nil {
		return err
	}
	name := a.Folder + "." + f.name
	p := a.Product
	config := nfpmConfig{
		Name: p.Name, Arch: f.arch(a.On), Platform: "linux", Version: version.Number, Release: packageRelease,
		Section: "devel", Priority: "optional", Maintainer: maintainer, Homepage: repository,
		Description:     p.Summary + "\n" + folded(p.Description, 72),
		DisableGlobbing: true, Time: day, Suggests: p.Suggests, RPM: nfpmRPM{"localhost", p.Summary},
	}
	if f.folders {
		for _, at := range folders(files) {
			config.Contents = append(config.Contents, nfpmContent{To: "/" + at, Type: "dir", Info: nfpmFileInfo{0o755, day}})
		}
	}
	for i := range files {
		config.Contents = append(config.Contents, nfpmContent{
			Source: filepath.Join(dir, name, filepath.FromSlash(files[i].path)), To: "/" + files[i].path, Info: nfpmFileInfo{uint32(files[i].mode()), day},
		})
	}
	if !f.own {
		config.Licence, config.Changelog = a.Licence(), filepath.Join(dir, name, "changes.yaml")
		changes, err := yaml.Marshal([]map[string]any{{
			"semver": version.Number + "-" + packageRelease, "date": day, "packager": maintainer,
			"changes": []map[string]string{{"note": "Version " + version.Number + ". /usr/" + p.doc() + "/" + f.changelog + " lists what is new."}},
		}})
		if err != nil {
			return err
		}
		files = append(files, file{"changes.yaml", false, changes}) // read by nfpm, and not in the package
	}
	text, err := yaml.Marshal(config)
	if err != nil {
		return err
	}
	if err := written(filepath.Join(dir, name), files); err != nil {
		return err
	}
	return written(dir, []file{{name + ".yaml", false, text}})
}

// everywhere are the folders of packages that every system has, from its own package filesystem.
var everywhere = []string{".", "usr", "usr/bin", "usr/share", "usr/share/doc", "usr/share/licenses", "usr/share/man", "usr/share/man/man1"}

// folders returns the folders of files that a system need not have, sorted. Several packages may have the same one: it is
// removed with the last.
func folders(files []file) []string {
	var all []string
	for i := range files {
		for at := path.Dir(files[i].path); !slices.Contains(everywhere, at); at = path.Dir(at) {
			all = append(all, at)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// installed returns the files of a package by the path that they are installed at, without the slash before it.
func installed(a *archive, f *format) ([]file, error) {
	files, err := f.files(a)
	if err != nil {
		return nil, err
	}
	for _, from := range a.files {
		at := strings.TrimPrefix(from.path, a.Folder+"/")
		to := file{"usr/" + at, from.program, from.text}
		switch {
		case at == "LICENSE":
			continue
		case at == "CHANGELOG.md":
			to.path = path.Join("usr", a.Product.doc(), f.changelog)
			if f.changelog == "changelog" {
				to, err = gzipped(to)
			}
		case path.Dir(at) == ".":
			to.path = path.Join("usr", a.Product.doc(), at)
		case strings.HasPrefix(at, "share/man/"):
			to, err = gzipped(to)
		default:
			to.path = strings.Replace(to.path, "zsh/site-functions", f.completions, 1)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, to)
	}
	return files, nil
}

// gzipped returns a file as Debian's policy has its manual pages (gzip -9n), without name and time.
func gzipped(f file) (file, error) {
	var b bytes.Buffer
	zw, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return f, err
	}
	if _, err := zw.Write(f.text); err != nil {
		return f, err
	}
	err = zw.Close()
	return file{f.path + ".gz", f.program, b.Bytes()}, err
}

// licensedFiles returns what packages other than Debian's have beside the archive's files.
func licensedFiles(a *archive) ([]file, error) {
	for _, f := range a.files {
		if f.path == a.Folder+"/LICENSE" {
			return []file{{"usr/share/licenses/" + a.Product.Name + "/LICENSE", false, f.text}}, nil
		}
	}
	return nil, fmt.Errorf("%s has no LICENSE", a.Folder)
}

// debian returns what Debian's policy asks for: the copyright, and the reasons against what lintian finds.
func debian(a *archive) ([]file, error) {
	p := a.Product
	day, err := released()
	if err != nil {
		return nil, err
	}
	news, err := gzipped(file{path.Join("usr", p.doc(), "changelog.Debian"), false, []byte(p.Name + ` (` + version.Number + `-` + packageRelease + `) unstable; urgency=low

  * Package version ` + version.Number + `.

 -- ` + maintainer + `  ` + day.Format(time.RFC1123Z) + `
`)})
	return []file{
		news,
		{path.Join("usr", p.doc(), "copyright"), false, []byte(`Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ` + p.Name + `
Upstream-Contact: ` + maintainer + `
Source: ` + repository + `
Comment: The programs are linked with the modules that
 /usr/` + path.Join(p.doc(), noticesFile) + ` names, each under the
 licence that follows there. Together they are under
 ` + a.Licence() + `.

Files: *
Copyright: ` + version.Date[:4] + ` ` + copyright + `
License: Apache-2.0
 On Debian systems the text of the licence is in
 /usr/share/common-licenses/Apache-2.0.
`)},
		{"usr/share/lintian/overrides/" + p.Name, false, []byte(`# Go links programs without a C library. They work whatever other packages are
# installed, and can be checked against the checksums of the release.
` + p.Name + `: statically-linked-binary
`)},
	}, err
}

// folded returns text in lines of at most width bytes, if no word is longer.
func folded(text string, width int) string {
	var b strings.Builder
	at := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case at+1+len(word) > width:
			b.WriteByte('\n')
			at = 0
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += len(word)
	}
	return b.String()
}
