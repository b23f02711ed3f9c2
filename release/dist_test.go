package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/version"
)

const commit = "0123456789abcdef0123456789abcdef01234567"

// built fills a folder with what make dist builds of ct for some systems, but with one program, which is this system's.
func built(t *testing.T, dir string, on ...*platform) (names []string) {
	t.Helper()
	bin := tooltest.Bin(t, "ct")
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	text, err := os.ReadFile(filepath.Join(bin, "ct"+suffix))
	if err != nil {
		t.Fatal(err)
	}
	page, err := exec.Command(filepath.Join(bin, "ct"), "--man").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range on {
		name := folder(&products[0], system)
		ending := ""
		if system.OS == "windows" {
			ending = ".exe"
		}
		files := []file{
			{"bin/ct" + ending, true, text}, {"LICENSE", false, []byte(mit)}, {"README.md", false, []byte("# ct\n")}, {"CHANGELOG.md", false, []byte("# Changelog\n")},
			{"share/man/man1/ct.1", false, page}, {"share/man/man1/ct-matcher-x.1", false, []byte(".so man1/ct.1\n")},
			{"share/zsh/site-functions/_ct", false, []byte("#compdef ct\n")}, {"share/doc/ct/guide.md", false, []byte("# Guide\n")},
		}
		if err := written(filepath.Join(dir, name), files); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// every returns all platforms.
func every() (all []*platform) {
	for i := range platforms {
		all = append(all, &platforms[i])
	}
	return all
}

// made is a folder with a whole release of the program of built, which all tests read.
var made string

func release(t *testing.T) string {
	t.Helper()
	if made != "" {
		return made
	}
	dir, err := os.MkdirTemp("", "ct-dist-")
	if err != nil {
		t.Fatal(err)
	}
	made = dir
	left, err := dist(dir, commit, built(t, dir, every()...))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range manifests {
		if !strings.Contains(left, "no manifest for "+m.kind+" of ct-fleet is written") {
			t.Errorf("that there is no manifest of ct-fleet for %s is not said in %q", m.kind, left)
		}
	}
	if n := strings.Count(left, "\n"); n != len(manifests) {
		t.Errorf("left out are %q", left)
	}
	return dir
}

// content returns a file of a release.
func content(t *testing.T, at ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(at...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func decoded(t *testing.T, text []byte, into any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		t.Fatal(err)
	}
}

// needs skips a test where a program is missing.
func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("skipped: no " + program)
	}
}

// output runs a program in a folder and returns what it prints.
func output(t *testing.T, dir, program string, arguments ...string) string {
	t.Helper()
	cmd := exec.Command(program, arguments...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", program, strings.Join(arguments, " "), err, out, stderr.String())
	}
	return string(out)
}

func TestAReleaseIsTheSameBytesInEveryFolder(t *testing.T) {
	one, other := release(t), t.TempDir()
	of := []*platform{&platforms[0], &platforms[len(platforms)-1]}
	if _, err := dist(other, commit, built(t, other, of...)); err != nil {
		t.Fatal(err)
	}
	for _, on := range of {
		name := folder(&products[0], on)
		for _, suffix := range []string{on.suffix(), contentsSuffix} {
			if !bytes.Equal(content(t, one, name+suffix), content(t, other, name+suffix)) {
				t.Errorf("%s%s differs", name, suffix)
			}
		}
	}
}

// published returns the files of a release, without the folders that they were made from.
func published(t *testing.T, dir string) (files []subject) {
	t.Helper()
	err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, at)
		name = filepath.ToSlash(name)
		if err == nil && d.IsDir() && (name == "stage" || strings.HasPrefix(name, products[0].Name+"-")) {
			return fs.SkipDir
		}
		if err == nil && !d.IsDir() {
			files = append(files, subject{Name: name, Digest: map[string]string{"sha256": digest(content(t, at))}})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestChecksumsAndProvenanceAreOfAllFiles(t *testing.T) {
	dir := release(t)
	var s statement
	decoded(t, content(t, dir, provenanceFile), &s)
	files := published(t, dir)
	sums, ofManifests := "", 0
	var want []subject
	for _, f := range files {
		switch f.Name {
		case sumsFile:
			continue
		case provenanceFile:
		default:
			want = append(want, f)
		}
		if strings.HasPrefix(f.Name, "manifests/") {
			ofManifests++
		}
		sums += f.Digest["sha256"] + "  " + f.Name + "\n"
	}
	for line := range strings.Lines(string(content(t, dir, sumsFile))) {
		if !strings.Contains(sums, line) {
			t.Errorf("%s has a line too many: %s", sumsFile, line)
		}
	}
	if len(want) != 2*len(platforms)+ofManifests || ofManifests < len(manifests) || len(sums) != len(content(t, dir, sumsFile)) {
		t.Errorf("%d files, %s holds\n%s", len(want), sumsFile, content(t, dir, sumsFile))
	}
	if !slices.EqualFunc(s.Subject, want, func(a, b subject) bool { return a.Name == b.Name && a.Digest["sha256"] == b.Digest["sha256"] }) {
		t.Errorf("the subjects are %v, want %v", s.Subject, want)
	}
	if s.Type != "https://in-toto.io/Statement/v1" || s.PredicateType != "https://slsa.dev/provenance/v1" || s.Predicate.Definition.Dependencies[0].Digest["gitCommit"] != commit {
		t.Errorf("the statement is %+v", s)
	}
}

func TestWithoutACommitNothingIsSaidOfWhereFilesComeFrom(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.tar.gz", provenanceFile} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	left, err := seal(dir, "")
	if err != nil || !strings.HasPrefix(left, provenanceFile+" is not written") {
		t.Errorf("%q, %v", left, err)
	}
	if _, err := os.Stat(filepath.Join(dir, provenanceFile)); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the statement of another release is left")
	}
}

func TestContentsAreWhatGoFindsInThePrograms(t *testing.T) {
	dir := release(t)
	name := folder(&products[0], &platforms[0])
	var b bill
	decoded(t, content(t, dir, name+contentsSuffix), &b)
	want := append(goVersionM(t, filepath.Join(dir, name, "bin/ct")), std, "ct")
	var got []string
	refs := map[string]bool{b.Metadata.Component.Ref: true}
	for i := range b.Components {
		c := &b.Components[i]
		got = append(got, c.Name)
		refs[c.Ref] = true
		if len(c.Licences) != 1 || c.Licences[0].Expression == "" || c.Version == "" {
			t.Errorf("%s has no licence or version", c.Name)
		}
		if c.Type == "application" && c.Hashes[0].Content != digest(content(t, dir, name, "bin/ct")) {
			t.Errorf("%s has the checksum %s", c.Name, c.Hashes[0].Content)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the components are %v, want %v", got, want)
	}
	for _, d := range b.Dependencies {
		for _, ref := range append(d.On, d.Ref) {
			if !refs[ref] {
				t.Errorf("%s is no component", ref)
			}
		}
	}
	if b.Metadata.Component.Hashes[0].Content != digest(content(t, dir, name+".tar.gz")) {
		t.Error("the archive has another checksum")
	}
}

// sums returns the checksums of a release's archives by name, as in its SHA256SUMS.
func sums(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for line := range strings.Lines(string(content(t, dir, sumsFile))) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if strings.HasSuffix(name, ".tar.gz") || strings.HasSuffix(name, ".zip") {
			all[name] = sum
		}
	}
	return all
}

// Every manifest has, of each archive for a system that it serves, the address and beside it the checksum.
func TestManifestsHaveTheAddressesAndChecksumsOfTheArchives(t *testing.T) {
	dir := release(t)
	for _, m := range manifests {
		var text strings.Builder
		err := filepath.WalkDir(filepath.Join(dir, "manifests", m.kind), func(at string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				text.Write(content(t, at))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, on := range every() {
			a := archive{File: folder(&products[0], on) + on.suffix()}
			a.SHA256 = sums(t, dir)[a.File]
			served := strings.Contains(text.String(), downloads+a.File)
			if m.kind == "container" { // it has the archive's name with the processor left open
				continue
			}
			if served != m.serves(on) {
				t.Errorf("%s for %s on %s: %v", m.kind, on.OS, on.Arch, served)
			}
			raw, _ := hex.DecodeString(a.SHA256)
			_, after, _ := strings.Cut(text.String(), downloads+a.File)
			after = strings.ToLower(after[:min(len(after), 300)])
			if served && !strings.Contains(after, a.SHA256) && !strings.Contains(after, strings.ToLower(base64.StdEncoding.EncodeToString(raw))) && m.kind != "aur" {
				t.Errorf("%s for %s on %s: no checksum %s after the address: %s", m.kind, on.OS, on.Arch, a.SHA256, after)
			}
			if served && m.kind == "aur" && strings.Count(text.String(), a.SHA256) != 2 {
				t.Errorf("the checksum %s is not once in PKGBUILD and .SRCINFO", a.SHA256)
			}
		}
	}
}

func TestTheFormulaIsRuby(t *testing.T) {
	needs(t, "ruby")
	if got := output(t, filepath.Join(release(t), "manifests/homebrew"), "ruby", "-c", "ct.rb"); got != "Syntax OK\n" {
		t.Error(got)
	}
}

// The flake is evaluated with a stand-in for nixpkgs, which returns what it is asked to fetch.
func TestTheFlakeFetchesTheArchives(t *testing.T) {
	needs(t, "nix-instantiate")
	dir := release(t)
	flake := filepath.Join(dir, "manifests/nix/ct/flake.nix")
	expression := `let
  system = {
    stdenvNoCC.mkDerivation = it: { inherit (it) src installPhase; inherit (it.meta) license; };
    fetchurl = it: it.url + " " + it.hash;
    lib.getLicenseFromSpdxId = it: it;
  };
  outputs = (import ` + flake + `).outputs { self = null; nixpkgs.legacyPackages = { x86_64-linux = system; aarch64-linux = system; x86_64-darwin = system; aarch64-darwin = system; }; };
in builtins.mapAttrs (name: it: it.default) outputs.packages`
	cmd := exec.Command("nix-instantiate", "--eval", "--strict", "--json", "-E", expression)
	cmd.Env = append(os.Environ(), "NIX_STORE_DIR="+t.TempDir(), "NIX_STATE_DIR="+t.TempDir(), "NIX_LOG_DIR="+t.TempDir())
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var packages map[string]struct {
		Source  string   `json:"src"`
		Install string   `json:"installPhase"`
		Licence []string `json:"license"`
	}
	decoded(t, out, &packages)
	got, want := map[string]string{}, map[string]string{}
	for on, p := range packages {
		got[on] = p.Source
		if !slices.Contains(p.Licence, licence) || len(p.Licence) < 2 {
			t.Errorf("the licences are %q", p.Licence)
		}
	}
	for _, on := range every() {
		if on.Nix == "" {
			continue
		}
		a := archive{File: folder(&products[0], on) + on.suffix()}
		a.SHA256 = sums(t, dir)[a.File]
		sri, err := a.SRI()
		if err != nil {
			t.Fatal(err)
		}
		want[on.Nix] = a.URL() + " " + sri
	}
	if len(want) != 4 || !maps.Equal(got, want) {
		t.Errorf("the flake fetches %v, want %v", got, want)
	}
	to, from := t.TempDir(), filepath.Join(dir, folder(&products[0], &platforms[0]))
	cmd = exec.Command("sh", "-ec", packages["x86_64-linux"].Install)
	cmd.Dir, cmd.Env = from, append(os.Environ(), "out="+to)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if text := content(t, to, "share/licenses/ct/LICENSE"); !bytes.Equal(text, content(t, from, "LICENSE")) {
		t.Errorf("the licence is %q", text)
	}
}

// Every package with programs states the licences of all that they are linked with.
func TestManifestsStateAllLicences(t *testing.T) {
	dir := release(t)
	a, err := staged(dir, folder(&products[0], &platforms[0]))
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Licences) < 3 {
		t.Fatalf("the licences are %q", a.Licences)
	}
	list := func(separator string) string { return strings.Join(a.Licences, separator) }
	for at, want := range map[string]string{
		"homebrew/ct.rb": `license all_of: ["` + list(`", "`) + `"]`, "scoop/ct.json": `"license": "` + list(",") + `"`,
		"winget/ct/ct-tools.ct.locale.en-US.yaml": "License: " + a.Licence() + "\n", "aur/ct-bin/PKGBUILD": "license=('" + a.Licence() + "')\n",
		"aur/ct-bin/.SRCINFO": "license = " + a.Licence() + "\n", "container/ct.Containerfile": `licenses="` + a.Licence() + `"`,
		"nix/ct/flake.nix": `[ "` + list(`" "`) + `" ]`,
	} {
		if text := string(content(t, dir, "manifests", at)); !strings.Contains(text, want) {
			t.Errorf("%s does not have %s:\n%s", at, want, text)
		}
	}
	to := t.TempDir()
	if err := stage(dir, []string{a.Folder}); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "stage"), filepath.Join(to, "stage")); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{
		a.Folder + ".deb/usr/share/doc/ct/copyright": a.Licence() + ".\n", a.Folder + ".rpm.yaml": "license: " + a.Licence() + "\n", a.Folder + ".apk.yaml": "license: " + a.Licence() + "\n",
		"npm/ct-linux-x64/package.json": `"license": "` + a.Licence() + `"`, "npm/ct-tools/package.json": `"license": "` + licence + `"`,
	} {
		if text := string(content(t, to, "stage", at)); !strings.Contains(text, want) {
			t.Errorf("%s does not have %s:\n%s", at, want, text)
		}
	}
	for _, at := range []string{"npm/ct-linux-x64/LICENSE", "npm/ct-tools/LICENSE"} {
		if text := string(content(t, to, "stage", at)); text != mit {
			t.Errorf("%s has %q", at, text)
		}
	}
}

