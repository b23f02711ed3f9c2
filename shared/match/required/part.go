package required

import "regexp/syntax"

// A part is what is known of the matches of a part of an expression.
type part struct {
	exact  bool // a match is one of prefix, which are those of suffix
	prefix set  // a match begins with one of these
	suffix set  // and ends with one of these
	inner  set  // and holds one of these, the best set within the part; may be unknown
}

// anything gives the part of which nothing is known.
func anything() part { return part{prefix: nothingRead(), suffix: nothingRead()} }

// exactly gives the part that matches s.
func exactly(s set) part { return part{exact: true, prefix: s, suffix: s, inner: s} }

// inexact gives p as a part that matches more than is known of it.
func (p part) inexact() part {
	p.exact = false
	p.prefix.certain, p.suffix.certain, p.inner.certain = false, false, false
	return p
}

// partOf walks the tree of an expression.
func partOf(re *syntax.Regexp) part {
	switch re.Op {
	case syntax.OpNoMatch:
		return exactly(set{certain: true})
	case syntax.OpEmptyMatch:
		return exactly(nothingRead())
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		s := nothingRead()
		s.certain = false // it holds only at some places
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

// best gives the best of the sets of p.
func (p part) best() set { return better(p.prefix, better(p.suffix, p.inner)) }

// concat is a followed by b.
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

// alternate is any one of parts.
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
	p.inner = inner.set() // certain if each alternative has one that is
	return p
}

func optional(p part) part { return alternate([]part{p, exactly(nothingRead())}) }

// repeat is p from least to most times in a row, without bound if most < 0.
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
	return r.inexact() // what so many times begin and end with, more times do
}

// powers gives the texts of s, and those with up to n texts of p behind; false if
// they are too many.
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
