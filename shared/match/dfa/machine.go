package dfa

// A Machine runs a Program. It keeps the states that were made, as many as fit
// its budget, and belongs to one goroutine.
//
// When the states do not fit they are thrown away and made anew. Where that
// comes to pass again and again before they were of use, the Machine gives up:
// from then on its methods do nothing but return ok false, and another engine
// must take the search from the beginning of that call.
type Machine struct {
	program *Program
	cache   cache
	// The automata, nil until they are needed.
	lines, texts, ends, starts *automaton
	found                      [chains][]int // what each chain of Lines has found
}

// Machine gives a Machine that runs p and keeps about budget bytes of states,
// but at least two of them. It allocates nothing for states until one is needed.
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
