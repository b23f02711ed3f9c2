package tooltest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/ct-tools/ct/shared/grep"
)

// layered is the variable that makes this program confine itself as often as the kernel allows, so that the program that
// it becomes cannot.
const layered = "CT_TEST_LAYERED"

func TestMain(m *testing.M) {
	if os.Getenv(layered) != "" {
		becomeLayered()
	}
	Main(m)
}

// TestContract holds every tool to what all tools promise.
func TestContract(t *testing.T) {
	held := map[string]bool{}
	for _, contracts := range [][]contract{searchContracts(), showContracts(), surveyContracts(), historyContracts(), specContracts(), testContracts()} {
		for _, c := range contracts {
			held[c.Definition] = true
			t.Run(c.Program+" "+c.Definition, c.test)
		}
	}
	explained := Run{}.Do(t, filepath.Join(Bin(t, "ct-search"), "ct-search"), "--explain", "json")
	var all struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(explained.Stdout), &all); err != nil || len(all.Tools) == 0 {
		t.Fatalf("definitions of ct-search: %v, %s", err, explained.Stdout)
	}
	for _, d := range all.Tools {
		if !held[d.Name] {
			t.Errorf("no contract for %s", d.Name)
		}
	}
}

func searchContracts() []contract {
	return []contract{
		{
			Program: "ct-search", Definition: "find_files",
			Search: func(word string) []string { return []string{"--detail", "--fixed", "--grep", word} },
			Arguments: []func(string) string{
				func(word string) string { return `{"grep":["` + word + `"]}` },
				func(word string) string { return `{"grep":["` + word + `"],"context":1}` },
				func(word string) string { return `{"grep":["` + word + `"],"summary":true}` },
				func(string) string { return `{"type":["f,d"]}` },
				func(string) string { return `{"size":["+1"],"limit":2}` },
			},
		},
		{
			Program: "ct-search", Definition: "find_calls", Code: true,
			Search: func(word string) []string { return []string{"--calls", word} },
			Arguments: []func(string) string{
				func(word string) string { return `{"calls":"` + word + `"}` },
				func(word string) string { return `{"calls":"` + word + `","depth":2,"limit":1}` },
			},
		},
		{
			Program: "ct-search", Definition: "find_entities", Code: true,
			Search: func(word string) []string { return []string{"--entity", "function", "--symbol", word} },
			Arguments: []func(string) string{
				func(word string) string { return `{"entity":"function","symbol":"` + word + `"}` },
				func(word string) string { return `{"entity":"import","symbol":"` + word + `"}` },
				func(word string) string { return `{"entity":"class","symbol":"~` + word + `","limit":1}` },
			},
		},
		{
			Program: "ct-search", Definition: "search_files",
			Arguments: []func(string) string{
				func(word string) string { return `{"path":".","query":"` + word + `"}` },
				func(word string) string {
					return `{"path":".","query":"` + word + `","mode":"fuzzy","context_lines":1,"max_results":20}`
				},
				func(word string) string { return `{"path":".","query":"` + word + `","max_files":2}` },
			},
		},
		{
			Program: "ct-search", Definition: "smart_search",
			Search: func(word string) []string { return []string{"--fixed", "--", word} },
			Bounded: []func(string) []string{
				func(word string) []string { return []string{word} },
				func(word string) []string { return []string{word, "--regex", "-C2"} },
			},
			Arguments: []func(string) string{
				func(word string) string { return `{"query":"` + word + `"}` },
				func(word string) string { return `{"query":"` + word + `","context":1,"mode":"regex"}` },
				func(word string) string { return `{"query":"` + word + `","limit":1}` },
			},
		},
	}
}

