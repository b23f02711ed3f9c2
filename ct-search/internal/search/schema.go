package search

import "encoding/json"

// The output schemas of the doors.
var (
	contentsSchema = json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"query":{"type":"string"},"mode":{"enum":["exact","regex","fuzzy"]},"case":{"enum":["sensitive","insensitive","smart"]},"matches":{"type":"array","items":` + occurrenceSchema + `},"returned":{"type":"integer"},"max_results":{"type":"integer"},"truncated":{"type":"boolean"},"truncated_reason":{"enum":["max_results","max_output_bytes","max_files",null]},"stats":{"type":"object","properties":{"files_scanned":{"type":"integer"},"files_matched":{"type":"integer"},"matches_total":{"type":"integer"},"elapsed_ms":{"type":"integer"}}},"errors":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"error":{"type":"string"}}}},"skipped":{"type":"object"},"next_cursor":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["path","query","mode","case","matches","returned","max_results","truncated","truncated_reason","stats","errors","skipped","next_cursor"]}`)
	smartSchema    = json.RawMessage(`{"type":"object","properties":{"run":{"type":"object"},"question":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"summary":{"type":"object"},"key_findings":{"type":"array"},"sections":{"type":"array"},"evidence":{"type":"array"},"artifacts":{"type":"array"},"ledger":{"type":"object"},"next_cursor":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`)
	sameSchema     = json.RawMessage(`{"type":"object"}`) // an answer like that of smart_search, which its definition says
	filesSchema    = json.RawMessage(`{"type":"object","properties":{"tool":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"base":{"type":"string"},"count":{"type":"integer"},"lines":{"type":"integer"},"matches":{"type":"array","items":{"type":"object"}},"truncated":{"type":"boolean"},"ledger":{"type":"object"},"question":{"type":"string"},"reason":{"type":"string"},"interpretation":{"type":"object"},"rest":{"type":"string"},"next_cursor":{"type":"string"}},"required":["tool","verdict","base","count","lines","matches","truncated","ledger"]}`)
)

const (
	occurrenceSchema = `{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"match_text":{"type":"string"},"line_text":{"type":"string"},"before":{"type":"array","items":{"type":"string"}},"after":{"type":"array","items":{"type":"string"}},"score":{"anyOf":[{"type":"number"},{"type":"null"}]},"line_clipped":{"type":"boolean"}},"required":["path","line","column","match_text","line_text","before","after","score"]}`
)
