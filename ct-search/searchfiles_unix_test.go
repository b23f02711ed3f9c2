//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestAMillionMatchesTakeLittleMemory has search_files count a million matches
// and return those that fit, within a bound of memory.
func TestAMillionMatchesTakeLittleMemory(t *testing.T) {
	t.Parallel()
	if tooltest.Raced {
		t.Skip("skipped: the race detector takes memory of its own")
	}
	const matches, most = 1_000_000, 64 << 20 // bytes
	files := map[string]string{
		"line/file":  strings.Repeat("x", matches),
		"lines/file": strings.Repeat("x\n", matches),
		"wide/file":  strings.Repeat("x", 2*matches),
	}
	for i := range matches / 1000 {
		files[fmt.Sprintf("files/%04d", i)] = strings.Repeat("an x\n", 1000)
	}
	c := tree(t, files)
	const caps = "[tools.search_files]\nmax_results = 100000000\nmax_matches_per_file = 10000000\nmax_file_size_bytes = 100000000\n"
	config := filepath.Join(tooltest.Tree(t, map[string]string{"config.toml": caps}), "config.toml")
	for arguments, matches := range map[string]int{
		`{"path":"line","query":"x"}`: matches, `{"path":"lines","query":"x"}`: matches, `{"path":"lines","query":"x","context_lines":29}`: matches,
		`{"path":"files","query":"x"}`: matches, `{"path":"files","query":"x","context_lines":3}`: matches, `{"path":"wide","query":"x"}`: 2 * matches,
	} {
		cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search"), "--call", arguments)
		cmd.Dir, cmd.Env = c.Dir, []string{"HOME=/nonexistent", "CT_CONFIG=" + config}
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		peak := tooltest.Peak(t, cmd)
		if !cmd.ProcessState.Success() {
			t.Fatalf("%s: %v: %s", arguments, cmd.ProcessState, stderr.String())
		}
		var a contentsAnswer
		if err := json.Unmarshal(stdout.Bytes(), &a); err != nil || a.Stats.MatchesTotal != matches || stdout.Len() > 65536 || stdout.Len() < 60000 || a.reason() != "max_output_bytes" {
			t.Errorf("%s: %v, %d bytes, %+v, %s", arguments, err, stdout.Len(), a.Stats, a.reason())
		}
		if peak > most>>20 {
			t.Errorf("%s: took %d MiB, at most %d expected", arguments, peak, most>>20)
		}
		t.Logf("%s: took %d MiB", arguments, peak)
	}
}
