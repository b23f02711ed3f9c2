package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
)

func TestLinesOfProgress(t *testing.T) {
	m := &manifest.Manifest{Shards: []manifest.Shard{{ID: "a", Bytes: 3_000_000_000}, {Ordinal: 1, ID: "b", Bytes: 1_000_000_000}}}
	w := newWatch(m)
	w.begun = time.Now().Add(-10 * time.Second)
	if got := w.lines()[0]; got != "ct-fleet: 0 of 2 shards, 0.0 of 4.0 GB" {
		t.Error(got)
	}
	w.set(flow.Progress{Done: 1, Shards: 2, Bytes: 3_000_000_000, Of: 4_000_000_000})
	lines := w.lines()
	if got := lines[0]; !strings.HasPrefix(got, "ct-fleet: 1 of 2 shards, 3.0 of 4.0 GB, ") || !strings.HasSuffix(got, " MB/s, about 3s left") {
		t.Error(got)
	}
	for i := range lines {
		if i > 0 && len(lines[i]) >= len(lines[i-1]) {
			t.Errorf("%q is no shorter than %q", lines[i], lines[i-1])
		}
	}
	if got := w.interrupted(os.Interrupt).Error(); got != "interrupted (interrupt) after 1 of 2 shards, 3.0 of 4.0 GB; there is no answer" {
		t.Error(got)
	}
	w.next()
	w.set(flow.Progress{Done: 1, Shards: 2, Bytes: 3_000_000_000, Of: 4_000_000_000})
	if got := w.lines()[0]; !strings.HasPrefix(got, "ct-fleet: pass 2: 1 of 2 shards, ") {
		t.Error(got)
	}
	if got := w.interrupted(os.Interrupt).Error(); got != "interrupted (interrupt) in pass 2 over the shards, after 1 of 2 shards, 3.0 of 4.0 GB; there is no answer" {
		t.Error(got)
	}
	w.blind = "flink"
	if got := w.lines()[0]; got != "ct-fleet: 2 shards on flink, 10s; its workers report at the end" {
		t.Error(got)
	}
	if got := w.interrupted(os.Interrupt).Error(); !strings.HasPrefix(got, "interrupted (interrupt): the job on flink was cancelled, ") {
		t.Error(got)
	}
	empty := newWatch(&manifest.Manifest{Shards: []manifest.Shard{{ID: "a"}}})
	empty.set(flow.Progress{Done: 1, Shards: 1})
	if got := empty.lines()[0]; got != "ct-fleet: 1 of 1 shards, 0 of 0 bytes" {
		t.Error(got)
	}
}
