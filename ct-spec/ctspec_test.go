package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"

	"github.com/ct-tools/ct/shared/rank/bm25"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

func TestScripts(t *testing.T) { tooltest.Scripts(t, "testdata/script", "ct-spec") }

func TestDocsGuide(t *testing.T) {
	tooltest.Guide(t, "../docs/explain/ct-spec.md", spec().WholeTable())
}

// A file of any size is ranked in limited memory.
func TestALargeFileKeepsMemoryBounded(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"small.md": "# Small\n"})
	file, err := os.Create(filepath.Join(dir, "large.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := strings.Repeat("## Part\n\nWhat is said of uploads here takes a line or two.\nAnd another one.\n\n", 10_000)
	for range 256 << 20 / len(block) {
		if _, err := file.WriteString(block); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := file.WriteString("the last word is zygote\n"); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-spec"), "ct-spec"), "--json", "uploads", "zygote")
	cmd.Dir = dir
	var out strings.Builder
	cmd.Stdout = &out
	if mib := tooltest.Peak(t, cmd); mib > 128 && !tooltest.Raced {
		t.Errorf("%d MiB", mib)
	}
	if !strings.Contains(out.String(), `"path":"large.md"`) {
		t.Errorf("%v: %s", cmd.ProcessState, out.String())
	}
}

// Sections are distinguished as far as memory allows; beyond that the answer is a lower bound and
// says so.
func TestManySectionsKeepMemoryBounded(t *testing.T) {
	var b strings.Builder
	for i := range 600_000 {
		fmt.Fprintf(&b, "# alpha beta %d\n", i)
	}
	files := map[string]string{"one/a.md": b.String()}
	for i := range 12 {
		files[fmt.Sprintf("many/%d.md", i)] = b.String()[:1<<20]
	}
	dir := tooltest.Tree(t, files)
	for _, root := range []string{"one", "many"} {
		cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-spec"), "ct-spec"), "--sections", "--expect", "=1", "--root", root, "alpha")
		cmd.Dir = dir
		var out, notes strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &notes
		if mib := tooltest.Peak(t, cmd); mib > 128 && !tooltest.Raced {
			t.Errorf("%s: %d MiB", root, mib)
		}
		if !strings.Contains(notes.String(), "sections are distinguished") || cmd.ProcessState.ExitCode() == 0 {
			t.Errorf("%s: %v: %s", root, cmd.ProcessState, notes.String())
		}
	}
	// A section that was merged with another is still found.
	cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-spec"), "ct-spec"), "--sections", "--json", "--root", "one", "599999")
	cmd.Dir = dir
	if out, err := cmd.Output(); err != nil || !strings.Contains(string(out), `"path":"a.md"`) {
		t.Errorf("%v: %s", err, out)
	}
}

// Links count as far as memory allows.
func TestManyLinksKeepMemoryBounded(t *testing.T) {
	text := strings.Repeat("alpha alpha [alpha alpha](0.md) alpha alpha\n", 2*maxLinks)
	files := map[string]string{}
	for i := range 600 {
		files[fmt.Sprintf("%d.md", i)] = text
	}
	cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-spec"), "ct-spec"), "alpha")
	cmd.Dir = tooltest.Tree(t, files)
	if mib := tooltest.Peak(t, cmd); mib > 128 && !tooltest.Raced || cmd.ProcessState.ExitCode() != 0 {
		t.Errorf("%d MiB, %v", mib, cmd.ProcessState)
	}
}

// A spec.md that cannot be read still excludes the files beside it.
func TestFilesBesideAnUnreadSpecAreNotNodes(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"specs/x/spec.md": "a\x00b", "specs/x/notes.md": "# Armadillo\n", "specs/y.md": "# Other\n"})
	cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-spec"), "ct-spec"), "--expect", "none", "armadillo")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "1 file beside a spec.md left out") || !strings.Contains(string(out), "searched 1 file; skipped 1 excluded, 1 binary") {
		t.Errorf("%v: %s", err, out)
	}
	spec := filepath.Join(dir, "specs", "x", "spec.md")
	if err := os.Chmod(spec, 0); err != nil {
		t.Fatal(err)
	}
	r := tooltest.Run{Dir: dir, As: tooltest.Nobody(t)}.Do(t, filepath.Join(tooltest.Bin(t, "ct-spec"), "ct-spec"), "armadillo")
	if strings.Contains(r.Stdout, "notes") || !strings.Contains(r.Stderr, "1 unreadable") {
		t.Errorf("%+v", r)
	}
}

// A NUL beyond what decides that a file is text does not end it.
func TestALateNULDoesNotHideText(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"late.md": strings.Repeat("early\n", 2000) + "\x00\nneedle\n"})
	bin := filepath.Join(tooltest.Bin(t, "ct-spec"), "ct-spec")
	if r := (tooltest.Run{Dir: dir}).Do(t, bin, "--expect=none", "--quiet", "needle"); r.Exit != 1 {
		t.Errorf("exit %d: %s", r.Exit, r.Stderr)
	}
}

// If not every word of a question is searched for, an expectation cannot be judged.
func TestAQuestionThatIsTooLongIsRefused(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"a.md": "# Uploads\n"})
	args := append([]string{"--quiet", "--expect", "none"}, strings.Fields(many(bm25.MaxTerms)+"uploads")...)
	cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-spec"), "ct-spec"), args...)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	if want := "ct-spec: the QUERY has 201 different words; at most 200 are looked for"; cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), want) {
		t.Errorf("%v: %s", cmd.ProcessState, out)
	}
}

// many returns n different words.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("w" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26)) + " ")
	}
	return b.String()
}
