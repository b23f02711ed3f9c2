package lookup

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
)

// mostBack is how far before its end the start of an index is looked for.
const mostBack = 300

// The ends of an index that is called, and of one that ends or begins with a text.
var (
	calledEnds = lazy.Value[[]*word]{Make: func() []*word { return words("](", "]?.(", "].call(", "].apply(", "]!(") }}
	textEnds   = lazy.Value[[]*word]{Make: func() []*word { return words("']", `"]`, "`]") }}
	textStarts = lazy.Value[[]*word]{Make: func() []*word { return words("['", `["`, "[`") }}
)

// words returns the words of texts.
func words(texts ...string) []*word {
	all := make([]*word, len(texts))
	for i, t := range texts {
		all[i] = newWord(t)
	}
	return all
}

// elements finds o[NAME] if a text spells the name, and o[NAME]() if it is computed.
func (f *finder) elements() {
	for _, w := range calledEnds.Get() {
		f.each(w, func(start, _ int) bool {
			f.element(f.opening(start), start, true)
			return true
		})
	}
	if !f.literals {
		return
	}
	for _, w := range textEnds.Get() {
		f.each(w, func(start, _ int) bool {
			f.element(f.opening(start+1), start+1, false)
			return true
		})
	}
	for _, w := range textStarts.Get() {
		f.each(w, func(start, _ int) bool {
			f.element(start, closing(f.text, start, f.syntax)-1, false)
			return true
		})
	}
}

// element adds the index in the brackets from opening to end.
func (f *finder) element(opening, end int, called bool) {
	if opening < 1 || end <= opening {
		return
	}
	if c := f.text[opening-1]; !isName(c) && c != ')' && c != ']' && c != '.' || f.assigned(end+1) {
		return
	}
	inner := bytes.TrimSpace(f.text[opening+1 : end])
	if len(inner) == 0 || inner[0] >= '0' && inner[0] <= '9' {
		return
	}
	if is := f.evaluate(inner, "", 0); is == spelled || called {
		f.add(opening, is)
	}
}

