package dfa

// Machine runs a Program. It keeps as many states as fit its budget. It is not safe for concurrent use.
//
// If the states do not fit, they are discarded and built again. If that happens several times in a
// row before the states were useful, the Machine gives up: from then on its methods only return ok
// false, and another engine must repeat the search from the beginning of that call.
type Machine struct {
	program                    *Program
	cache                      cache
	lines, texts, ends, starts *automaton    // nil until they are needed
	found                      [chains][]int // the lines that each chain of Lines found
}

// Machine returns a Machine that runs p and keeps about budget bytes of states, but at least two states.
func (p *Program) Machine(budget int) *Machine {
	return &Machine{program: p, cache: cache{budget: budget, patience: patience}}
}

func (m *Machine) lineAutomaton() *automaton  { return m.automaton(&m.lines, exists, true) }
func (m *Machine) endAutomaton() *automaton   { return m.automaton(&m.ends, leftmost, false) }
func (m *Machine) startAutomaton() *automaton { return m.automaton(&m.starts, longest, false) }

func (m *Machine) textAutomaton() *automaton {
	if m.program.linewise {
		return m.lineAutomaton()
	}
	return m.automaton(&m.texts, exists, false)
}

// automaton returns *made, which it sets if it is nil.
func (m *Machine) automaton(made **automaton, k kind, lines bool) *automaton {
	if *made != nil {
		return *made
	}
	p, d := m.program.forward, m.program.decoder
	if k == longest {
		p, d = m.program.backward(), nil
	}
	*made = newAutomaton(k, p, m.program.alphabet, d, lines, &m.cache)
	m.cache.automata = append(m.cache.automata, *made)
	return *made
}

const (
	// patience is how many times in a row the states may be discarded before they were useful.
	patience = 3
	// useful is the bytes searched per state below which the automaton makes a search slower (RE2's figure).
	useful = 10
	// overhead is the size of a state without row and key: two string headers, a number, a share of the map.
	overhead = 64
)

// cache counts the states of all automata of a Machine.
type cache struct {
	budget, patience int // maximum bytes of states, and maximum number of useless discards in a row
	used             int // bytes used by states
	states           int // built since they were last discarded
	searched         int // bytes searched since then
	vain             int // times in a row that states were discarded before they were useful
	givenUp          bool
	automata         []*automaton
}

// full reports whether there is no room for another state of a. There is always room for the two that are needed.
func (c *cache) full(a *automaton) bool {
	return c.used+4*a.stride+len(a.key)+overhead > c.budget && c.states >= 2
}

func (c *cache) charge(a *automaton, key string) {
	c.used += 4*a.stride + len(key) + overhead
	c.states++
}

// clear discards the states of all automata. It returns false if the Machine gives up instead.
func (c *cache) clear() bool {
	if c.searched >= useful*c.states {
		c.vain = 0
	} else if c.vain++; c.vain >= c.patience {
		c.givenUp = true
		return false
	}
	for _, a := range c.automata {
		a.reset()
	}
	c.used, c.states, c.searched = 0, 0, 0
	return true
}
