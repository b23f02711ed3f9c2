package parts

import (
	"context"
	"testing"
)

// BenchmarkScanOfASmallTree shows what a tree costs beside its files.
func BenchmarkScanOfASmallTree(b *testing.B) {
	_, all := trees(b, "errors", "cmp")
	q := (&Question{Options: []string{"--detail", "--grep=ErrUnsupported"}, Keep: 1000}).Asker()
	for b.Loop() {
		for _, tree := range all {
			if _, err := q.Scan(context.Background(), tree); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkMerge shows what a part costs that is merged.
func BenchmarkMerge(b *testing.B) {
	_, all := trees(b, "errors", "cmp")
	q := &Question{Options: []string{"--detail", "--grep=func"}, Keep: 1000}
	var list [][]byte
	for _, tree := range all {
		part, err := q.Asker().Scan(context.Background(), tree)
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, part)
	}
	for b.Loop() {
		if _, err := q.Merge(list[0], list[1]); err != nil {
			b.Fatal(err)
		}
	}
}