func TestWindowsManifestsNameThePrograms(t *testing.T) {
	dir := release(t)
	var s scoopManifest
	decoded(t, content(t, dir, "manifests/scoop/ct.json"), &s)
	if !slices.Equal(s.Bin, []string{"bin/ct.exe"}) || s.Architecture["64bit"].Folder != folder(&products[0], &platforms[4]) {
		t.Errorf("the manifest of Scoop is %+v", s)
	}
	for _, kind := range []string{"version", "defaultLocale", "installer"} {
		suffix := map[string]string{"version": "", "defaultLocale": ".locale.en-US", "installer": ".installer"}[kind]
		decoder := yaml.NewDecoder(bytes.NewReader(content(t, dir, "manifests/winget/ct/ct-tools.ct"+suffix+".yaml")))
		decoder.KnownFields(true)
		var m wingetManifest
		if err := decoder.Decode(&m); err != nil {
			t.Fatal(err)
		}
		if m.Type != kind || m.Identifier != "ct-tools.ct" {
			t.Errorf("the manifest of winget of type %s is %+v", kind, m)
		}
		for _, i := range m.Installers {
			p := i.Programs[0]
			if at := strings.ReplaceAll(p.Path, `\`, "/"); len(i.Programs) != 1 || p.Alias != "ct" || path.Base(at) != "ct.exe" || path.Dir(path.Dir(at)) != strings.TrimSuffix(path.Base(i.URL), ".zip") {
				t.Errorf("the installer is %+v", i)
			}
		}
	}
}

// Every file of a release has the day of the version as its time.
func TestTheChangelogBeginsWithTheVersionAndItsDay(t *testing.T) {
	want := "## [" + version.Number + "] - " + version.Date
	for line := range strings.Lines(string(content(t, "../docs/CHANGELOG.md"))) {
		if strings.HasPrefix(line, "## ") {
			if strings.TrimSpace(line) != want {
				t.Errorf("the first version of docs/CHANGELOG.md is %q, and shared/version has %q", line, want)
			}
			return
		}
	}
	t.Error("docs/CHANGELOG.md has no version")
}

func TestTextThatATemplateWouldExpandIsRefused(t *testing.T) {
	for _, s := range []string{"#{x}", "${x}", "$x"} {
		if got, err := quoted(s); err == nil {
			t.Errorf("%s is quoted as %s", s, got)
		}
	}
}

func TestLinesOfADescriptionFit(t *testing.T) {
	for _, p := range products {
		text := folded(p.Description, 72)
		for line := range strings.Lines(text) {
			if len(line) > 73 {
				t.Errorf("%q is longer", line)
			}
		}
		if strings.Join(strings.Fields(text), " ") != p.Description {
			t.Errorf("%q has other words", text)
		}
	}
}
