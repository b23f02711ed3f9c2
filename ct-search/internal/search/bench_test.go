package search

import "testing"

// BenchmarkParse is the cost of the command line at every start.
func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Tool().WholeTable().Parse([]string{"--json", "foo", "src"}); err != nil {
			b.Fatal(err)
		}
	}
}
