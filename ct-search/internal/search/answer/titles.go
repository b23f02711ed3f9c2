package answer

import "github.com/ct-tools/ct/ct-search/internal/search/occurrence"

// Titles of the sections.
const (
	TitleTop         = "Top Matches"
	TitleKinds       = "Uses by Kind"
	TitleHot         = "Hot Files"
	TitleFollow      = "Suggested Follow-ups"
	TitleDefinitions = "Likely Definitions"
	TitleMentions    = "Non-code Mentions"
	TitlePaths       = "Path Hits"
	TitleGraph       = "Related Call Graph"
	TitleHazards     = "Hazards"
	TitleLimits      = "Limitations"
)

// Bounds of the sections.
const (
	MostFollow   = 4
	MostLikely   = 5
	MostPaths    = 5
	MostEvidence = 10
	MostGraph    = 100
)

// Categories that do not come from scanners.
const (
	PathMatch = occurrence.PathMatch
	Evidence  = "evidence"
)
