package main

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// schemas is a module that has the schemas of CycloneDX. It is downloaded, and go.mod does not have it.
const schemas = "github.com/CycloneDX/cyclonedx-go@v0.12.0"

func TestPackageContentsKeepTheSchema(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: long")
	}
	cmd := exec.Command("go", "mod", "download", "-json", schemas)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Skip("skipped: no schema of CycloneDX: " + string(out))
	}
	var downloaded struct{ Dir string }
	if err := json.Unmarshal(out, &downloaded); err != nil {
		t.Fatal(err)
	}
	load := func(name string) *jsonschema.Schema {
		var s jsonschema.Schema
		if err := json.Unmarshal(content(t, downloaded.Dir, "schema", name), &s); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return &s
	}
	schema, err := load("bom-1.6.schema.json").Resolve(&jsonschema.ResolveOptions{Loader: func(at *url.URL) (*jsonschema.Schema, error) {
		name := path.Base(at.Path)
		if strings.HasPrefix(name, "jsf-") {
			name = strings.Replace(name, ".schema.", ".schemax.", 1) // so the module calls it
		}
		return load(name), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	dir := os.Getenv("CT_DIST")
	if dir == "" {
		dir = release(t)
	}
	lists, err := filepath.Glob(filepath.Join(dir, "*"+contentsSuffix))
	if err != nil || len(lists) == 0 {
		t.Fatalf("the lists are %v, %v", lists, err)
	}
	for _, at := range lists {
		list := content(t, at)
		if err := validated(schema, list); err != nil {
			t.Errorf("%s: %v", filepath.Base(at), err)
		}
		for _, wrong := range [][2]string{{`"SHA-256"`, `"SHA256"`}, {`"type": "library"`, `"type": "module"`}, {`"bom-ref"`, `"ref"`}, {"urn:uuid:", "uuid:"}} {
			if validated(schema, bytes.ReplaceAll(list, []byte(wrong[0]), []byte(wrong[1]))) == nil {
				t.Errorf("the schema permits %s", wrong[1])
			}
		}
	}
}

// validated returns an error unless a document keeps a schema.
func validated(schema *jsonschema.Resolved, text []byte) error {
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		return err
	}
	return schema.Validate(document)
}
