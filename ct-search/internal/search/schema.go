package search

import "encoding/json"

// The output schemas of the doors.
var (
	smartSchema = json.RawMessage(`{"type":"object","properties":{"tool":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"query":{"type":"string"},"count":{"type":"integer"},"lines":{"type":"integer"},"files":{"type":"integer"},"matches":{"type":"array","items":` + lineSchema + `},"truncated":{"type":"boolean"},"ledger":{"type":"object"},"question":{"type":"string"},"reason":{"type":"string"},"interpretation":{"type":"object"},"rest":{"type":"string"}},"required":["tool","verdict","query","count","lines","files","matches","truncated","ledger"]}`)
	filesSchema = json.RawMessage(`{"type":"object","properties":{"tool":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"base":{"type":"string"},"count":{"type":"integer"},"lines":{"type":"integer"},"matches":{"type":"array","items":{"anyOf":[` + lineSchema + `,` + fileSchema + `]}},"truncated":{"type":"boolean"},"ledger":{"type":"object"},"question":{"type":"string"},"reason":{"type":"string"},"interpretation":{"type":"object"},"rest":{"type":"string"}},"required":["tool","verdict","base","count","lines","matches","truncated","ledger"]}`)
)

const (
	lineSchema = `{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"text":{"type":"string"},"before":{"type":"array","items":{"type":"string"}},"after":{"type":"array","items":{"type":"string"}}},"required":["path","line","column","text"]}`
	fileSchema = `{"type":"object","properties":{"path":{"type":"string"},"type":{"enum":["f","d","l"]},"size":{"type":"integer"},"lines":{"type":"integer"}},"required":["path","type"]}`
)
