package match

// A gauge tells whether it pays to look for required text before running an
// expression: not where the text stands on nearly every line in vain.
type gauge struct {
	stops, bytes int // lines with the text that did not match, and bytes gone over until then
	files        int // for which the text is not looked for
}

const (
	enoughStops = 64  // before the gauge is read
	bytesAStop  = 100 // that the automaton goes over in the time of one
	restFiles   = 16  // that one reading holds for
)

// stop counts a line in vain.
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

// file tells that another file follows.
func (g *gauge) file() { g.files = max(0, g.files-1) }
