package dfa

// Machine runs a Program. It keeps as many states as fit its budget. It is not safe for concurrent
// use.
//
// If the states do not fit, they are discarded and built again. If that happens several times in a
// row before the states were useful, the Machine gives up: from then on its methods only return ok
// false, and another engine must repeat the search from the beginning of that call.
type Machine struct {
	program *Program
	cache   cache
	// The automata, nil until they are needed.
	lines, texts, ends, starts *automaton
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
