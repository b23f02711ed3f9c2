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

// Machine returns a Machine that runs p and keeps about budget bytes of states, but at least two
// states. It allocates nothing for states until one is needed.
func (p *Program) Machine(budget int) *Machine {
	return &Machine{program: p, cache: cache{budget: budget, patience: patience}}
}

func (m *Machine) lineAutomaton() *automaton {
	if m.lines == nil {
		m.lines = m.automaton(exists, true)
	}
	return m.lines
}

func (m *Machine) textAutomaton() *automaton {
	if m.program.linewise {
		return m.lineAutomaton()
	}
	if m.texts == nil {
		m.texts = m.automaton(exists, false)
	}
	return m.texts
}

func (m *Machine) endAutomaton() *automaton {
	if m.ends == nil {
		m.ends = m.automaton(leftmost, false)
	}
	return m.ends
}

func (m *Machine) startAutomaton() *automaton {
	if m.starts == nil {
		m.starts = m.automaton(longest, false)
	}
	return m.starts
}

func (m *Machine) automaton(k kind, lines bool) *automaton {
	p, d := m.program.forward, m.program.decoder
	if k == longest {
		p, d = m.program.backward(), nil
	}
	a := newAutomaton(k, p, m.program.alphabet, d, lines, &m.cache)
	m.cache.automata = append(m.cache.automata, a)
	return a
}

const (
	// patience is how many times in a row the states may be discarded before they were useful.
	patience = 3
	// useful is the number of bytes that must be searched per state, or the search would have been
	// faster without the automaton (RE2's figure).
	useful = 10
	// overhead is the approximate size of a state in addition to its row and its key: two string
	// headers, a number, and a share of the map's empty slots.
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

// full reports whether there is no room for another state of a. There is always room for two,
// without which nothing could be done.
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
