package calls

import (
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/rank"
)

// A label is what a compiler says that most calls of a name mean.
type label struct {
	name    string
	meant   []judged // those that at least four fifths as many calls mean as the first
	some    []judged // all that calls mean
	several bool     // calls mean more than one, and there are at least three
}

// labels returns what most calls of names mean.
func (j judgement) labels(most int) []label {
	var all []label
	for _, name := range j.names(len(j)) {
		counts, of := map[string]int{}, map[string]judged{}
		for _, c := range j[name] {
			if c.file != "" {
				key := c.file + "\t" + cmp.Or(c.owner, c.lines[0])
				counts[key]++
				of[key] = c
			}
		}
		keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
		l := label{name: name, several: len(keys) > 1 && len(j[name]) >= 3}
		for _, key := range keys {
			l.some = append(l.some, of[key])
			if counts[key]*5 >= counts[keys[0]]*4 {
				l.meant = append(l.meant, of[key])
			}
		}
		if all = append(all, l); len(all) == most {
			break
		}
	}
	return all
}

// isFirst reports whether a program's answer about a name begins with a definition that most calls mean, and whether with one that any
// call means: the same line, or the same owner, for any overload is as good.
func (l *label) isFirst(t *testing.T, program, folder string) (most, some bool) {
	out, err := exec.CommandContext(t.Context(), program, "--json", "--limit", "1", l.name, folder).Output()
	if err != nil {
		return false, false
	}
	var a struct {
		KeyFindings []struct {
			Anchor struct {
				File string
				Line int
			}
			Details struct {
				Data struct {
					Type string `json:"primary_type"`
				}
			}
			Message string
		} `json:"key_findings"`
	}
	if err := json.Unmarshal(out, &a); err != nil {
		t.Fatal(err)
	}
	for _, f := range a.KeyFindings {
		if f.Details.Data.Type != "symbol" {
			continue
		}
		qualname, _, _ := strings.Cut(f.Message, " ")
		names := strings.Split(qualname, ".")
		is := func(c judged) bool {
			owner := strings.FieldsFunc(c.owner, func(r rune) bool { return r == '.' || r == ':' || r == '$' })
			if n := len(owner); n > 0 && (names[len(names)-1] == owner[n-1] || len(names) > 1 && names[len(names)-2] == owner[n-1]) {
				return true
			}
			return slices.ContainsFunc(append(c.lines, c.file+":"+c.lines[0]), func(place string) bool {
				file, line, ok := strings.Cut(place, ":")
				if !ok {
					file, line = c.file, place
				}
				if !filepath.IsAbs(file) {
					file = filepath.Join(folder, file)
				}
				n, _ := strconv.Atoi(line)
				return file == f.Anchor.File && (place == "*" || n >= f.Anchor.Line-1 && n <= f.Anchor.Line+1)
			})
		}
		return slices.ContainsFunc(l.meant, is), slices.ContainsFunc(l.some, is)
	}
	return false, false
}

// TestTheDefinitionThatMostCallsMeanComesFirst prints the tables of docs/smart-search.md: of the names that compilers bind calls of, how
// often an answer begins with the definition that most calls mean. CT_ABLATION leaves out each rule of the ranking in turn.
func TestTheDefinitionThatMostCallsMeanComesFirst(t *testing.T) {
	corpora := os.Getenv("CT_CORPORA")
	if corpora == "" {
		t.Skip("skipped: no CT_CORPORA")
	}
	left := []string{""}
	if os.Getenv("CT_ABLATION") != "" {
		left = append(left, rank.Rules()...)
	}
	right, all := map[string][2]int{}, [2]int{}
	programs := map[string]string{}
	for _, without := range left {
		programs[without] = filepath.Join(t.TempDir(), "ct-search")
		build := exec.CommandContext(t.Context(), "go", "build", "-tags", "urfave_cli_no_docs", "-ldflags", `-X "github.com/ct-tools/ct/shared/rank.without=`+without+`"`, "-o", programs[without], "github.com/ct-tools/ct/ct-search")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, c := range courts {
		t.Run(c.language, func(t *testing.T) {
			command := c.command(t)
			for i, trees := range [][]string{c.chosen, c.kept} {
				names, several, first, firstSeveral, some := 0, 0, 0, 0, 0
				for _, tree := range trees {
					folder := filepath.Join(cmp.Or(c.root, filepath.Join(corpora, c.language)), tree)
					for _, l := range judgeTree(t, folder, command...).labels(80) {
						names++
						all[i]++
						if l.several {
							several++
						}
						for _, without := range left {
							most, any := l.isFirst(t, programs[without], folder)
							if any && without == "" {
								some++
							}
							if !most {
								if os.Getenv("CT_ACCURACY") != "" {
									t.Logf("%s: %s is %s:%s %s", tree, l.name, l.meant[0].file, l.meant[0].lines[0], l.meant[0].owner)
								}
								continue
							}
							n := right[without]
							n[i]++
							right[without] = n
							if without == "" {
								first++
								if l.several {
									firstSeveral++
								}
							}
						}
					}
				}
				t.Logf("| %s | %s | %d of %d | %.1f %% | %d of %d | one that some call means %d |", c.language, []string{"chosen by", "kept apart"}[i], first, names, percent(first, names), firstSeveral, several, some)
				if first*100 < names*80 {
					t.Errorf("%d of %d", first, names)
				}
			}
		})
	}
	for _, without := range left {
		n := right[without]
		t.Logf("| %s | %d of %d | %d of %d |", cmp.Or(without, "all rules"), n[0], all[0], n[1], all[1])
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
