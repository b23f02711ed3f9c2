package main

import (
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/version"
)

// What archives, packages and manifests say about a product and a system is in this file, once.

const (
	repository = "https://github.com/ct-tools/ct"
	publisher  = "ct-tools"
	maintainer = "The ct authors <ct-tools@users.noreply.github.com>"
	licence    = "Apache-2.0"
	copyright  = "The ct authors"
)

// downloads is the address below which a version's files are expected by the manifests. Whoever publishes elsewhere
// changes it here.
const downloads = repository + "/releases/download/v" + version.Number + "/"

// product is a group of programs with an archive of its own.
type product struct {
	Name        string   // of archives and of packages for Linux
	Module      string   // whose go.mod decides the versions of its dependencies
	folder      string   // of that module, from the top of the repository
	Summary     string   // without a period, not beginning with an article or the name
	Description string   // paragraphs of the packages, without markup
	NPM         string   // the package on npm, "" if there is none
	Run         string   // the program that a user starts first
	Suggests    []string // packages of Linux distributions that it makes use of
}

var products = []product{
	{
		Name: "ct", Module: "github.com/ct-tools/ct", folder: ".", NPM: "ct-tools", Run: "ct", Suggests: []string{"git"},
		Summary:     "finds, reads and checks code, for coding agents and scripts",
		Description: "Searches source code for names, text, files, callers, tests and what a change touches. An answer has at most 80 lines, the most useful first, and says what was searched, skipped or cut: \"not found\" means that everything was read. The programs are static and read-only, and need no index and no daemon. They serve agents over MCP as well.",
	},
	{
		Name: "ct-fleet", Module: "github.com/ct-tools/ct/ct-search/ct-fleet", folder: "ct-search/ct-fleet", Run: "ct-fleet", Suggests: []string{"ct", "git"},
		Summary:     "searches many repositories and archives as one tree",
		Description: "Searches a corpus of repositories, archives and folders with the search of ct. A manifest pins each of them by a commit or a checksum. They are searched in parallel, on this machine or on an engine of Apache Beam, and one that is missing is reported: its part of the answer counts as undecided, never as empty.",
	},
}

// Class is the product's name as a class of Ruby.
func (p *product) Class() string {
	var name strings.Builder
	for part := range strings.SplitSeq(p.Name, "-") {
		name.WriteString(capital(part))
	}
	return name.String()
}

// platform is a system, with the names that each kind of package has for it; "" where the kind does not serve it.
type platform struct {
	OS, Arch           string // Go's
	Deb, RPM, APK, AUR string
	npmOS, npmCPU      string
	Nix                string
	BrewOS, BrewCPU    string
	scoop, winget      string
}

var platforms = []platform{
	{OS: "linux", Arch: "amd64", Deb: "amd64", RPM: "x86_64", APK: "x86_64", AUR: "x86_64", npmOS: "linux", npmCPU: "x64", Nix: "x86_64-linux", BrewOS: "linux", BrewCPU: "intel"},
	{OS: "linux", Arch: "arm64", Deb: "arm64", RPM: "aarch64", APK: "aarch64", AUR: "aarch64", npmOS: "linux", npmCPU: "arm64", Nix: "aarch64-linux", BrewOS: "linux", BrewCPU: "arm"},
	{OS: "darwin", Arch: "amd64", npmOS: "darwin", npmCPU: "x64", Nix: "x86_64-darwin", BrewOS: "macos", BrewCPU: "intel"},
	{OS: "darwin", Arch: "arm64", npmOS: "darwin", npmCPU: "arm64", Nix: "aarch64-darwin", BrewOS: "macos", BrewCPU: "arm"},
	{OS: "windows", Arch: "amd64", npmOS: "win32", npmCPU: "x64", scoop: "64bit", winget: "x64"},
	{OS: "windows", Arch: "arm64", npmOS: "win32", npmCPU: "arm64", scoop: "arm64", winget: "arm64"},
}

// parse returns the product and the platform of an archive's name, such as ct-fleet-1.0.0-linux-amd64.
func parse(name string) (*product, *platform, error) {
	for i := range products {
		for j := range platforms {
			if name == folder(&products[i], &platforms[j]) {
				return &products[i], &platforms[j], nil
			}
		}
	}
	return nil, nil, fmt.Errorf("%s is not PRODUCT-%s-OS-ARCH with a product and a system of release/facts.go", name, version.Number)
}

// folder returns the name of an archive without suffix, which is also the one folder in it.
func folder(p *product, on *platform) string {
	return p.Name + "-" + version.Number + "-" + on.OS + "-" + on.Arch
}

// suffix returns how the archive for a system ends.
func (on *platform) suffix() string {
	if on.OS == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// doc returns the folder of a product's documents below a prefix.
func (p *product) doc() string { return "share/doc/" + p.Name }
