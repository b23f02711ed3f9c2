package main

import (
	"embed"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ct-tools/ct/shared/version"
)

//go:embed npm
var wrapper embed.FS

// npmPackage is a package.json (https://docs.npmjs.com/cli/configuring-npm/package-json).
type npmPackage struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	Homepage    string            `json:"homepage"`
	Repository  npmRepository     `json:"repository"`
	Licence     string            `json:"license"`
	OS          []string          `json:"os,omitempty"`
	CPU         []string          `json:"cpu,omitempty"`
	Engines     map[string]string `json:"engines,omitempty"`
	Bin         map[string]string `json:"bin,omitempty"`
	Optional    map[string]string `json:"optionalDependencies,omitempty"`
	terms       []byte            // the text of the licence
}

type npmRepository struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

// npmWrappers are the packages that users install, by product. Each depends on a package with programs for each system;
// npm installs only that for its own.
type npmWrappers map[*product]*npmPackage

// staged writes the folder of the package with an archive's programs, and adds it to what the wrapper depends on.
func (w npmWrappers) staged(dir string, a *archive) error {
	if a.Product.NPM == "" {
		return nil
	}
	top := w[a.Product]
	if top == nil {
		top = npmNamed(a.Product, a.Product.NPM)
		top.Engines, top.Bin, top.Optional = map[string]string{"node": ">=18"}, map[string]string{}, map[string]string{}
		w[a.Product] = top
	}
	own := npmNamed(a.Product, "@"+publisher+"/"+a.Product.Name+"-"+a.On.npmOS+"-"+a.On.npmCPU)
	own.OS, own.CPU, own.Licence = []string{a.On.npmOS}, []string{a.On.npmCPU}, a.Licence()
	top.Optional[own.Name] = version.Number
	for _, name := range a.Programs {
		top.Bin[name] = "bin/" + name + ".js"
	}
	files := npmFiles(a)
	for _, f := range files {
		if f.path == "LICENSE" {
			top.terms = f.text
		}
	}
	return npmFolder(dir, own, files)
}

// written writes the folders of the wrappers.
func (w npmWrappers) written(dir string) error {
	for p, top := range w {
		files, err := npmWrapper(p, top)
		if err != nil {
			return err
		}
		if err := npmFolder(dir, top, files); err != nil {
			return err
		}
	}
	return nil
}

func npmNamed(p *product, name string) *npmPackage {
	return &npmPackage{
		Name: name, Version: version.Number, Description: capital(p.Summary), Homepage: repository,
		Repository: npmRepository{"git", "git+" + repository + ".git"}, Licence: licence,
	}
}

// npmFiles returns what npm's package for a system has of an archive.
func npmFiles(a *archive) []file {
	var files []file
	for _, f := range a.files {
		at := strings.TrimPrefix(f.path, a.Folder+"/")
		switch {
		case f.program, at == "LICENSE":
			files = append(files, file{at, f.program, f.text})
		case at == path.Join(a.Product.doc(), noticesFile):
			files = append(files, file{noticesFile, false, f.text})
		}
	}
	return files
}

// npmWrapper returns the files of the package that users install. A program with the package's name is the one that
// npx starts.
func npmWrapper(p *product, top *npmPackage) ([]file, error) {
	files := []file{{"LICENSE", false, top.terms}}
	for _, name := range []string{"run.js", "README.md"} {
		text, err := wrapper.ReadFile("npm/" + name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, false, text})
	}
	for name, at := range top.Bin {
		files = append(files, file{at, true, []byte("#!/usr/bin/env node\nrequire(\"../run.js\")(\"" + name + "\");\n")})
	}
	top.Bin[top.Name] = top.Bin[p.Run]
	return files, nil
}

// npmFolder writes a package's folder, whose name is that of the package without scope.
func npmFolder(dir string, of *npmPackage, files []file) error {
	text, err := indented(of)
	if err != nil {
		return err
	}
	return written(filepath.Join(dir, path.Base(of.Name)), append(files, file{"package.json", false, text}))
}

// written writes files below a folder, with the rights that they are installed with, whatever the umask is.
func written(dir string, files []file) error {
	for i := range files {
		to := filepath.Join(dir, filepath.FromSlash(files[i].path))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, files[i].text, files[i].mode()); err != nil {
			return err
		}
		if err := os.Chmod(to, files[i].mode()); err != nil {
			return err
		}
		for at := path.Dir(files[i].path); at != "."; at = path.Dir(at) {
			if err := os.Chmod(filepath.Join(dir, filepath.FromSlash(at)), 0o755); err != nil { //nolint:gosec // everybody may read it
				return err
			}
		}
	}
	return nil
}
