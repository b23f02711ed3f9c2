package occurrence

const mostDoubts = 5

// Gaps is what the scanners could not classify in the files with matches.
type Gaps struct {
	Unscanned int64    // matches that a scanner could have classified
	Doubts    []string // the first files that were not read by their language's rules, and how they were
	Unknown   int64    // files with matches of a language without a scanner
}

// Take adds a file with matches.
func (g *Gaps) Take(h *Head) {
	g.Unscanned += h.Unscanned
	if h.Language == "" {
		g.Unknown++
	}
	if h.Doubt != "" && len(g.Doubts) < mostDoubts {
		g.Doubts = append(g.Doubts, h.Path+": "+h.Doubt)
	}
}
