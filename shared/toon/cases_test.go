package toon

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestCasesOfTheSpecification runs the encoder cases that the specification publishes. It reads
// them from the folder in CT_TEST_TOON, or from beside the project.
func TestCasesOfTheSpecification(t *testing.T) {
	dir := os.Getenv("CT_TEST_TOON")
	if dir == "" {
		dir = "../../../shared/data/toon-4.0"
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("skipped: no TOON cases")
	}
	cases := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Tests []struct {
				Name, Expected string
				Input          json.RawMessage
				Options        struct {
					Delimiter  string
					IndentSize int
				}
			}
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, c := range doc.Tests {
			cases++
			o := Options{Indent: c.Options.IndentSize}
			if c.Options.Delimiter != "" {
				o.Delimiter = c.Options.Delimiter[0]
			}
			if got, err := o.Marshal(c.Input); err != nil || string(got) != c.Expected {
				t.Errorf("%s, %s:\n%s\nwant\n%s\n%v", filepath.Base(file), c.Name, got, c.Expected, err)
			}
		}
	}
	if published := 173; cases != published {
		t.Errorf("%d cases, of %d that are published", cases, published)
	}
}
