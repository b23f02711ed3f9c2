package dfa

import "bytes"

// chains is the number of parts of a long block that Lines searches at the same time. The step for each byte waits for
// the load of the previous state, so a single chain leaves the processor idle most of the time.
const chains = 4

// shortest is the length from which on a block is divided into parts.
const shortest = 4 << 10

// keepFound is the number of lines of a part above which its buffer is not kept for the next block.
const keepFound = 1 << 14

// scan is a search of one block for lines, by chains with states in one slice: building one may renumber them all.
type scan struct {
	*automaton
	block  []byte
	chains []chain
	states []uint32
}

// chain is a search for lines in progress.
type chain struct {
	at  int // next byte; beyond end if the end was processed
	end int // of the chain's part of the block, the end of a line
}

// Next returns an offset on the first line of b with a match, searching from the line that starts at from, or -1. A
// newline belongs to no line, and each line is a text of its own, so that \A and \z match where ^ and $ do.
func (m *Machine) Next(b []byte, from int) (at int, ok bool) {
	if m.cache.givenUp {
		return -1, false
	}
	a := m.lineAutomaton()
	s := scan{a, b, []chain{{from, len(b)}}, []uint32{a.initial(edge)}}
	return s.next(0)
}

// Lines appends to dst an ascending offset on each line of b with a match, from the line at from; nothing if not ok.
func (m *Machine) Lines(b []byte, from int, dst []int) (lines []int, ok bool) {
	if m.cache.givenUp {
		return dst, false
	}
	if len(b)-from >= shortest {
		return m.interleaved(b, from, dst)
	}
	a := m.lineAutomaton()
	s := scan{a, b, []chain{{from, len(b)}}, []uint32{a.initial(edge)}}
	return s.rest(0, dst)
}

// rest appends to dst the lines that chain i finds up to its end, or nothing if not ok.
func (s *scan) rest(i int, dst []int) (lines []int, ok bool) {
	for found := len(dst); ; {
		at, ok := s.next(i)
		if !ok {
			return dst[:found], false
		}
		if at < 0 {
			return dst, true
		}
		dst = append(dst, at)
	}
}

// next advances chain i past the next line with a match and returns an offset on that line, or -1.
func (s *scan) next(i int) (at int, ok bool) {
	c := &s.chains[i]
	b, symbols := s.block[:c.end], &s.decoder.symbols
	for c.at < len(b) {
		var n int
		s.states[i], n = run(s.table, symbols, b[c.at:], s.states[i])
		s.cache.searched += n
		if c.at += n; c.at == len(b) {
			break
		}
		at = c.at
		if found, ok := s.step(i); found || !ok {
			return at, ok
		}
	}
	if c.at > len(b) || c.at == 0 || b[c.at-1] == '\n' {
		return -1, true
	}
	c.at++
	e, ok := s.entry(s.states, i, s.automaton.end)
	if e&matched != 0 {
		return len(b) - 1, ok
	}
	return -1, ok
}

// step advances chain i past its next byte, or to its next line if this one is decided: found if there is a match.
func (s *scan) step(i int) (found, ok bool) {
	c := &s.chains[i]
	e, ok := s.entry(s.states, i, int(s.decoder.symbols[s.block[c.at]]))
	if !ok {
		return false, false
	}
	if e < matched {
		s.states[i] = e
		c.at++
		return false, true
	}
	s.states[i] = s.initial(edge)
	if n := bytes.IndexByte(s.block[c.at:c.end], '\n'); n >= 0 {
		c.at += n + 1
	} else {
		c.at = c.end + 1
	}
	return e&matched != 0, true
}

// run advances from state through text while entries have no flags. It returns the state and the bytes it passed.
func run(table []uint32, symbols *[256]uint8, text []byte, state uint32) (uint32, int) {
	for i, c := range text {
		e := table[state+uint32(symbols[c])]
		if e >= matched {
			return state, i
		}
		state = e
	}
	return state, len(text)
}

// interleaved is Lines for a block that is divided into parts.
func (m *Machine) interleaved(b []byte, from int, dst []int) (lines []int, ok bool) {
	a := m.lineAutomaton()
	var cs [chains]chain
	var states [chains]uint32
	start := from
	for i := range cs {
		end := max(start, from+(len(b)-from)/chains*(i+1))
		if n := bytes.IndexByte(b[end:], '\n'); n >= 0 && i < chains-1 {
			end += n + 1
		} else {
			end = len(b)
		}
		cs[i] = chain{start, end}
		if start == end {
			cs[i].at++ // there is no line to search
		}
		states[i] = a.initial(edge)
		m.found[i] = m.found[i][:0]
		start = end
	}
	s := scan{a, b, cs[:], states[:]}
	for more := true; more; {
		if more, ok = s.together(&states, &m.found); !ok {
			return dst, false
		}
	}
	for i := range cs {
		if m.found[i], ok = s.rest(i, m.found[i]); !ok {
			return dst, false
		}
	}
	for i, found := range m.found {
		dst = append(dst, found...)
		if cap(found) > keepFound {
			m.found[i] = nil
		}
	}
	return dst, true
}

// together advances all chains until one needs a step, and does it. more is false if one chain is at its end.
func (s *scan) together(states *[chains]uint32, found *[chains][]int) (more, ok bool) {
	n := len(s.block)
	for _, c := range s.chains {
		n = min(n, c.end-c.at)
	}
	if n <= 0 {
		return false, true
	}
	at := func(i int) []byte { return s.block[s.chains[i].at:] }
	n = runAll(s.table, &s.decoder.symbols, at(0), at(1), at(2), at(3), n, states)
	s.cache.searched += chains * n
	for i := range s.chains {
		c := &s.chains[i]
		if c.at += n; c.at == c.end {
			continue
		}
		at := c.at
		yes, ok := s.step(i)
		if !ok {
			return false, false
		}
		if yes {
			found[i] = append(found[i], at)
		}
	}
	return true, true
}

// runAll is run on n bytes of four texts at the same time, each with its own state.
func runAll(table []uint32, symbols *[256]uint8, t0, t1, t2, t3 []byte, n int, states *[chains]uint32) int {
	t0, t1, t2, t3 = t0[:n], t1[:n], t2[:n], t3[:n]
	s0, s1, s2, s3 := states[0], states[1], states[2], states[3]
	i := 0
	for ; i < len(t0); i++ {
		e0 := table[s0+uint32(symbols[t0[i]])]
		e1 := table[s1+uint32(symbols[t1[i]])]
		e2 := table[s2+uint32(symbols[t2[i]])]
		e3 := table[s3+uint32(symbols[t3[i]])]
		if e0|e1|e2|e3 >= matched {
			break
		}
		s0, s1, s2, s3 = e0, e1, e2, e3
	}
	*states = [chains]uint32{s0, s1, s2, s3}
	return i
}
