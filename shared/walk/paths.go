package walk

import (
	"cmp"
	"strings"
)

// ComparePaths compares printed paths in path order, the order in which Run visits them: byte-wise
// by components, so that the contents of a folder stand at the folder's place. The result is
// negative if a comes first and 0 if they are equal.
func ComparePaths(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		switch {
		case a[i] == b[i]:
		case a[i] == '/':
			return -1
		case b[i] == '/':
			return 1
		default:
			return strings.Compare(a[i:i+1], b[i:i+1])
		}
	}
	return len(a) - len(b)
}

// PrintedRoots returns the printed paths of the roots of a walk; the printed path of an entry
// begins with one of them. An outer root precedes those inside it. Base is ".".
func PrintedRoots(o Options) ([]string, error) {
	p, err := newPlan(o)
	if err != nil {
		return nil, err
	}
	defer p.close()
	return p.top.printed(nil), nil
}

// printed appends the printed paths of the roots at and below a place.
func (p *place) printed(list []string) []string {
	if p.root != nil {
		list = append(list, cmp.Or(p.root.printed, "."))
	}
	for _, k := range p.kids {
		list = k.printed(list)
	}
	return list
}