func showContracts() []contract {
	return []contract{{
		Program: "ct-show", Definition: "sample", Hard: grep.Hardest.Lines,
		Search: func(word string) []string { return []string{"--sample", "--", word} },
		Arguments: []func(string) string{
			func(word string) string { return `{"query":"` + word + `"}` },
			func(word string) string { return `{"query":"` + word + `","mode":"identifier","max_depth":1}` },
			func(word string) string { return `{"query":"` + word + `","exclude":["a*"]}` },
		},
	}}
}

func surveyContracts() []contract {
	scout := func(word string) []string { return []string{"--scout", "--", word} }
	return []contract{
		{
			Program: "ct-survey", Definition: "survey", Document: true, Hard: grep.Hardest.Lines,
			// An answer to terms names no file that was not named; those that are looked for in it
			// are terms here.
			Search: func(word string) []string { return []string{"--term=" + word, "--term=hit.txt", "--"} },
			Bounded: []func(string) []string{func(word string) []string {
				return []string{"--term", word, "--term=line", "--term=in", "--term=it", "--term=with", "many", ".", "deep"}
			}},
			Arguments: []func(string) string{
				func(word string) string { return `{"term":["` + word + `","a.txt"]}` },
				func(word string) string { return `{"term":["` + word + `","after"]}` },
				func(word string) string { return `{"term":["` + word + `","in","a"],"mode":"word","paths":[".","."]}` },
			},
		},
		{
			Program: "ct-survey", Definition: "scout", Document: true, Hard: grep.Hardest.Lines,
			Search:  scout,
			Bounded: []func(string) []string{scout},
			Arguments: []func(string) string{
				func(word string) string { return `{"query":"` + word + `"}` },
				func(word string) string { return `{"query":"` + word + `","mode":"identifier","max_depth":1}` },
			},
		},
	}
}

func historyContracts() []contract {
	literal := func(word string) []string { return []string{"--fixed", "--", word} }
	return []contract{{
		Program: "ct-history", Definition: "history", Committed: true,
		Search: literal,
		Bounded: []func(string) []string{
			literal,
			func(word string) []string { return []string{"--count-changed", "--first", "--", word} },
			func(word string) []string { return []string{"--regex", "--text", "--", word} },
		},
		Arguments: []func(string) string{
			func(word string) string { return `{"query":"` + word + `"}` },
			func(word string) string { return `{"query":"` + word + `","mode":"identifier","last":true}` },
			func(word string) string { return `{"query":"` + word + `","count_changed":true,"limit":1}` },
		},
	}}
}

func specContracts() []contract {
	everything := func(options ...string) func(string) []string {
		return func(word string) []string {
			return append(append([]string{"--include=*"}, options...), "--", word)
		}
	}
	return []contract{{
		Program: "ct-spec", Definition: "spec_search", Ranks: true,
		Search: everything(),
		Bounded: []func(string) []string{
			everything(), everything("--limit=100"), everything("--sections", "--code"),
			func(string) []string { return []string{"--include=*", "--list"} },
		},
		Arguments: []func(string) string{
			func(word string) string { return `{"query":["` + word + `"],"include":["*"]}` },
			func(word string) string {
				return `{"query":["how","is","` + word + `"],"include":["*"],"sections":true,"code":true,"limit":3}`
			},
		},
	}}
}

func testContracts() []contract {
	return []contract{{
		Program: "ct-test", Definition: "ct_test", Judge: true,
		Search: func(word string) []string {
			return []string{"--show-output", "--cmd", "grep", "--", "-r", "-n", "-a", "-e", word, "."}
		},
		Arguments: []func(string) string{
			func(word string) string { return `{"cmd":"grep","args":["-r","-n","-e","` + word + `","."]}` },
			func(word string) string {
				return `{"cmd":"grep","args":["-r","-n","-e","` + word + `","."],"focus":"` + word + `","err_match":["nothing"],"ok_when":["lines > 0"],"repeat":2}`
			},
			func(string) string { return `{"cmd":"false"}` },
			func(string) string { return `{"cmd":"cat","args":["missing"],"timeout":5,"question":"Is it?"}` },
		},
	}}
}
