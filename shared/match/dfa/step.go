package dfa

import (
	"regexp/syntax"
	"slices"
)

// advance advances work by symbol. again: it was the end of a line and another begins; work is then of no use.
func (a *automaton) advance(symbol int) (again bool) {
	w := &a.work
	w.ago = 0
	if w.node != 0 {
		next := int16(0)
		if symbol != a.end {
			next = a.decoder.next(w.node, a.decoder.samples[symbol])
		}
		switch {
		case next > 0:
			w.node = uint16(next)
			return false
		case next < 0:
			w.node = 0
			a.take(uint16(^next))
			a.settle()
			return false
		}
		if a.abandon(); a.kind == exists && w.ago > 0 {
			return false
		}
	}
	next := a.contextOf(symbol)
	again = a.lines && next == newline
	if again {
		next = edge
	}
	a.judge(next, 1)
	if symbol == a.end || again {
		w.threads = w.threads[:0]
		return again
	}
	if next := a.first(symbol); next > 0 {
		w.node, w.prev = uint16(next), other
	} else {
		a.take(uint16(^next))
		a.settle()
	}
	return false
}

// abandon treats the bytes read of an incomplete character as invalid bytes, each of them U+FFFD.
func (a *automaton) abandon() {
	w := &a.work
	for pending := a.decoder.nodes[w.node].pending; pending > 0; pending-- {
		a.take(a.decoder.invalid)
		if pending > 1 {
			a.judge(other, pending)
			if a.kind == exists && w.ago > 0 {
				return
			}
		}
	}
	w.node = 0
}

// first returns what symbol leads to as the first of a character, in the form of decoder.root.
func (a *automaton) first(symbol int) int16 {
	if a.decoder == nil {
		return ^int16(symbol)
	}
	return a.decoder.root[a.decoder.samples[symbol]]
}

func (a *automaton) contextOf(symbol int) context {
	switch {
	case symbol == a.end:
		return edge
	case a.decoder == nil:
		return a.alphabet.contexts[symbol]
	}
	return contextOf(a.alphabet, a.decoder.samples[symbol])
}

// take advances the threads past a character of class.
func (a *automaton) take(class uint16) {
	w := &a.work
	a.list = a.list[:0]
	a.round++
	for _, pc := range w.threads {
		to := pc
		if pc != a.restart {
			in := &a.program.insts[pc]
			if in.op != opTake || !a.program.takes[in.set].has(int(class)) {
				continue
			}
			to = in.out
		}
		if a.seen[to] != a.round {
			a.seen[to] = a.round
			a.list = append(a.list, to)
		}
	}
	w.threads, a.list = a.list, w.threads
	w.prev = a.alphabet.contexts[class]
}

// ahead are the assertions that depend on the next character.
const ahead = syntax.EmptyEndLine | syntax.EmptyEndText | syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary

// settle normalizes work after a character, so that as many states as possible are equal.
func (a *automaton) settle() {
	w := &a.work
	var asks syntax.EmptyOp
	restarts := false
	for _, pc := range w.threads {
		if pc == a.restart {
			restarts = true
		} else {
			asks |= a.program.reach[pc]
		}
	}
	if asks&ahead == 0 {
		a.follow(w.prev, other, false)
		asks = 0
	}
	if restarts {
		asks |= a.program.reach[a.program.start]
	}
	if asks == 0 {
		w.prev = other
	}
	if a.kind != leftmost {
		slices.Sort(w.threads)
	}
}

// judge moves the threads past forks and assertions before next, and records a match here as ago symbols old.
func (a *automaton) judge(next context, ago uint8) {
	w := &a.work
	a.follow(w.prev, next, true)
	if i := slices.IndexFunc(w.threads, func(pc uint16) bool {
		return pc != a.restart && a.program.insts[pc].op == opMatch
	}); i >= 0 {
		w.ago = ago
		w.threads = slices.Delete(w.threads, i, i+1)
	}
	if a.kind != leftmost {
		slices.Sort(w.threads)
	}
}

// follow replaces the threads by what forks and assertions between prev and next lead to, with restart if set.
func (a *automaton) follow(prev, next context, restarts bool) {
	w := &a.work
	holds := assertions(prev, next)
	a.list = a.list[:0]
	a.round++
	for _, pc := range w.threads {
		stop := false
		if pc == a.restart {
			if restarts {
				stop = a.visit(a.program.start, holds)
			}
			if !stop {
				a.list = append(a.list, pc)
			}
		} else {
			stop = a.visit(pc, holds)
		}
		if stop {
			break
		}
	}
	w.threads, a.list = a.list, w.threads
}

// visit appends to list what pc leads to if the assertions in holds hold, in order of preference and without what was
// seen in this round. It reports whether that ends the list of threads, because a match removes those after it.
func (a *automaton) visit(pc uint16, holds syntax.EmptyOp) (stop bool) {
	a.stack = append(a.stack[:0], pc)
	for len(a.stack) > 0 {
		pc := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		if a.seen[pc] == a.round {
			continue
		}
		a.seen[pc] = a.round
		switch in := &a.program.insts[pc]; in.op {
		case opFork:
			a.stack = append(a.stack, in.arg, in.out)
		case opAssert:
			if in.asserts&^holds == 0 {
				a.stack = append(a.stack, in.out)
			}
		case opTake:
			a.list = append(a.list, pc)
		case opMatch:
			a.list = append(a.list, pc)
			if a.kind == leftmost {
				return true
			}
		case opFail:
		}
	}
	return false
}

// assertions returns the assertions that hold between prev and next.
func assertions(prev, next context) syntax.EmptyOp {
	var holds syntax.EmptyOp
	switch prev {
	case edge:
		holds = syntax.EmptyBeginText | syntax.EmptyBeginLine
	case newline:
		holds = syntax.EmptyBeginLine
	case other, word:
	}
	switch next {
	case edge:
		holds |= syntax.EmptyEndText | syntax.EmptyEndLine
	case newline:
		holds |= syntax.EmptyEndLine
	case other, word:
	}
	if (prev == word) != (next == word) {
		return holds | syntax.EmptyWordBoundary
	}
	return holds | syntax.EmptyNoWordBoundary
}
