package searchfiles

import "encoding/json"

// output is the schema of an answer.
var output = json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"query":{"type":"string"},"mode":{"enum":["exact","regex","fuzzy"]},"case":{"enum":["sensitive","insensitive","smart"]},"matches":{"type":"array","items":` + occurrenceSchema + `},"returned":{"type":"integer"},"max_results":{"type":"integer"},"truncated":{"type":"boolean"},"truncated_reason":{"enum":["max_results","max_output_bytes","max_files",null]},"stats":{"type":"object","properties":{"files_scanned":{"type":"integer"},"files_matched":{"type":"integer"},"matches_total":{"type":"integer"},"elapsed_ms":{"type":"integer"}}},"errors":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"error":{"type":"string"}}}},"skipped":{"type":"object"},"next_cursor":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["path","query","mode","case","matches","returned","max_results","truncated","truncated_reason","stats","errors","skipped","next_cursor"]}`)

const occurrenceSchema = `{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"match_text":{"type":"string"},"line_text":{"type":"string"},"before":{"type":"array","items":{"type":"string"}},"after":{"type":"array","items":{"type":"string"}},"score":{"anyOf":[{"type":"number"},{"type":"null"}]},"line_clipped":{"type":"boolean"}},"required":["path","line","column","match_text","line_text","before","after","score"]}`
