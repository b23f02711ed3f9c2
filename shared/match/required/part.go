package required

import "regexp/syntax"

// part is what is known about the matches of a part of an expression.
type part struct {
	exact  bool // the matches are exactly prefix, which then equals suffix
	prefix set  // a match begins with one of these
	suffix set  // a match ends with one of these
	inner  set  // a match contains one of these, the best set within the part; may be unknown
}

// anything returns a part about which nothing is known.
func anything() part { return part{prefix: nothingRead(), suffix: nothingRead()} }

func exactly(s set) part { return part{exact: true, prefix: s, suffix: s, inner: s} }

// inexact returns p as a part that may also match other texts.
func (p part) inexact() part {
	p.exact = false
	p.prefix.certain, p.suffix.certain, p.inner.certain = false, false, false
	return p
}

// partOf returns the part for an expression.
func partOf(re *syntax.Regexp) part {
	switch re.Op {
	case syntax.OpNoMatch:
		return exactly(set{certain: true})
	case syntax.OpEmptyMatch:
		return exactly(nothingRead())
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		s := nothingRead()
		s.certain = false // it matches only at some positions
		return exactly(s)
	case syntax.OpLiteral:
		return literal(re)
	case syntax.OpCharClass:
		return class(re.Rune)
	case syntax.OpCapture:
		return partOf(re.Sub[0])
	case syntax.OpQuest:
		return optional(partOf(re.Sub[0]))
	case syntax.OpPlus:
		return repeat(partOf(re.Sub[0]), 1, -1)
	case syntax.OpRepeat:
		return repeat(partOf(re.Sub[0]), re.Min, re.Max)
	case syntax.OpConcat:
		p := partOf(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			p = concat(p, partOf(sub))
		}
		return p
	case syntax.OpAlternate:
		parts := make([]part, len(re.Sub))
		for i, sub := range re.Sub {
			parts[i] = partOf(sub)
		}
		return alternate(parts)
	}
	return anything()
}

func (p part) best() set { return better(p.prefix, better(p.suffix, p.inner)) }

// concat returns the part for a followed by b.
func concat(a, b part) part {
	joined, ok := cross(a.suffix, b.prefix)
	if ok && a.exact && b.exact {
		p := exactly(joined)
		p.inner = better(a.inner, b.inner)
		p.inner.certain = false
		return p
	}
	p := part{prefix: a.prefix, suffix: b.suffix}
	if a.exact && ok {
		p.prefix = joined
	}
	if b.exact && ok {
		p.suffix = joined
	}
	p.inner = better(better(a.best(), b.best()), joined)
	return p.inexact()
}

// alternate returns the part for any one of parts.
func alternate(parts []part) part {
	exact := true
	prefix, suffix, inner := newUnion(), newUnion(), newUnion()
	for _, a := range parts {
		if a.exact && len(a.prefix.texts) == 0 {
			continue // it matches nothing
		}
		exact = exact && a.exact
		prefix.add(a.prefix)
		suffix.add(a.suffix)
		inner.add(a.best())
	}
	p := part{exact: exact && !prefix.full, prefix: prefix.set(), suffix: suffix.set()}
	if !p.exact {
		p = p.inexact()
	}
	p.inner = inner.set() // certain if each alternative has a certain one
	return p
}

func optional(p part) part { return alternate([]part{p, exactly(nothingRead())}) }

// repeat returns the part for p repeated from least to most times, without limit if most < 0.
func repeat(p part, least, most int) part {
	switch {
	case most == 0:
		return exactly(nothingRead())
	case least == 0 && most < 0:
		return anything()
	case least == 0:
		return optional(repeat(p, 1, most))
	}
	r := p
	n := 1
	for ; n < least && (r.exact || n < 2); n++ {
		r = concat(r, p)
	}
	if r.exact && most >= 0 {
		if all, ok := powers(r.prefix, p.prefix, most-least); ok {
			r.prefix, r.suffix, r.inner.certain = all, all, false
			return r
		}
	}
	return r.inexact() // more repetitions begin and end in the same way
}

// powers returns the texts of s followed by up to n texts of p. It returns false if there are too many.
func powers(s, p set, n int) (set, bool) {
	all := newUnion()
	all.add(s)
	for range n {
		var ok bool
		if s, ok = cross(s, p); !ok || len(all.texts)+len(s.texts) > maxCrossed {
			return set{}, false
		}
		all.add(s)
	}
	return all.set(), true
}
