package main

import (
	"bytes"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"go.yaml.in/yaml/v3"

	"github.com/ct-tools/ct/shared/version"
)

//go:embed manifests
var templates embed.FS

// facts is what manifests are made from: the table of facts and the archives of one product that were made just now.
type facts struct {
	*product
	Version, Homepage, Maintainer string
	Archives                      []*archive // those for the systems that the manifest serves
	Licences                      []string   // of all of these, sorted
}

// manifest describes a version to one kind of package manager.
type manifest struct {
	kind string
	// serves reports whether the kind has packages for a system; a manifest with an archive for none is not written.
	serves func(*platform) bool
	write  func(*facts) (map[string][]byte, error) // the files by their path
}

var manifests = []manifest{
	{"homebrew", func(on *platform) bool { return on.BrewOS != "" }, func(f *facts) (map[string][]byte, error) {
		return one("formula.rb.tmpl", f.Name+".rb", f)
	}},
	{"scoop", func(on *platform) bool { return on.scoop != "" }, scoop},
	{"winget", func(on *platform) bool { return on.winget != "" }, winget},
	{"aur", func(on *platform) bool { return on.AUR != "" }, func(f *facts) (map[string][]byte, error) {
		build, err := one("PKGBUILD.tmpl", f.Name+"-bin/PKGBUILD", f)
		if err != nil {
			return nil, err
		}
		info, err := filled("SRCINFO.tmpl", f)
		build[f.Name+"-bin/.SRCINFO"] = info
		return build, err
	}},
	{"container", func(on *platform) bool { return on.OS == "linux" }, func(f *facts) (map[string][]byte, error) {
		return one("Containerfile.tmpl", f.Name+".Containerfile", f)
	}},
	{"nix", func(on *platform) bool { return on.Nix != "" }, func(f *facts) (map[string][]byte, error) {
		return one("flake.nix.tmpl", f.Name+"/flake.nix", f)
	}},
}

// manifestsFolder is the folder in a release that has the manifests, by kind.
const manifestsFolder = "manifests"

// manifested writes the manifests of archives below dir/manifests, and returns which kinds it did not write, and why.
func manifested(dir string, archives []*archive) (string, error) {
	var left strings.Builder
	for i := range products {
		p := &products[i]
		for _, m := range manifests {
			f := &facts{product: p, Version: version.Number, Homepage: repository, Maintainer: maintainer}
			for _, a := range archives {
				if a.Product == p && m.serves(a.On) {
					f.Archives = append(f.Archives, a)
					f.Licences = append(f.Licences, a.Licences...)
				}
			}
			slices.Sort(f.Licences)
			f.Licences = slices.Compact(f.Licences)
			if len(f.Archives) == 0 {
				fmt.Fprintf(&left, "no manifest for %s of %s is written: no archive is for a system that it serves\n", m.kind, f.Name)
				continue
			}
			files, err := m.write(f)
			if err != nil {
				return "", fmt.Errorf("manifest for %s: %w", m.kind, err)
			}
			for at, text := range files {
				if err := written(dir, []file{{path.Join(manifestsFolder, m.kind, at), false, text}}); err != nil {
					return "", err
				}
			}
		}
	}
	return left.String(), nil
}

// one returns a filled template as the file of a name.
func one(name, at string, f *facts) (map[string][]byte, error) {
	text, err := filled(name, f)
	return map[string][]byte{at: text}, err
}

func filled(name string, f *facts) ([]byte, error) {
	t, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{
		"quote":   quoted,
		"shell":   func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" },
		"capital": capital,
	}).ParseFS(templates, path.Join("manifests", name))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, f)
	return b.Bytes(), err
}

// quoted returns a string in the quotes of Ruby, Nix and container files, all of which expand $ or # in them.
func quoted(s string) (string, error) {
	if strings.ContainsAny(s, "$#") {
		return "", fmt.Errorf("%q would be expanded", s)
	}
	return strconv.Quote(s), nil
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// URL returns the address of an archive.
func (a *archive) URL() string { return downloads + a.File }

// SRI returns the checksum in the form of the W3C's Subresource Integrity.
func (a *archive) SRI() (string, error) {
	sum, err := hex.DecodeString(a.SHA256)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum), err
}

