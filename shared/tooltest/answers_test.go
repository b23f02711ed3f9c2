package tooltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"
)

// answers checks what the program prints as JSON against the output schema of its
// definition: what calls answer, with matches and without, and the command line.
func (c contract) answers(t *testing.T, program string) {
	small := c.tree(t, map[string]string{"a.txt": "before\n" + word + "\nafter\n", "b/c.txt": word + " " + word + "\n"})
	hostile := c.hostile(t)
	explained := Run{Dir: small}.Do(t, program, "--explain", "json")
	output := c.definition(t, explained.Stdout).Output
	if output == nil {
		t.Fatalf("the definition %s has no output schema", c.Definition)
	}
	type ask struct {
		dir  string
		args []string
	}
	var asks []ask
	for _, arguments := range c.Arguments {
		found, missing := c.call(arguments(word)), c.call(arguments(word+"less"))
		asks = append(asks, ask{small, []string{"--call", found}}, ask{small, []string{"--call", missing}}, ask{hostile, []string{"--call", found}})
	}
	more := [][]string{{}, {"--question", "Is it?"}, {"--max-bytes", "3000"}, {"--timeout", "0.000000001"}}
	if !c.Judge {
		more = append(more, []string{"--expect", "none"})
	}
	if !c.Judge && c.Hard == 0 {
		more = append(more, []string{"--limit", "1"})
	}
	for _, options := range more {
		if c.Search == nil {
			break
		}
		asks = append(asks, ask{hostile, with(with(c.Search(word), "--json"), options...)})
	}
	for _, a := range asks {
		r := Run{Dir: a.dir}.Do(t, program, a.args...)
		var doc any
		if err := json.Unmarshal([]byte(r.Stdout), &doc); err != nil {
			t.Errorf("%q: exit %d, %v, stderr %s", a.args, r.Exit, err, r.Stderr)
			continue
		}
		for _, fault := range output.faults("the answer", doc) {
			t.Errorf("%q: %s", a.args, fault)
		}
	}
}

// A schema is the part of JSON Schema that definitions use.
type schema struct {
	Type       string             `json:"type"`
	Enum       []any              `json:"enum"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
	Items      *schema            `json:"items"`
	AnyOf      []*schema          `json:"anyOf"`

	Description string   `json:"description"`
	Default     any      `json:"default"`
	Minimum     *float64 `json:"minimum"`
	Above       *float64 `json:"exclusiveMinimum"`
	Maximum     *float64 `json:"maximum"`
	Closed      any      `json:"additionalProperties"`
}

// UnmarshalJSON refuses a keyword that faults would pass over.
func (s *schema) UnmarshalJSON(data []byte) error {
	type plain schema
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode((*plain)(s))
}

// faults lists where the value v, which is called name, differs from the schema.
// An object whose properties the schema names may have no others.
func (s *schema) faults(name string, v any) []string {
	if len(s.AnyOf) > 0 {
		return s.nearest(name, v)
	}
	if got := typeOf(v); s.Type != "" && got != s.Type && (got != "integer" || s.Type != "number") {
		return []string{fmt.Sprintf("%s is of type %s, not %s", name, got, s.Type)}
	}
	if s.Enum != nil && !slices.Contains(s.Enum, v) {
		return []string{fmt.Sprintf("%s is %v, none of %v", name, v, s.Enum)}
	}
	var faults []string
	switch v := v.(type) {
	case map[string]any:
		faults = s.members(name, v)
	case []any:
		for i := range v {
			if s.Items != nil {
				faults = append(faults, s.Items.faults(fmt.Sprintf("%s[%d]", name, i), v[i])...)
			}
		}
	case float64:
		if s.Minimum != nil && v < *s.Minimum || s.Above != nil && v <= *s.Above || s.Maximum != nil && v > *s.Maximum {
			faults = append(faults, fmt.Sprintf("%s is out of its bounds: %v", name, v))
		}
	}
	return faults
}

// members returns the faults of an object.
func (s *schema) members(name string, v map[string]any) []string {
	var faults []string
	for _, key := range s.Required {
		if _, ok := v[key]; !ok {
			faults = append(faults, fmt.Sprintf("%s lacks %q", name, key))
		}
	}
	for key, value := range v {
		p := s.Properties[key]
		switch {
		case p != nil:
			faults = append(faults, p.faults(name+"."+key, value)...)
		case s.Properties != nil:
			faults = append(faults, fmt.Sprintf("%s has %q, which the schema has not", name, key))
		}
	}
	return faults
}

// nearest returns the faults by the alternative that v differs from least.
func (s *schema) nearest(name string, v any) []string {
	least := s.AnyOf[0].faults(name, v)
	for _, other := range s.AnyOf[1:] {
		if faults := other.faults(name, v); len(faults) < len(least) {
			least = faults
		}
	}
	return least
}

// typeOf names the type of a decoded JSON value as schemas do.
func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case float64:
		if v == math.Trunc(v) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	}
	return "object"
}
