package main

// near is the maximum number of lines between a match and the previous one in the same cluster.
const near = 2

// clusters returns the first line of each cluster of matching lines, which are in ascending order.
func clusters(lines []int64) []int64 {
	var first []int64
	for i, n := range lines {
		if i == 0 || n > lines[i-1]+near {
			first = append(first, n)
		}
	}
	return first
}

// preferred returns the index of the k-th choice, from 0, among n clusters. Up to three clusters
// are taken in order; of more, the first, the middle and the last come first, and then the others
// in order.
func preferred(k, n int) int {
	if n <= 3 {
		return k
	}
	middle := (n - 1) / 2
	switch k {
	case 0:
		return 0
	case 1:
		return middle
	case 2:
		return n - 1
	}
	// The others are 1 to middle-1 and middle+1 to n-2.
	if i := k - 2; i < middle {
		return i
	}
	return k - 1
}

// pick is a chosen cluster.
type pick struct {
	file    int // index
	cluster int // index in the file
}

// picks chooses clusters from files in turns, at most most after the first skip. counts has the
// number of clusters of each file.
func picks(counts []int, skip int64, most int) []pick {
	var taken []pick
	for k := 0; ; k++ {
		more := false
		for i, n := range counts {
			switch {
			case k >= n:
				continue
			case len(taken) == most:
				return taken
			}
			more = true
			if skip > 0 {
				skip--
				continue
			}
			taken = append(taken, pick{i, preferred(k, n)})
		}
		if !more {
			return taken
		}
	}
}
