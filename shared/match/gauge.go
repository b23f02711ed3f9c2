package match

// gauge decides whether to look for required text before running an expression. It does not pay if
// the text is on nearly every line but the line seldom matches.
type gauge struct {
	stops, bytes int // lines with the text that did not match, and the bytes passed until then
	files        int // number of files for which the text is not looked for
}

const (
	enoughStops = 64  // stops before a decision
	bytesAStop  = 100 // bytes that the automaton processes in the time of one stop
	restFiles   = 16  // files for which one decision applies
)

// stop counts a line that has the text and does not match.
func (g *gauge) stop(bytes int) {
	g.stops++
	g.bytes += bytes
	if g.stops < enoughStops {
		return
	}
	if g.bytes < bytesAStop*g.stops {
		g.files = restFiles
	}
	g.stops, g.bytes = 0, 0
}

func (g *gauge) pays() bool { return g.files == 0 }

// file is called before each further file.
func (g *gauge) file() { g.files = max(0, g.files-1) }
