package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
)

// pageLines is how many lines a page of ct show has at most.
const pageLines = 200

// lines is a range of the lines of a file; to is 0 for all that follow.
type lines struct {
	file     string
	from, to int
}

var sedRange = lazily(`^([1-9][0-9]{0,6})(?:,([1-9][0-9]{0,6}))?p$`)

// pages translates cat, head, tail -n +N and sed -n 'A,Bp' of one file, and pipelines of them.
func pages(chain [][]string, at place) *suggestion {
	var l lines
	for i, command := range chain {
		file, from, to, ok := slice(command[0], command[1:])
		if !ok || (file == "") == (i == 0) || i > 0 && slices.Contains(command, "-n") && command[0] == "cat" {
			return nil // a later cat -n counts from 1
		}
		if i == 0 {
			l = lines{file, 1, 0}
		}
		l = l.narrow(from, to)
	}
	if !at.all([]string{l.file}, regular) || l.to > 0 && l.to < l.from {
		return nil
	}
	to := l.to
	if to == 0 {
		to = l.from + pageLines - 1
		if l.from > 1 {
			return nil // one would have to know where the file ends
		}
	} else if to-l.from >= pageLines {
		return nil
	}
	note, ok := at.onPages(l)
	if !ok {
		return nil
	}
	return &suggestion{[]string{"show", l.file, "--range", strconv.Itoa(l.from) + ":" + strconv.Itoa(to)}, note}
}

// What a page of ct show holds, and how much of a file is read to find out whether lines fit.
const (
	pageBytes = 16000
	pageClip  = 400 // bytes of a line
	pageFrame = 10  // bytes of its number, a mark and a line end, at most
	mostPaged = 1 << 18
)

// What to say if ct show needs more than one page, and if not all lines were read.
const (
	morePages = "the last line of each page names the next"
	clipped   = "lines are cut after 400 bytes"
)

// onPages returns what to say about the pages that show the lines, and whether they show them as they are.
func (p place) onPages(l lines) (note string, same bool) {
	text, all, err := p.start(l.file, mostPaged)
	if err != nil || wide(text) || l.from == 1 && marked(text) {
		return "", false
	}
	n, size := 0, 4*len(l.file)+200
	for line := range strings.Lines(string(text)) {
		if n++; n < l.from || n-l.from >= pageLines && 4*len(line) <= pageClip && n != l.to {
			continue // an escape of a byte has at most four
		}
		shown := len(budget.EscapeLine(strings.TrimRight(line, "\r\n")))
		if shown > pageClip {
			return "", false
		}
		size += shown + pageFrame
		if n == l.to {
			all = true
			break
		}
	}
	switch {
	case !all:
		return notes(morePages, clipped), true
	case size > pageBytes || n-l.from >= pageLines:
		return morePages, true
	}
	return "", true
}

// narrow returns the lines from to to of l.
func (l lines) narrow(from, to int) lines {
	start := l.from + from - 1
	end := l.to
	if to > 0 && (end == 0 || l.from+to-1 < end) {
		end = l.from + to - 1
	}
	return lines{l.file, start, end}
}

// slice returns the file of a command, "" for standard input, and which of its lines the command prints.
func slice(program string, args []string) (file string, from, to int, ok bool) {
	switch program {
	case "cat":
		args = slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "-n" })
		return operand(args, 1, 0)
	case "head":
		return cut(args, false)
	case "tail":
		return cut(args, true)
	case "sed":
		if len(args) < 2 || args[0] != "-n" {
			return "", 0, 0, false
		}
		m := sedRange().FindStringSubmatch(args[1])
		if m == nil {
			return "", 0, 0, false
		}
		from, _ = strconv.Atoi(m[1])
		if to = from; m[2] != "" {
			to, _ = strconv.Atoi(m[2])
		}
		file, from, to, ok = operand(args[2:], from, to)
		return file, from, to, ok && to >= from
	}
	return "", 0, 0, false
}

// operand returns the one file among args, "" without one.
func operand(args []string, from, to int) (string, int, int, bool) {
	if len(args) == 0 {
		return "", from, to, true
	}
	return args[0], from, to, len(args) == 1 && args[0] != "" && args[0][0] != '-'
}

// cut reads the arguments of head, or of tail -n +N.
func cut(args []string, tail bool) (string, int, int, bool) {
	count := "10"
	var files []string
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-n" && i+1 < len(args):
			i++
			count = args[i]
		case strings.HasPrefix(a, "-n"):
			count = a[2:]
		case strings.HasPrefix(a, "--lines="):
			count = strings.TrimPrefix(a, "--lines=")
		case len(a) > 1 && a[0] == '-' && !tail:
			count = a[1:]
		default:
			files = append(files, a)
		}
	}
	if tail {
		plus, ok := strings.CutPrefix(count, "+")
		n, good := number(plus, 9999999)
		if !ok || !good {
			return "", 0, 0, false
		}
		return operand(files, n, 0)
	}
	n, ok := number(count, 9999999)
	if !ok {
		return "", 0, 0, false
	}
	return operand(files, 1, n)
}

// list translates ls -R.
func list(args []string, at place) *suggestion {
	o, ok := (&grammar{short: map[byte]string{'R': "R", '1': ""}, long: map[string]string{"recursive": "R"}}).parse(args)
	if !ok || !o.has("R") || !at.all(o.operands, folder) || len(o.operands) == 0 && at == "" || at.overlap(o.operands) {
		return nil
	}
	roots := o.operands
	if len(roots) == 0 {
		roots = []string{"."}
	}
	v, note := at.look(roots, nil, 0, names), ""
	if len(v.special) > 0 {
		return nil
	}
	if !v.whole {
		note = noSpecial
	}
	return &suggestion{append([]string{"search", "--type", "f,d,l", "--no-ignore"}, o.operands...), note}
}

// mostCounted is how many rows of a table surely fit into the budget of ct search --tree.
const mostCounted = 40

// count translates wc -l of files.
func count(args []string, at place) *suggestion {
	o, ok := (&grammar{short: map[byte]string{'l': "l"}, long: map[string]string{"lines": "l"}}).parse(args)
	if !ok || !o.has("l") || len(o.operands) == 0 || len(o.operands) > mostCounted || !at.all(o.operands, regular) || !at.text(o.operands) {
		return nil
	}
	if at.overlap(o.operands) {
		return nil
	}
	return &suggestion{args: append([]string{"search", "--tree", "--flat", "--hidden", "--no-ignore"}, o.operands...)}
}
