package dfa

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// opcode is the operation of an instruction.
type opcode uint8

const (
	opFail   opcode = iota
	opTake          // take a character of sets[set], go to out
	opFork          // go to out, or if that fails to arg
	opAssert        // go to out if asserts holds here
	opMatch
)

// inst is an instruction of a program: a syntax.Inst other than those that do nothing.
type inst struct {
	op            opcode
	out, arg, set uint16
	asserts       syntax.EmptyOp
}

// program is a nondeterministic automaton over characters.
type program struct {
	insts   []inst
	start   uint16
	sets    [][]rune       // distinct sets of characters, each as ranges [lo, hi] in pairs
	takes   []bitset       // for each of sets the classes of an alphabet that are in it
	asserts syntax.EmptyOp // all that occur
	// reach is, for each instruction, the assertions that can be reached from it before a character is taken.
	reach []syntax.EmptyOp
}

// size returns approximately how many instructions re compiles to, at most maxInsts+1.
func size(re *syntax.Regexp) int {
	n := 1
	for _, sub := range re.Sub {
		n = min(n+size(sub), maxInsts+1)
	}
	switch re.Op {
	case syntax.OpLiteral:
		n = min(len(re.Rune), maxInsts+1)
	case syntax.OpRepeat:
		n = min(n*max(re.Min+1, re.Max), maxInsts+1)
	}
	return n
}

func newProgram(re *syntax.Regexp) (*program, error) {
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, err
	}
	if len(prog.Inst) > 2*maxInsts-2 { // one number is reserved for restart
		return nil, ErrLarge
	}
	p := &program{insts: make([]inst, len(prog.Inst)), start: target(prog, uint32(prog.Start))}
	sets := map[string]uint16{}
	for i := range prog.Inst {
		p.insts[i] = p.translate(prog, &prog.Inst[i], sets)
	}
	p.computeReach()
	return p, nil
}

// target returns the instruction that pc leads to through those that do nothing.
func target(prog *syntax.Prog, pc uint32) uint16 {
	for prog.Inst[pc].Op == syntax.InstNop || prog.Inst[pc].Op == syntax.InstCapture {
		pc = prog.Inst[pc].Out
	}
	return uint16(pc)
}

func (p *program) translate(prog *syntax.Prog, in *syntax.Inst, sets map[string]uint16) inst {
	switch in.Op {
	case syntax.InstMatch:
		return inst{op: opMatch}
	case syntax.InstAlt, syntax.InstAltMatch:
		return inst{op: opFork, out: target(prog, in.Out), arg: target(prog, in.Arg)}
	case syntax.InstEmptyWidth:
		p.asserts |= syntax.EmptyOp(in.Arg)
		return inst{op: opAssert, out: target(prog, in.Out), asserts: syntax.EmptyOp(in.Arg)}
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		ranges := characters(in)
		set, known := sets[string(ranges)]
		if !known {
			set = uint16(len(p.sets))
			sets[string(ranges)] = set
			p.sets = append(p.sets, ranges)
		}
		return inst{op: opTake, out: target(prog, in.Out), set: set}
	}
	return inst{op: opFail} // also for the instructions that target skips
}

// characters returns the ranges of characters that in takes.
func characters(in *syntax.Inst) []rune {
	switch in.Op {
	case syntax.InstRuneAny:
		return []rune{0, utf8.MaxRune}
	case syntax.InstRuneAnyNotNL:
		return []rune{0, '\n' - 1, '\n' + 1, utf8.MaxRune}
	}
	if len(in.Rune) != 1 {
		return in.Rune
	}
	r := in.Rune[0]
	ranges := []rune{r, r}
	if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			ranges = append(ranges, f, f)
		}
	}
	return ranges
}

// computeReach computes reach by passing over the instructions forwards and backwards until nothing changes.
func (p *program) computeReach() {
	p.reach = make([]syntax.EmptyOp, len(p.insts))
	for changed := p.asserts != 0; changed; {
		changed = false
		for i := range 2 * len(p.insts) {
			pc := i
			if i >= len(p.insts) {
				pc = 2*len(p.insts) - 1 - i
			}
			in := &p.insts[pc]
			all := in.asserts
			if in.op == opAssert || in.op == opFork {
				all |= p.reach[in.out]
			}
			if in.op == opFork {
				all |= p.reach[in.arg]
			}
			if all != p.reach[pc] {
				p.reach[pc], changed = all, true
			}
		}
	}
}

// startsOnlyIf reports whether a match can start only where at least one of the assertions in begin holds.
func (p *program) startsOnlyIf(begin syntax.EmptyOp) bool {
	seen := make([]bool, len(p.insts))
	for stack := []uint16{p.start}; len(stack) > 0; {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		switch in := &p.insts[pc]; in.op {
		case opFork:
			stack = append(stack, in.out, in.arg)
		case opAssert:
			if in.asserts&begin == 0 {
				stack = append(stack, in.out)
			}
		case opTake, opMatch:
			return false
		case opFail:
		}
	}
	return true
}

// reverse returns the expression that matches the reversed matches of re. It shares parts with re.
func reverse(re *syntax.Regexp) *syntax.Regexp {
	back := *re
	back.Sub = make([]*syntax.Regexp, len(re.Sub))
	for i, sub := range re.Sub {
		back.Sub[i] = reverse(sub)
	}
	switch re.Op {
	case syntax.OpConcat:
		slices.Reverse(back.Sub)
	case syntax.OpLiteral:
		back.Rune = slices.Clone(re.Rune)
		slices.Reverse(back.Rune)
	case syntax.OpBeginLine:
		back.Op = syntax.OpEndLine
	case syntax.OpEndLine:
		back.Op = syntax.OpBeginLine
	case syntax.OpBeginText:
		back.Op = syntax.OpEndText
	case syntax.OpEndText:
		back.Op = syntax.OpBeginText
	}
	return &back
}

// bitset is a set of small numbers.
type bitset []uint64

func (s bitset) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s bitset) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// classify computes takes.
func (p *program) classify(a *alphabet) {
	p.takes = make([]bitset, len(p.sets))
	for i, ranges := range p.sets {
		set := make(bitset, (a.count+63)/64)
		a.intervals(ranges, func(n int) { set.add(int(a.class[n])) })
		p.takes[i] = set
	}
}

func (p *program) anyTakes(class uint16) bool {
	return slices.ContainsFunc(p.takes, func(s bitset) bool { return s.has(int(class)) })
}

func (p *program) takesBeyondASCII() bool {
	return slices.ContainsFunc(p.sets, func(ranges []rune) bool {
		return len(ranges) > 0 && slices.Max(ranges) >= utf8.RuneSelf
	})
}
