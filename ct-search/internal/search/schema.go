package search

import "encoding/json"

// The output schemas of the forms.
var (
	findingsSchema = json.RawMessage(`{"type":"object","properties":{"run":{"type":"object"},"question":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"summary":{"type":"object"},"key_findings":{"type":"array"},"sections":{"type":"array"},"evidence":{"type":"array"},"artifacts":{"type":"array"},"ledger":{"type":"object"},"next_cursor":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`)
	filesSchema    = json.RawMessage(`{"type":"object","properties":{"tool":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"base":{"type":"string"},"count":{"type":"integer"},"lines":{"type":"integer"},"matches":{"type":"array","items":{"type":"object"}},"truncated":{"type":"boolean"},"ledger":{"type":"object"},"question":{"type":"string"},"reason":{"type":"string"},"interpretation":{"type":"object"},"rest":{"type":"string"},"next_cursor":{"type":"string"}},"required":["tool","verdict","base","count","lines","matches","truncated","ledger"]}`)
)
