package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/version"
)

// contentsSuffix ends the file that lists what an archive consists of (a software bill of materials).
const contentsSuffix = ".cdx.json"

// bill is a document of CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/), as far as it is used here.
type bill struct {
	Format       string       `json:"bomFormat"`
	SpecVersion  string       `json:"specVersion"`
	Serial       string       `json:"serialNumber"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Ref        string          `json:"bom-ref"`
	Type       string          `json:"type"` // application or library
	Name       string          `json:"name"`
	Version    string          `json:"version"`
	Hashes     []hash          `json:"hashes,omitempty"`
	Licences   []licenceChoice `json:"licenses,omitempty"`
	PURL       string          `json:"purl,omitempty"`
	References []reference     `json:"externalReferences,omitempty"`
	Properties []property      `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type licenceChoice struct {
	Expression string `json:"expression"`
}

type reference struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn,omitempty"`
}

// contents lists what an archive consists of: its programs, and the modules that each is linked with according to what
// the linker wrote into it.
func contents(of *archive) ([]byte, error) {
	day, err := released()
	if err != nil {
		return nil, err
	}
	root := component{
		Ref: of.Folder, Type: "application", Name: of.Product.Name, Version: version.Number,
		Hashes: sha256Of(of.SHA256), Licences: licensed(licence), PURL: purl(of.Product.Module, "v"+version.Number),
		References: []reference{{"vcs", repository}, {"distribution", downloads + of.File}},
	}
	b := bill{
		Format: "CycloneDX", SpecVersion: "1.6", Serial: serial(of.SHA256), Version: 1,
		Metadata: metadata{Timestamp: day.Format("2006-01-02T15:04:05Z"), Component: root},
	}
	top := dependency{Ref: root.Ref}
	for i := range of.programs {
		p := &of.programs[i]
		ref := "program:" + p.name
		top.On = append(top.On, ref)
		b.Components = append(b.Components, component{
			Ref: ref, Type: "application", Name: p.name, Version: version.Number, Hashes: sha256Of(p.digest), Licences: licensed(licence), Properties: settings(p),
		})
		on := dependency{Ref: ref}
		for _, m := range p.modules() {
			on.On = append(on.On, purl(m.Path, m.Version))
		}
		slices.Sort(on.On)
		b.Dependencies = append(b.Dependencies, on)
	}
	b.Dependencies = append([]dependency{top}, b.Dependencies...)
	for i := range of.modules {
		m := &of.modules[i]
		address := purl(m.Path, m.Version)
		library := component{Ref: address, Type: "library", Name: m.Path, Version: m.Version, Licences: licensed(expression(m.licences)), PURL: address, References: []reference{{"distribution", m.source()}}}
		if m.Sum != "" {
			library.Properties = []property{{"go:sum", m.Sum}}
		}
		b.Components = append(b.Components, library)
	}
	return indented(b)
}

// purl returns the address of a module as a package URL, whose type golang has lower case (https://github.com/package-url/purl-spec).
func purl(module, version string) string {
	return "pkg:golang/" + strings.ToLower(module) + "@" + strings.ReplaceAll(version, "+", "%2B")
}

// serial returns a UUID that only depends on a digest; version 8 leaves its bits to the maker.
func serial(digest string) string {
	return fmt.Sprintf("urn:uuid:%s-%s-8%s-8%s-%s", digest[:8], digest[8:12], digest[12:15], digest[15:18], digest[18:30])
}

func sha256Of(digest string) []hash { return []hash{{"SHA-256", digest}} }

func licensed(expression string) []licenceChoice { return []licenceChoice{{expression}} }

// settings returns how a program was built, as `go version -m` shows it.
func settings(p *program) []property {
	all := []property{{"go:version", p.build.GoVersion}}
	for _, s := range p.build.Settings {
		all = append(all, property{"go:build:" + s.Key, s.Value})
	}
	return all
}
