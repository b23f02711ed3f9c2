package walk

import "strings"

// ComparePaths orders printed paths as Run visits them: byte-wise by components,
// so that what a folder holds stands at the folder's place. It is negative if a
// comes first, 0 if they are the same.
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
