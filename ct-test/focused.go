package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"
)

// focused are the lines of the output that a pattern matches, as they are shown.
type focused struct {
	text  string // every line of it ends with a newline; "" for no match
	lines int64  // that match, shown or not
	shown int64
	// undecided says why there may be more matches than were found, like the last line of the text; otherwise "".
	undecided string
}

// focused returns the result of the focus, after close, within its limits for lines and bytes.
func (o *output) focused() focused {
	a, b := o.stdout.focus, o.stderr.focus
	if a == nil {
		return focused{}
	}
	f := focused{lines: a.lines + b.lines, undecided: cmp.Or(a.undecided, b.undecided)}
	room, last := o.looks.focusRoom(), ""
	if f.undecided != "" {
		last = "… " + f.undecided + "\n"
		room = room.without(extentOf(last))
	}
	needed := 1 // in lines: one for each stream that has some, and the one between them
	if b.lines > 0 {
		needed++
		if a.lines > 0 {
			needed++
		}
	}
	switch {
	case room.lines < needed:
		if room.lines > 0 {
			f.text = leftOut(f.lines)
		}
	case b.lines == 0:
		f.text, f.shown = a.within(room)
	case a.lines == 0:
		f.text, f.shown = b.within(room.without(extentOf(onStderrLine)))
		f.text = onStderrLine + f.text
	default:
		f.text, f.shown = both(a, b, room)
	}
	f.text += last
	return f
}

// onStderrLine precedes the lines of standard error.
const onStderrLine = "stderr:\n"

// both returns what is shown of standard output a and standard error b: half of the room each, plus what is left.
func both(a, b *focus, room extent) (text string, shown int64) {
	room = room.without(extentOf(onStderrLine))
	rest := room.without(b.extent())
	out, shownOut := a.within(extent{max(room.lines/2, rest.lines), max(room.bytes/2, rest.bytes)})
	if shownOut == 0 {
		out, shownOut = a.within(room.without(extentOf(leftOut(b.lines))))
	}
	errs, shownErrs := b.within(room.without(extentOf(out)))
	return out + onStderrLine + errs, shownOut + shownErrs
}

// extent is the size of a text, or the room for one.
type extent struct{ lines, bytes int }

func extentOf(text string) extent { return extent{strings.Count(text, "\n"), len(text)} }

func (e extent) without(taken extent) extent {
	return extent{e.lines - taken.lines, e.bytes - taken.bytes}
}

func (e extent) has(other extent) bool { return other.lines <= e.lines && other.bytes <= e.bytes }

// focusRoom returns the room for the lines in focus.
func (l *looks) focusRoom() extent {
	room := extent{l.focusLines, l.focusBytes}
	if room.lines <= 0 {
		room.lines = math.MaxInt
	}
	return room
}

// leftOut returns the line that says how many matching lines are not shown, "" for none.
func leftOut(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("… %s\n", amount(n, "more matching line"))
}
