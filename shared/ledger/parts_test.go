package ledger

import (
	"bytes"
	"encoding/gob"
	"math/rand/v2"
	"reflect"
	"testing"
)

// The ledger of parts is the same whatever the order in which they are merged, and after it was encoded.
func TestMergeInAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		parts := make([]Ledger, 1+random.IntN(8))
		var inOrder Ledger
		for i := range parts {
			l := &parts[i]
			l.Searched = random.Int64N(9)
			for range random.IntN(6) {
				r := Reason(1 + random.IntN(int(reasons)-1))
				path := []string{"", "a", "b"}[random.IntN(3)]
				l.Skip(r, path, "why")
			}
			l.Number(i, string(rune('A'+i)))
			inOrder.Add(l)
		}
		var merged Ledger
		for _, i := range random.Perm(len(parts)) {
			var b bytes.Buffer
			if err := gob.NewEncoder(&b).Encode(&parts[i]); err != nil {
				t.Fatal(err)
			}
			one := new(Ledger)
			if err := gob.NewDecoder(&b).Decode(one); err != nil {
				t.Fatal(err)
			}
			merged.Merge(one)
		}
		if merged.String() != inOrder.String() || !reflect.DeepEqual(merged.Cuts(), inOrder.Cuts()) {
			t.Fatalf("%s, in order %s", merged.String(), inOrder.String())
		}
	}
}
