package main

// near is how many lines a match may stand behind the one before it to join its
// cluster.
const near = 2

// clusters gives the first line of each cluster of matching lines, which are in
// ascending order.
func clusters(lines []int64) []int64 {
	var first []int64
	for i, n := range lines {
		if i == 0 || n > lines[i-1]+near {
			first = append(first, n)
		}
	}
	return first
}

// preferred gives the index of what is taken as number k, from 0, of n clusters:
// all of up to three in order; of more the first, the middle and the last, and
// then the others in order.
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

// A pick is a cluster that is taken.
type pick struct {
	file    int // index
	cluster int // index in the file
}

// picks takes clusters from files in turns, most at most behind the first skip;
// counts gives how many each file has.
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
