package walk

import (
	"context"
	"testing"
)

// A Progress counts what the ledgers of its walks say in the end. Without a Progress nothing is
// counted.
func TestProgressCountsWhatWasSearched(t *testing.T) {
	dir := makeTree(t, "a/x", "a/b/y", "a.c", "a/.hid", "ab/c", "ab/d")
	p := &Progress{}
	ctx := WithProgress(t.Context(), p)
	for walks := int64(1); walks <= 2; walks++ {
		_, l, err := visit(ctx, Options{Base: dir})
		if err != nil || l.Searched == 0 {
			t.Fatalf("%+v, %v", l, err)
		}
		if p.Files() != walks*l.Searched {
			t.Errorf("%d walks of %d files count %d", walks, l.Searched, p.Files())
		}
	}
	before := p.Files()
	if _, _, err := visit(WithProgress(ctx, nil), Options{Base: dir}); err != nil || p.Files() != before {
		t.Errorf("a walk that is not to be counted added %d, %v", p.Files()-before, err)
	}
	p.Found(3)
	p.Found(4)
	if p.Matches() != 7 {
		t.Errorf("%d matches", p.Matches())
	}
	ProgressOf(context.Background()).Found(1) // has no effect
	ProgressOf(context.Background()).Diagnose()
	if p.Diagnosing() {
		t.Error("nobody said that it is diagnosed")
	}
	if p.Diagnose(); !p.Diagnosing() {
		t.Error("it is not diagnosed")
	}
}
