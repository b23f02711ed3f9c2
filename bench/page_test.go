package main

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

func TestOtherSectionsStayWhenOneIsReplaced(t *testing.T) {
	t.Parallel()
	page := ""
	for _, s := range []section{{"linux", "old"}, {partsName, "old parts"}, {"go", "- a\n\n### b\n| c |"}, {"linux", "\nnew\n"}, {partsName, "new parts"}} {
		page = replaceSection(page, s)
	}
	want := preface + "\n## linux\n\nnew\n\n## go\n\n- a\n\n### b\n| c |\n\n## " + partsName + "\n\nnew parts\n"
	if page != want {
		t.Errorf("%s\nwant\n%s", page, want)
	}
	if again := replaceSection(strings.Replace(page, "in pairs", "otherwise", 1), section{"go", "- a\n\n### b\n| c |"}); again != want {
		t.Errorf("written again:\n%s", again)
	}
}

func TestThroughputs(t *testing.T) {
	t.Parallel()
	got := throughputs(`goos: linux
pkg: example.com/m/shared/match
cpu: x
BenchmarkCount/literal/rare-2         	   24392	     48000 ns/op	5461.00 MB/s	       0 B/op	       0 allocs/op
BenchmarkCount/literal/rare-2         	   24392	     48000 ns/op	5400.50 MB/s
BenchmarkCount/utf-8-2         	   24392	     48000 ns/op	1.5 MB/s
BenchmarkNoBytes-2         	   24392	     48000 ns/op
ok  	example.com/m/shared/match	2.1s
pkg: example.com/m/shared/match/kernel
BenchmarkPair 	   24392	     48000 ns/op	20000 MB/s
PASS
`)
	want := map[string]string{"match.Count/literal/rare": "5461 5400.5", "match.Count/utf-8": "1.5", "kernel.Pair": "20000"}
	shown := map[string]string{}
	for name, values := range got {
		shown[name] = strings.Trim(fmt.Sprint(values), "[]")
	}
	if !maps.Equal(shown, want) {
		t.Errorf("%v, want %v", shown, want)
	}
}

func TestPartsThatAreMissingAreNamed(t *testing.T) {
	t.Parallel()
	measured := map[string][]float64{}
	for _, p := range parts[1:] {
		measured[p.benchmark] = []float64{12000, 1000, 2340}
	}
	table, err := partsTable(measured)
	if err == nil || !strings.Contains(err.Error(), parts[0].benchmark) || strings.Contains(err.Error(), parts[1].benchmark) {
		t.Errorf("%v", err)
	}
	if strings.Contains(table, parts[0].benchmark) || strings.Count(table, "| 2.34 |") != len(parts)-1 {
		t.Errorf("%s", table)
	}
}

func TestMountedKind(t *testing.T) {
	t.Parallel()
	const mounts = "/dev/a / ext4 rw 0 0\ntmpfs /tmp tmpfs rw 0 0\n/dev/b /tmp/with\\040space xfs rw 0 0\nx /home btrfs rw 0 0\ny /home zfs rw 0 0\n"
	for dir, want := range map[string]string{"/src": "ext4", "/tmp": "tmpfs", "/tmp/x": "tmpfs", "/tmpx": "ext4", "/tmp/with space/a": "xfs", "/home/u": "zfs"} {
		if got := mountedKind(mounts, dir); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
	if got := mountedKind("", "/src"); got != "" {
		t.Errorf("no mounts: %q", got)
	}
}