// opening returns where the bracket opens that closes at end, or -1.
func (f *finder) opening(end int) int {
	depth := 0
	for i := end; i >= max(0, end-mostBack); i-- {
		switch f.text[i] {
		case ']':
			depth++
		case '[':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// variables finds what PHP calls by variables, and pairs of an object and a name.
func (f *finder) variables() {
	for at := 0; !f.done(); {
		i := bytes.IndexByte(f.text[at:], '(')
		if i < 0 {
			break
		}
		f.callee(at + i)
		at += i + 1
	}
	f.each(newWord("new"), func(start, end int) bool {
		if bytes.HasPrefix(f.text[end:], []byte(" $")) {
			f.add(start, f.evaluate(f.text[end+1:skipName(f.text, end+2)], `\`, 0))
		}
		return true
	})
	for _, w := range pairStarts.Get() {
		f.each(w, func(start, end int) bool {
			f.pair(start, end-1)
			return true
		})
	}
}

// pairStarts begin a pair of an object, or a type, and a name.
var pairStarts = lazy.Value[[]*word]{Make: func() []*word { return words("[$", "array($", "::class,") }}

// callee adds what is called by the bracket at end, if that is a variable or computed.
func (f *finder) callee(end int) {
	start := end
	for start > 0 && isName(f.text[start-1]) {
		start--
	}
	if start == 0 {
		return
	}
	switch before := f.text[start-1]; {
	case start < end && before == '$':
		f.add(start-1, f.evaluate(f.text[start-1:end], "::", 0))
	case start == end && before == '}':
		from := max(0, end-mostBack)
		near := f.text[from:end]
		opening := from + max(bytes.LastIndex(near, []byte("->{")), bytes.LastIndex(near, []byte("::{"))) + 2
		if opening >= from+2 && closing(f.text, opening, f.syntax) == end {
			f.add(opening-2, f.evaluate(f.text[opening+1:end-1], "", 0))
		}
	}
}

// pair adds the name after the first comma from at, if a bracket closes after it.
func (f *finder) pair(start, at int) {
	line := f.text[:f.lineEnd(start)]
	comma := bytes.IndexAny(line[at:], ",]") + at
	if comma < at || line[comma] != ',' {
		return
	}
	end := bytes.IndexAny(line[comma+1:], "]),=") + comma + 1
	if end <= comma || line[end] == ',' || line[end] == '=' {
		return
	}
	if is := f.evaluate(line[comma+1:end], "", mostDepth); is == spelled {
		f.add(start, is)
	}
}

// pastes finds tokens that macros of C paste. If all of them are arguments, the uses of the macro in the file count.
func (f *finder) pastes() {
	for at := 0; !f.done(); {
		i := bytes.Index(f.text[at:], []byte("##"))
		if i < 0 {
			return
		}
		place := at + i
		start, end := f.logical(place)
		at = max(end, place+2)
		name, parameters, body := macro(f.text[start:end])
		if name == "" {
			continue
		}
		chains := chainsOf(body, parameters)
		best := never
		for _, chain := range chains {
			is := f.fitOf(chain)
			if is == unknown {
				is = max(is, f.used(name, parameters, chain))
			}
			best = max(best, is)
		}
		f.add(place, best)
	}
}

// logical returns the line of at with those that a backslash joins to it.
func (f *finder) logical(at int) (start, end int) {
	start = f.lineStart(at)
	joins := func(end int) bool { return bytes.HasSuffix(bytes.TrimRight(f.text[:end], "\r"), []byte(`\`)) }
	for start > 0 && joins(start-1) {
		start = f.lineStart(start - 1)
	}
	for end = f.lineEnd(at); end < len(f.text) && joins(end); {
		end = f.lineEnd(end + 1)
	}
	return start, end
}

// macro reads the definition of a macro with parameters; name is "" if the line is none.
func macro(line []byte) (name string, parameters []string, body []byte) {
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(line, " \t"), []byte("#"))
	if !ok {
		return "", nil, nil
	}
	if rest, ok = bytes.CutPrefix(bytes.TrimLeft(rest, " \t"), []byte("define")); !ok {
		return "", nil, nil
	}
	rest = bytes.TrimLeft(rest, " \t")
	opening, end := bytes.IndexByte(rest, '('), bytes.IndexByte(rest, ')')
	if opening <= 0 || end < opening || bytes.ContainsAny(rest[:opening], " \t") {
		return "", nil, nil
	}
	for p := range strings.SplitSeq(string(rest[opening+1:end]), ",") {
		p = strings.TrimSuffix(strings.Trim(p, " \t\\\r\n"), "...")
		parameters = append(parameters, p)
		if p == "" {
			parameters[len(parameters)-1] = "__VA_ARGS__"
		}
	}
	return string(rest[:opening]), parameters, rest[end+1:]
}

// chainsOf returns the tokens that the body of a macro pastes together; a parameter is computed.
func chainsOf(body []byte, parameters []string) [][]part {
	var all [][]part
	var chain []part
	pasting := false
	for i := 0; i < len(body); {
		switch c := body[i]; {
		case isName(c):
			start := i
			for i < len(body) && isName(body[i]) {
				i++
			}
			p := part{text: string(body[start:i]), fixed: true}
			if slices.Contains(parameters, p.text) {
				p = part{name: p.text}
			}
			if !pasting {
				chain = nil
			}
			chain = append(chain, p)
			if pasting && len(chain) > 1 {
				if len(chain) > 2 {
					all = all[:len(all)-1]
				}
				all = append(all, merged(slices.Clone(chain), ""))
			}
			pasting = false
		case bytes.HasPrefix(body[i:], []byte("##")):
			pasting = len(chain) > 0
			i += 2
		case c <= ' ' || c == '\\':
			i++
		default:
			chain, pasting = nil, false
			i++
		}
	}
	return all
}

// used compares the name with what a macro pastes where the file uses it.
func (f *finder) used(macro string, parameters []string, chain []part) fit {
	best := never
	f.each(newWord(macro), func(_, end int) bool {
		if end == len(f.text) || f.text[end] != '(' {
			return true
		}
		arguments := f.split(inside(f.text, end, closing(f.text, end, f.syntax)))
		if start, stop := f.logical(end); bytes.HasPrefix(bytes.TrimLeft(f.text[start:stop], " \t"), []byte("#")) {
			return true // another macro, whose arguments are computed
		}
		pasted := slices.Clone(chain)
		for i, p := range pasted {
			if at := slices.Index(parameters, p.name); !p.fixed && at >= 0 && at < len(arguments) {
				pasted[i] = part{text: string(bytes.TrimSpace(arguments[at])), fixed: true}
			}
		}
		best = max(best, f.fitOf(merged(pasted, "")))
		return best != spelled
	})
	return best
}

// joined finds the names that macros of Rust join: [<get_ $name>].
func (f *finder) joined() {
	for at := 0; !f.done(); {
		i := bytes.Index(f.text[at:], []byte("[<"))
		if i < 0 {
			return
		}
		start := at + i
		at = start + 2
		end := bytes.Index(f.text[at:f.lineEnd(at)], []byte(">]"))
		if end < 0 {
			continue
		}
		var parts []part
		for word := range strings.FieldsSeq(string(f.text[at : at+end])) {
			if word[0] == '$' {
				parts = append(parts, computed)
			} else {
				parts = append(parts, part{text: strings.Trim(word, `"`), fixed: true})
			}
		}
		if len(parts) > 0 && !slices.ContainsFunc(parts, func(p part) bool { return strings.ContainsAny(p.text, ":(),") }) {
			f.add(start, f.fitOf(merged(parts, "")))
		}
	}
}

// words finds the commands of a shell that are computed, and those after eval.
func (f *finder) words() {
	for at := 0; !f.done(); {
		i := bytes.IndexByte(f.text[at:], '$')
		if i < 0 {
			return
		}
		start := at + i
		for start > at && (isName(f.text[start-1]) || f.text[start-1] == '-' || f.text[start-1] == '"') {
			start--
		}
		parts, end := f.shellWord(start)
		at = max(end, at+i+1)
		if len(parts) > 0 && f.commands(start) && (end == len(f.text) || f.text[end] != '/' && f.text[end] != '=') {
			f.add(start, f.fitOf(parts))
		}
	}
}

// shellWord reads the word that begins at start, up to what cannot be a part of a name.
func (f *finder) shellWord(start int) (parts []part, end int) {
	fixed := start
	flush := func(stop int) {
		if text := strings.Trim(string(f.text[fixed:stop]), `"`); text != "" {
			parts = append(parts, part{text: text, fixed: true})
		}
	}
	for end = start; end < len(f.text); {
		c := f.text[end]
		if c != '$' && !isName(c) && strings.IndexByte(`-":.`, c) < 0 {
			break
		}
		if c != '$' {
			end++
			continue
		}
		flush(end)
		switch rest := f.text[end+1:]; {
		case len(rest) > 0 && (rest[0] == '{' || rest[0] == '('):
			end = closing(f.text, end+1, &syntax{})
		case len(rest) > 0 && (rest[0] == '@' || rest[0] == '*'):
			end += 2
		default:
			end = skipName(f.text, end+1)
		}
		parts, fixed = append(parts, computed), end
	}
	flush(end)
	return parts, end
}

// commands reports whether a command begins at i.
func (f *finder) commands(i int) bool {
	before := bytes.TrimRight(f.text[max(0, i-40):i], " \t")
	if len(before) == 0 || strings.IndexByte("\n;|&(`{!", before[len(before)-1]) >= 0 {
		return true
	}
	word := before[bytes.LastIndexAny(before, " \t\n;|&(`\"")+1:]
	return slices.Contains([]string{"then", "do", "else", "if", "elif", "while", "until", "eval", "exec", "command", "trap", "time"}, string(word)) && len(before) < i
}
