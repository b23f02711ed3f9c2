package dfa

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
)

// kind is the purpose of an automaton.
type kind uint8

const (
	// exists: whether there is a match. A state is a set, and the first match found ends the search.
	exists kind = iota
	// leftmost: the end of the leftmost-first match. A state is a list by preference; a match removes what is after it.
	leftmost
	// longest: the start of the longest match that ends at a given position. A state is a set.
	longest
)

// An entry of the table is the next state, as the start of its row, with these flags; without them it is < matched.
const (
	matched = 1 << 29 // a match ends at or shortly before the symbol
	dead    = 1 << 30 // nothing can match any more
	unknown = 1 << 31 // not computed yet
	rows    = matched - 1
)

// automaton is a deterministic automaton of one kind with the states built so far.
type automaton struct {
	kind     kind
	lines    bool // a newline ends one text and begins another
	anchored bool // a match can only start where the search starts
	program  *program
	alphabet *alphabet
	decoder  *decoder // nil if symbols are classes of the alphabet
	end      int      // the symbol for the end of the text
	restart  uint16   // the thread that stands for a match that may start anywhere later
	cache    *cache

	stride int // length of a row, a power of two
	table  []uint32
	keys   []string          // each state as state.append encodes it
	index  map[string]uint32 // from key to row
	begin  [edge + 1]uint32  // the start states, by the context before

	work  state
	key   []byte
	list  []uint16 // buffer in which the next threads of work are built
	stack []uint16
	seen  []uint32 // for each instruction the last round that reached it
	round uint32
}

// state is what an automaton knows about the text so far.
type state struct {
	// threads are the instructions at which matches may be; a set is sorted. They are after forks and assertions, but
	// before those where an assertion needs the next character. What restart leads to is not included.
	threads []uint16
	prev    context // the context before; other if that no longer matters
	node    uint16  // node of the decoder; nonzero within a character, when all assertions are decided
	// ago says how many symbols before the end of the last one a match ended; 0 means no match.
	ago uint8
}

// append appends the encoding of s to b.
func (s *state) append(b []byte) []byte {
	b = append(b, uint8(s.prev), s.ago)
	b = binary.LittleEndian.AppendUint16(b, s.node)
	for _, pc := range s.threads {
		b = binary.LittleEndian.AppendUint16(b, pc)
	}
	return b
}

// set decodes s from what append wrote.
func (s *state) set(key string) {
	s.prev, s.ago = context(key[0]), key[1]
	s.node = uint16(key[2]) | uint16(key[3])<<8
	s.threads = s.threads[:0]
	for i := 4; i < len(key); i += 2 {
		s.threads = append(s.threads, uint16(key[i])|uint16(key[i+1])<<8)
	}
}

func agoOf(key string) int { return int(key[1]) }

// newAutomaton returns an automaton of p. If d is nil, its symbols are the classes of a, for characters read backwards.
func newAutomaton(k kind, p *program, a *alphabet, d *decoder, lines bool, c *cache) *automaton {
	m := &automaton{kind: k, lines: lines, program: p, alphabet: a, decoder: d, cache: c}
	m.restart = uint16(len(p.insts))
	m.seen = make([]uint32, len(p.insts)+1)
	m.end = a.count
	if d != nil {
		m.end = len(d.samples)
	}
	for m.stride = 1; m.stride <= m.end; {
		m.stride *= 2
	}
	begin := syntax.EmptyBeginText
	if lines {
		begin |= syntax.EmptyBeginLine
	}
	m.anchored = k == longest || p.startsOnlyIf(begin)
	m.reset()
	return m
}

// reset discards all states.
func (a *automaton) reset() {
	a.table, a.keys = a.table[:0], a.keys[:0]
	clear(a.index)
	if a.index == nil {
		a.index = map[string]uint32{}
	}
	for i := range a.begin {
		a.begin[i] = unknown
	}
}

// initial returns the start state after context prev.
func (a *automaton) initial(prev context) uint32 {
	if a.begin[prev] == unknown {
		a.work = state{threads: a.work.threads[:0], prev: prev}
		if a.anchored {
			a.work.threads = append(a.work.threads, a.program.start)
		} else {
			a.work.threads = append(a.work.threads, a.restart)
		}
		a.settle()
		a.begin[prev], _ = a.intern(nil)
	}
	return a.begin[prev]
}

// entry returns what symbol leads to from live[i], or false if the cache gives up. It may renumber the states of live.
func (a *automaton) entry(live []uint32, i, symbol int) (e uint32, ok bool) {
	if e := a.table[int(live[i])+symbol]; e != unknown {
		return e, true
	}
	a.work.set(a.keys[int(live[i])/a.stride])
	again := a.advance(symbol)
	switch {
	case a.kind == exists && a.work.ago > 0:
		e = matched
	case again:
		e = a.initial(edge)
	default:
		if e, ok = a.intern(live); !ok {
			return 0, false
		}
		if a.work.ago > 0 {
			e |= matched
		}
		if len(a.work.threads) == 0 {
			e |= dead
		}
	}
	a.table[int(live[i])+symbol] = e
	return e, true
}

// intern returns the row of the state work, or false if the cache gives up. It may renumber those of live.
func (a *automaton) intern(live []uint32) (row uint32, ok bool) {
	a.key = a.work.append(a.key[:0])
	if row, known := a.index[string(a.key)]; known {
		return row, true
	}
	if a.cache.full(a) && live != nil {
		if !a.renew(live) {
			return 0, false
		}
		if row, known := a.index[string(a.key)]; known {
			return row, true
		}
	}
	return a.add(string(a.key)), true
}

// add adds the row of a new state.
func (a *automaton) add(key string) uint32 {
	row := uint32(len(a.table))
	a.table = slices.Grow(a.table, a.stride)[:len(a.table)+a.stride]
	for i := range a.stride {
		a.table[int(row)+i] = unknown
	}
	a.keys = append(a.keys, key)
	a.index[key] = row
	a.cache.charge(a, key)
	return row
}

// renew discards all states except those of live, and updates their numbers. It returns false if the cache gives up.
func (a *automaton) renew(live []uint32) bool {
	kept := make([]string, len(live))
	for i, row := range live {
		kept[i] = a.keys[int(row)/a.stride]
	}
	if !a.cache.clear() {
		return false
	}
	for i, key := range kept {
		row, known := a.index[key]
		if !known {
			row = a.add(key)
		}
		live[i] = row
	}
	return true
}