// BrewSystems returns the systems of the archives as Homebrew names them.
func (f *facts) BrewSystems() []string {
	var names []string
	for _, a := range f.Archives {
		names = append(names, a.On.BrewOS)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Licence is the licences as SPDX combines them.
func (f *facts) Licence() string { return expression(f.Licences) }

// scoopManifest is a manifest of Scoop (https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests).
type scoopManifest struct {
	Version      string                  `json:"version"`
	Description  string                  `json:"description"`
	Homepage     string                  `json:"homepage"`
	Licence      string                  `json:"license"`
	Architecture map[string]scoopArchive `json:"architecture"`
	Bin          []string                `json:"bin"`
}

type scoopArchive struct {
	URL    string `json:"url"`
	Hash   string `json:"hash"`
	Folder string `json:"extract_dir"`
}

func scoop(f *facts) (map[string][]byte, error) {
	m := scoopManifest{Version: f.Version, Description: capital(f.Summary), Homepage: f.Homepage, Licence: strings.Join(f.Licences, ","), Architecture: map[string]scoopArchive{}}
	for _, a := range f.Archives {
		m.Architecture[a.On.scoop] = scoopArchive{a.URL(), a.SHA256, a.Folder}
	}
	for _, name := range f.Archives[0].Programs {
		m.Bin = append(m.Bin, "bin/"+name+".exe")
	}
	text, err := indented(m)
	return map[string][]byte{f.Name + ".json": text}, err
}

// wingetManifest is any of the three files that winget has for a version
// (https://github.com/microsoft/winget-pkgs/tree/master/doc/manifest/schema/1.6.0).
type wingetManifest struct {
	Identifier    string            `yaml:"PackageIdentifier"`
	Version       string            `yaml:"PackageVersion"`
	DefaultLocale string            `yaml:"DefaultLocale,omitempty"`
	Locale        string            `yaml:"PackageLocale,omitempty"`
	Publisher     string            `yaml:"Publisher,omitempty"`
	Name          string            `yaml:"PackageName,omitempty"`
	URL           string            `yaml:"PackageUrl,omitempty"`
	Licence       string            `yaml:"License,omitempty"`
	Summary       string            `yaml:"ShortDescription,omitempty"`
	Description   string            `yaml:"Description,omitempty"`
	InstallerType string            `yaml:"InstallerType,omitempty"`
	Nested        string            `yaml:"NestedInstallerType,omitempty"`
	Installers    []wingetInstaller `yaml:"Installers,omitempty"`
	Type          string            `yaml:"ManifestType"`
	Schema        string            `yaml:"ManifestVersion"`
}

type wingetInstaller struct {
	Architecture string          `yaml:"Architecture"`
	URL          string          `yaml:"InstallerUrl"`
	SHA256       string          `yaml:"InstallerSha256"`
	Programs     []wingetProgram `yaml:"NestedInstallerFiles"`
}

type wingetProgram struct {
	Path  string `yaml:"RelativeFilePath"`
	Alias string `yaml:"PortableCommandAlias"`
}

func winget(f *facts) (map[string][]byte, error) {
	const locale = "en-US"
	head := func(kind string) wingetManifest {
		return wingetManifest{Identifier: publisher + "." + f.Name, Version: f.Version, Type: kind, Schema: "1.6.0"}
	}
	top, words, installer := head("version"), head("defaultLocale"), head("installer")
	top.DefaultLocale = locale
	words.Locale, words.Publisher, words.Name, words.URL, words.Licence = locale, publisher, f.Name, f.Homepage, f.Licence()
	words.Summary, words.Description = capital(f.Summary), f.Description
	installer.InstallerType, installer.Nested = "zip", "portable"
	for _, a := range f.Archives {
		i := wingetInstaller{Architecture: a.On.winget, URL: a.URL(), SHA256: strings.ToUpper(a.SHA256)}
		for _, name := range a.Programs {
			i.Programs = append(i.Programs, wingetProgram{a.Folder + `\bin\` + name + ".exe", name})
		}
		installer.Installers = append(installer.Installers, i)
	}
	files := map[string][]byte{}
	for suffix, m := range map[string]wingetManifest{"": top, ".locale." + locale: words, ".installer": installer} {
		text, err := yaml.Marshal(m)
		if err != nil {
			return nil, err
		}
		files[path.Join(f.Name, m.Identifier+suffix+".yaml")] = text
	}
	return files, nil
}

// indented returns a value as JSON for readers.
func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(v)
	return b.Bytes(), err
}
