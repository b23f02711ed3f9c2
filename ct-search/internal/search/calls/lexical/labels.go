package lexical

import (
	"bytes"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// In Swift and Kotlin, functions of one name differ in the names of their parameters, which a call may or must say.

// labels are how a language says the name of a parameter in a call.
type labels struct {
	said  *lazy.Expression // at a call, the name that an argument begins with
	order bool             // arguments stand in the order of the parameters
}

var (
	swiftLabels  = &labels{said: lazy.Regexp(`^(\w+)\s*:`), order: true}
	kotlinLabels = &labels{said: lazy.Regexp(`^(\w+)\s*=(?:[^=]|$)`)}
	parameter    = lazy.Regexp(`^(?:@\w+(?:\([^()]*\))?\s+)*((?:\w+\s+)*\w+)\s*:`)
	defaulted    = lazy.Regexp(`[^=!<>]=(?:[^=]|$)`)
)

// labelsOf returns the parameters of a function by the names that calls give them.
func (x *Reader) labelsOf(d *source.Declaration) []resolve.Label {
	if x.rules.labels == nil {
		return nil
	}
	list, ok := x.list(withoutStrings(x.Text[d.Name.End:max(d.Signature.End, d.Name.End)]))
	if !ok || len(list) == 0 {
		return nil
	}
	var all []resolve.Label
	for _, p := range parted(list) {
		if len(p) == 0 { // after the last comma
			continue
		}
		one := resolve.Label{Default: defaulted.Get().Match(p)}
		if m := parameter.Get().FindSubmatch(p); m != nil {
			words := bytes.Fields(m[1])
			at := len(words) - 1
			if x.rules.labels.order {
				at = 0
				one.Any = bytes.HasSuffix(bytes.TrimSpace(p), []byte("..."))
			} else {
				one.Any = slices.ContainsFunc(words[:at], func(w []byte) bool { return string(w) == "vararg" })
			}
			if one.Name = string(words[at]); one.Name == "_" {
				one.Name = ""
			}
		}
		all = append(all, one)
	}
	return all
}

// said returns the names that the arguments of a call have, empty for one without, and whether a block that follows is an argument as
// well. ok is false if that is not seen.
func (x *Reader) said(c *source.Call) (names []string, block resolve.Block, ok bool) {
	if x.rules.labels == nil || c.Spread || c.SpreadNames {
		return nil, resolve.NoBlock, false
	}
	block = x.blockAfter(c)
	list, ok := x.list(withoutStrings(x.Text[c.Callee.End:max(c.Span.End, c.Callee.End)]))
	if !ok || len(list) == 0 {
		return nil, block, c.Positional+len(c.Keywords) == 0 || block != resolve.NoBlock
	}
	for _, p := range parted(list) {
		name := ""
		if m := x.rules.labels.said.Get().FindSubmatch(p); m != nil {
			name = string(m[1])
		}
		names = append(names, name)
	}
	return names, block, len(names) == c.Positional+len(c.Keywords)
}

// blockAfter says whether the block that follows a call is an argument: after a word such as if it is what that runs.
func (x *Reader) blockAfter(c *source.Call) resolve.Block {
	if !bytes.HasPrefix(bytes.TrimLeft(x.Text[c.Span.End:], " \t"), []byte("{")) {
		return resolve.NoBlock
	}
	line := x.Text[bytes.LastIndexByte(x.Text[:c.Callee.Start], '\n')+1 : c.Callee.Start]
	if condition.Get().Match(line) {
		return resolve.MaybeBlock
	}
	return resolve.IsBlock
}

// condition is the beginning of a line after which a block may be no argument: of a statement with a condition or of a further line of
// one, or of a class whose base is made.
var condition = lazy.Regexp(`\b(?:if|while|guard|for|switch|in|else|catch|where|class|object)\b|^\s*(?:let|var)\s.*=|&&|\|\||^\s*$`)

// withoutStrings returns code with what its strings contain replaced by blanks.
func withoutStrings(code []byte) []byte {
	var out []byte
	for i, in := 0, false; i < len(code); i++ {
		switch c := code[i]; {
		case c == '"':
			in = !in
		case in:
			if out == nil {
				out = bytes.Clone(code)
			}
			if out[i] = ' '; c == '\\' && i+1 < len(code) {
				i++
				out[i] = ' '
			}
		}
	}
	if out == nil {
		return code
	}
	return out
}

// byLabels returns those of some functions that take the arguments of a call; of several, those that need the fewest defaults.
func byLabels(l *labels, c *resolve.Callee, all []*resolve.Definition) []*resolve.Definition {
	var fit []*resolve.Definition
	best := 0
	for _, t := range all {
		left, ok := l.takes(t.Labels, c.Labels, c.Block)
		if c.Block == resolve.MaybeBlock {
			left = 0
		}
		switch {
		case !ok || len(fit) > 0 && left > best:
		case len(fit) == 0 || left < best:
			fit, best = []*resolve.Definition{t}, left
		default:
			fit = append(fit, t)
		}
	}
	return fit
}

// takes reports whether parameters take the arguments with some names, and how many are left to their defaults.
func (l *labels) takes(parameters []resolve.Label, names []string, block resolve.Block) (left int, ok bool) {
	used, ok := l.assign(parameters, names)
	if !ok {
		return 0, false
	}
	open := 0
	for i, p := range parameters {
		switch {
		case used[i]:
		case p.Default || p.Any:
			left++
		default:
			open++
		}
	}
	last := len(used) > 0 && !used[len(used)-1]
	switch {
	case open == 0 && block == resolve.IsBlock:
		return left, last || l.order && left > 0
	case open == 0:
		return left, true
	}
	return left, block != resolve.NoBlock && (l.order || open == 1 && last)
}

// assign returns the parameters that arguments with some names are for; ok is false if one of them is for none.
func (l *labels) assign(parameters []resolve.Label, names []string) (used []bool, ok bool) {
	used = make([]bool, len(parameters))
	at := 0
	for _, name := range names {
		i := at
		for i < len(parameters) && !l.means(parameters[i], name) {
			if l.order && !parameters[i].Default && !used[i] {
				return nil, false
			}
			i++
		}
		if i == len(parameters) {
			return nil, false
		}
		used[i] = true
		switch {
		case parameters[i].Any:
			at = i
		case l.order || name == "":
			at = i + 1
		}
	}
	return used, true
}

// means reports whether an argument with a name, empty for none, may be for a parameter.
func (l *labels) means(p resolve.Label, name string) bool {
	return p.Name == name || name == "" && (!l.order || p.Any)
}
