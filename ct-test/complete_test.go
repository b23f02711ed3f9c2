package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/allowlist"
	"github.com/ct-tools/ct/shared/tooltest"
)

// After --cmd shells offer only the programs that may be run.
func TestShellsCompleteThePermittedPrograms(t *testing.T) {
	program := filepath.Join(tooltest.Bin(t, "ct-test"), "ct-test")
	want := slices.Sorted(slices.Values(allowlist.Names()))
	for shell, driver := range map[string]string{
		"bash": `source <("$1" --completions bash); COMP_WORDS=(ct-test --cmd ""); COMP_CWORD=2; _ct_test; printf '%s\n' "${COMPREPLY[@]}"`,
		"fish": `$argv[2] --completions fish | source; complete -C 'ct-test --cmd ' | cut -f 1`,
		"zsh":  `_arguments() { print -rl -- $@ }; compdef() { }; source =("$1" --completions zsh); _ct_test | sed -n 's/.*--cmd=.*:PROG:(\(.*\))$/\1/p' | tr ' ' '\n'`,
	} {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip("skipped: no " + shell)
			}
			out, err := exec.Command(shell, map[string][]string{
				"bash": {"--norc", "-c", driver, "bash", program},
				"fish": {"--no-config", "-c", driver, "--", "fish", program},
				"zsh":  {"-f", "-c", driver, "zsh", program},
			}[shell]...).Output()
			got := slices.Sorted(slices.Values(strings.Fields(string(out))))
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%v: %q, want %q", err, got, want)
			}
		})
	}
}
