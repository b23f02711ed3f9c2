package explain_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/docs/explain"
)

func TestEveryGuideIsGivenUnderItsName(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if explain.Guide(strings.TrimSuffix(file, ".md")) != string(text) {
			t.Errorf("%s is not what Guide gives", file)
		}
	}
	if explain.Guide("ct-nothing") != "" {
		t.Error("there is a guide of a program that is not there")
	}
}
