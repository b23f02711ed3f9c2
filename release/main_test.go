package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestTheStatusSaysWhetherArchivesWereMade(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{nil, 2, "usage: "},
		{[]string{"dist"}, 2, "usage: "},
		{[]string{t.TempDir(), "missing"}, 2, "release: "},
		{[]string{tree(t, 0o600), "ct-1-linux-amd64"}, 0, ""},
	} {
		var stderr strings.Builder
		if got := run(c.args, &stderr); got != c.status || !strings.HasPrefix(stderr.String(), c.says) || (c.says == "") != (stderr.Len() == 0) {
			t.Errorf("%s: status %d, %q", filepath.Join(c.args...), got, stderr.String())
		}
	}
}
