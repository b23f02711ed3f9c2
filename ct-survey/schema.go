package main

import "encoding/json"

// The output schemas of the forms.
const (
	surveySchema = `"terms":` + textsSchema + `,"paths":` + textsSchema + `,"mode":` + textSchema +
		`,"overall":{"type":"array","items":{"type":"object","properties":{"term":` + textSchema + `,` + tallySchema + `,"dominant_path":` + textSchema + `},"required":["term","matches","files","dominant_path"]}}` +
		`,"by_path":{"type":"array","items":{"type":"object","properties":{"path":` + textSchema + `,"term":` + textSchema + `,` + tallySchema + `},"required":["path","term","matches","files"]}}` +
		`,"together":{"type":"array","items":{"type":"object","properties":{"a":` + textSchema + `,"b":` + textSchema + `,"files":{"type":"integer"}},"required":["a","b","files"]}}`
	scoutSchema = `"query":` + textSchema + `,"mode":` + textSchema + `,` + tallySchema + `,"top_directories":` + rowsSchema + `,"top_files":` + rowsSchema

	textSchema  = `{"type":"string"}`
	textsSchema = `{"type":"array","items":{"type":"string"}}`
	tallySchema = `"matches":{"type":"integer"},"files":{"type":"integer"}`
	rowsSchema  = `{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"matches":{"type":"integer"}},"required":["path","matches"]}}`
)

// outputSchema returns the schema of the answer whose own object has this name and these
// properties.
func outputSchema(name, properties string) json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"tool":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"question":{"type":"string"},"` + name + `":{"type":"object","properties":{` + properties +
		`,"at_least":{"type":"boolean"},"warnings":` + textsSchema + `,"interpretation":` + textSchema + `,"would_match":{"type":"array"},"ledger":` + textSchema + `,"rest":` + textSchema + `,"next":` + textSchema +
		`},"required":["ledger"]},"reason":{"type":"string"},"interpretation":{"type":"object"},"ledger":{"type":"object"},"cut":{"type":"string"}},"required":["tool","verdict"]}`)
}
