// Package align says which lines of a text are those of an earlier one.
package align

import (
	"bytes"
	"slices"
)

// Lines returns for each line of now the number, from 0, of the line of old that it is, or -1 for a line that was added or
// changed. The numbers ascend. Carriage returns at the ends of lines make no difference.
//
// Unless the texts differ in very many lines, no more lines correspond in any other way (Myers, "An O(ND) Difference
// Algorithm and Its Variations", 1986). Otherwise lines that both texts have once correspond, and their neighbours.
func Lines(old, now []byte) []int {
	a, b := split(old), split(now)
	ids := map[string]int32{}
	x, y := numbers(ids, a), numbers(ids, b)
	to := make([]int, len(y))
	for i := range to {
		to[i] = -1
	}
	first := 0
	for first < len(x) && first < len(y) && x[first] == y[first] {
		to[first] = first
		first++
	}
	endX, endY := len(x), len(y)
	for endX > first && endY > first && x[endX-1] == y[endY-1] {
		endX, endY = endX-1, endY-1
		to[endY] = endX
	}
	middle(x[first:endX], y[first:endY], func(i, j int) { to[first+j] = first + i })
	return to
}

// Count returns the number of lines of a text.
func Count(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// split returns the lines of a text without their ends.
func split(text []byte) [][]byte {
	lines := make([][]byte, 0, Count(text))
	for line := range bytes.Lines(text) {
		lines = append(lines, bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'}))
	}
	return lines
}

// numbers returns a number for each line, the same for equal ones.
func numbers(ids map[string]int32, lines [][]byte) []int32 {
	list := make([]int32, len(lines))
	for i, line := range lines {
		id, ok := ids[string(line)]
		if !ok {
			id = int32(len(ids))
			ids[string(line)] = id
		}
		list[i] = id
	}
	return list
}

// mostEdits is how many lines may be added and removed for Myers' algorithm, whose memory grows with the square.
const mostEdits = 2000

// middle calls same for the lines that correspond.
func middle(x, y []int32, same func(i, j int)) {
	if len(x) == 0 || len(y) == 0 {
		return
	}
	if !shortest(x, y, same) {
		once(x, y, same)
	}
}

// shortest finds a shortest script of edits. It returns false without a call if that has more than mostEdits.
func shortest(x, y []int32, same func(i, j int)) bool {
	most := min(len(x)+len(y), mostEdits)
	// v[k+most] is how far the diagonal k reaches; trace has for each d the part of v from -d to d.
	v := make([]int32, 2*most+2)
	var trace [][]int32
	for d := 0; d <= most; d++ {
		for k := -d; k <= d; k += 2 {
			i := 0
			switch {
			case d == 0:
			case k == -d || k != d && v[k-1+most] < v[k+1+most]:
				i = int(v[k+1+most])
			default:
				i = int(v[k-1+most]) + 1
			}
			j := i - k
			for i < len(x) && j >= 0 && j < len(y) && x[i] == y[j] {
				i, j = i+1, j+1
			}
			v[k+most] = int32(i)
			if i >= len(x) && j >= len(y) {
				back(trace, x, y, same)
				return true
			}
		}
		trace = append(trace, slices.Clone(v[most-d:most+d+1]))
	}
	return false
}

// back goes through the trace from its end.
func back(trace [][]int32, x, y []int32, same func(i, j int)) {
	i, j := len(x), len(y)
	for d := len(trace); d > 0; d-- {
		before := trace[d-1] // of the diagonals -(d-1) to d-1
		reach := func(k int) int { return int(before[k+d-1]) }
		k := i - j
		from := k - 1
		if k == -d || k != d && reach(k-1) < reach(k+1) {
			from = k + 1
		}
		startI := reach(from)
		startJ := startI - from
		for i > startI && j > startJ && x[i-1] == y[j-1] {
			i, j = i-1, j-1
			same(i, j)
		}
		i, j = startI, startJ
	}
	for i > 0 && j > 0 {
		i, j = i-1, j-1
		same(i, j)
	}
}

// once lets lines correspond that both sides have once, in the longest ascending order, and equal lines beside these.
func once(x, y []int32, same func(i, j int)) {
	type pair struct{ i, j int }
	timesX, timesY, at := map[int32]int{}, map[int32]int{}, map[int32]int{}
	for i, id := range x {
		timesX[id]++
		at[id] = i
	}
	for _, id := range y {
		timesY[id]++
	}
	// Patience sorting: the last pair of each pile is the lowest end of an ascending order of that length.
	var pairs []pair
	var piles, before []int
	for j, id := range y {
		if timesX[id] != 1 || timesY[id] != 1 {
			continue
		}
		p := pair{at[id], j}
		n, _ := slices.BinarySearchFunc(piles, p, func(pile int, p pair) int { return pairs[pile].i - p.i })
		previous := -1
		if n > 0 {
			previous = piles[n-1]
		}
		pairs, before = append(pairs, p), append(before, previous)
		if n == len(piles) {
			piles = append(piles, len(pairs)-1)
		} else {
			piles[n] = len(pairs) - 1
		}
	}
	if len(piles) == 0 {
		return
	}
	var order []pair
	for n := piles[len(piles)-1]; n >= 0; n = before[n] {
		order = append(order, pairs[n])
	}
	slices.Reverse(order)
	nextI, nextJ := 0, 0
	for n, p := range order {
		i, j := p.i, p.j
		for i > nextI && j > nextJ && x[i-1] == y[j-1] {
			i, j = i-1, j-1
		}
		endI, endJ := len(x), len(y)
		if n+1 < len(order) {
			endI, endJ = order[n+1].i, order[n+1].j
		}
		for i < endI && j < endJ && x[i] == y[j] {
			same(i, j)
			i, j = i+1, j+1
		}
		nextI, nextJ = max(nextI, i), max(nextJ, j)
	}
}
