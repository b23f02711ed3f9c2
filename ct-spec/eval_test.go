package main

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A trial is a collection that was read once for all its questions, so that the
// constants can be tried on it in no time. TestATrialRanksAsTheProgramDoes holds
// it to the program's own ranking.
type trial struct {
	collection
	corpus   *corpus
	postings [][]int      // nodes that have a term
	asked    [][]uint16   // terms of each question
	names    [][][]uint16 // terms that each word of a node's name is like
	plain    figures      // of BM25
	stemmed  figures      // of BM25 over stems, without function words
}

func newTrial(t testing.TB, c collection) *trial {
	t.Helper()
	x := &trial{collection: c}
	q := &question{}
	index := map[string]uint16{}
	for _, a := range c.asks {
		var use []uint16
		for _, term := range parseQuestion(a.text).terms {
			i, ok := index[term.text]
			if !ok {
				i = uint16(len(q.terms))
				index[term.text] = i
				q.terms = append(q.terms, term)
			}
			use = append(use, i)
		}
		x.asked = append(x.asked, use)
	}
	nodes := readNodes(t, c, q)
	x.corpus = newCorpus(q, nodes)
	x.postings = make([][]int, len(q.terms))
	m := newMatcher(q.terms)
	for i := range nodes {
		for _, y := range nodes[i].tallies {
			x.postings[y.term] = append(x.postings[y.term], i)
		}
		x.names = append(x.names, nameTerms(m, nodes[i].title+" "+nodes[i].id))
	}
	x.plain, x.stemmed = yardstick(c, false), yardstick(c, true)
	return x
}

// readNodes makes the nodes of a collection as the program does.
func readNodes(t testing.TB, c collection, q *question) (nodes []node) {
	t.Helper()
	r := newReader(q, false)
	for _, d := range c.docs {
		if _, err := r.read(context.Background(), d.path, strings.NewReader(d.text)); err != nil || len(r.nodes) != 1 {
			t.Fatalf("%s: %d nodes, %v", d.path, len(r.nodes), err)
		}
		nodes = append(nodes, r.nodes[0])
	}
	nameNodes(nodes, "root")
	return nodes
}

// nameTerms gives the terms that each word of a name is like.
func nameTerms(m *matcher, name string) (words [][]uint16) {
	b := []byte(name)
	for start, end := nextWord(b, 0); start < len(b); start, end = nextWord(b, end) {
		var terms []uint16
		for _, x := range m.match(b[start:end]) {
			if x.begins {
				terms = append(terms, x.term)
			}
		}
		words = append(words, terms)
	}
	return words
}

// ranks gives the rank of each question's target, 0 where it is not found.
func (x *trial) ranks(w weights) []int {
	ranks := make([]int, len(x.asks))
	scores := make([]float64, len(x.corpus.nodes))
	for i, use := range x.asked {
		clear(scores)
		x.cover(use)
		for _, term := range use {
			idf := x.corpus.idf(term)
			for _, n := range x.postings[term] {
				scores[n] += idf * x.corpus.best(&w, n, x.corpus.nodes[n].tally(term))
			}
		}
		for n := range scores {
			if scores[n] > 0 {
				scores[n] = max(math.Round(scores[n]/grain), 1)
			}
		}
		ranks[i] = rankOf(scores, x.asks[i].target)
	}
	return ranks
}

// cover sets how much of each node's name a question has.
func (x *trial) cover(use []uint16) {
	asked := map[uint16]bool{}
	for _, term := range use {
		asked[term] = true
	}
	for i, words := range x.names {
		like := 0
		for _, terms := range words {
			if slices.ContainsFunc(terms, func(t uint16) bool { return asked[t] }) {
				like++
			}
		}
		x.corpus.covers[i] = float64(like) / float64(max(len(words), 1))
	}
}

// rankOf gives the rank of a target; of equal scores the first comes first.
func rankOf(scores []float64, target int) int {
	if scores[target] <= 0 {
		return 0
	}
	rank := 1
	for i, s := range scores {
		if s > scores[target] || s == scores[target] && i < target {
			rank++
		}
	}
	return rank
}

// figures are the measures of a ranking, in points of 100: how often the target
// came first and among the first three, the mean of 1/rank, and the discounted
// gain among the first ten.
type figures [4]float64

func measure(ranks []int) (f figures) {
	for _, r := range ranks {
		if r == 0 {
			continue
		}
		if r == 1 {
			f[0]++
		}
		if r <= 3 {
			f[1]++
		}
		f[2] += 1 / float64(r)
		if r <= 10 {
			f[3] += 1 / math.Log2(float64(r)+1)
		}
	}
	for i := range f {
		f[i] *= 100 / float64(max(len(ranks), 1))
	}
	return f
}

// mean gives the mean over collections, each of one weight.
func mean(all []figures) (f figures) {
	for _, one := range all {
		for i := range f {
			f[i] += one[i] / float64(len(all))
		}
	}
	return f
}

func (f figures) String() string {
	return fmt.Sprintf("%.1f | %.1f | %.1f | %.1f", f[0], f[1], f[2], f[3])
}

// yardstick gives the figures of plain BM25.
func yardstick(c collection, stems bool) figures {
	index := newPlainIndex(c.docs, stems)
	var ranks []int
	for _, a := range c.asks {
		ranks = append(ranks, index.rank(a.text, a.target))
	}
	return measure(ranks)
}

// A plainIndex ranks by BM25 over all words of a document alike, with k1 = 1.2
// and b = 0.75: the yardstick.
type plainIndex struct {
	stems bool
	tf    []map[string]int
	words []int
	mean  float64
	df    map[string]int
}

func newPlainIndex(docs []document, stems bool) *plainIndex {
	x := &plainIndex{stems: stems, df: map[string]int{}}
	total := 0
	for _, d := range docs {
		tf, n := map[string]int{}, 0
		for _, w := range x.split(d.path + "\n" + d.text) {
			tf[w]++
			n++
		}
		for w := range tf {
			x.df[w]++
		}
		x.tf, x.words = append(x.tf, tf), append(x.words, n)
		total += n
	}
	x.mean = float64(total) / float64(len(docs))
	return x
}

func (x *plainIndex) split(text string) (words []string) {
	b := []byte(text)
	for start, end := nextWord(b, 0); start < len(b); start, end = nextWord(b, end) {
		w := string(appendFolded(nil, b[start:end]))
		if x.stems {
			if functionWord(w) {
				continue
			}
			w = stem(w)
		}
		words = append(words, w)
	}
	return words
}

func (x *plainIndex) rank(text string, target int) int {
	terms := x.split(text)
	slices.Sort(terms)
	terms = slices.Compact(terms)
	scores := make([]float64, len(x.tf))
	for i, tf := range x.tf {
		for _, w := range terms {
			f := float64(tf[w])
			if f == 0 {
				continue
			}
			n, df := float64(len(x.tf)), float64(x.df[w])
			scores[i] += math.Log(1+(n-df+0.5)/(df+0.5)) * f * 2.2 / (f + 1.2*(0.25+0.75*float64(x.words[i])/x.mean))
		}
	}
	return rankOf(scores, target)
}

// trials reads every collection that is there.
func trials(t *testing.T) (all []*trial, seen map[string]bool) {
	if testing.Short() {
		t.Skip("skipped: reads whole collections")
	}
	list, seen := collections(t)
	for _, c := range list {
		all = append(all, newTrial(t, c))
	}
	return all, seen
}

func evaluate(all []*trial, w weights) (list []figures) {
	for _, x := range all {
		list = append(list, measure(x.ranks(w)))
	}
	return list
}

// TestRankingTable prints the table of docs/spec-ranking.md for the collections
// that are there, and holds the ranking to plain BM25 over all of them.
func TestRankingTable(t *testing.T) {
	all, seen := trials(t)
	var b strings.Builder
	list := evaluate(all, usualWeights())
	table := func(title string, of func(name string) bool) {
		fmt.Fprintf(&b, "\n| %s | nodes | questions | ct-spec: r@1 | r@3 | MRR | nDCG@10 | BM25: r@1 | r@3 | MRR | nDCG@10 | BM25, stems: r@1 | r@3 | MRR | nDCG@10 |\n", title)
		b.WriteString("| ---" + strings.Repeat(" | ---:", 14) + " |\n")
		var ours, plain, stemmed []figures
		for i, x := range all {
			if of(x.name) {
				fmt.Fprintf(&b, "| %s | %d | %d | %v | %v | %v |\n", x.name, len(x.docs), len(x.asks), list[i], x.plain, x.stemmed)
				ours, plain, stemmed = append(ours, list[i]), append(plain, x.plain), append(stemmed, x.stemmed)
			}
		}
		fmt.Fprintf(&b, "| mean of %d | | | %v | %v | %v |\n", len(ours), mean(ours), mean(plain), mean(stemmed))
	}
	table("chosen on", func(name string) bool { return seen[name] })
	if len(all) > 1 {
		table("kept for the end", func(name string) bool { return !seen[name] })
	}
	t.Log(b.String())
	var plain []figures
	for _, x := range all {
		plain = append(plain, x.plain)
	}
	ours, theirs := mean(list), mean(plain)
	if ours[2] < theirs[2] || ours[3] < theirs[3] {
		t.Errorf("worse than plain BM25: %v, %v", ours, theirs)
	}
}

// TestConstantsStandOnPlateaus changes every constant by half of it, up and down:
// over all collections no figure may move by more than two points.
func TestConstantsStandOnPlateaus(t *testing.T) {
	all, _ := trials(t)
	most := 2.0
	if len(all) < 10 {
		most = 8 // Go's documentation alone, whose names tell less than most
	}
	usual := mean(evaluate(all, usualWeights()))
	var b strings.Builder
	fmt.Fprintf(&b, "\n| constant | value | r@1 | r@3 | MRR | nDCG@10 |\n| ---%s |\n| as they are | | %v |\n", strings.Repeat(" | ---:", 5), usual)
	names := reflect.TypeFor[weights]()
	for i := range names.NumField() {
		for _, factor := range []float64{0.5, 0.75, 1.25, 1.5} {
			w := usualWeights()
			v := reflect.ValueOf(&w).Elem().Field(i)
			changed := v.Float() * factor
			if name := names.Field(i).Name; name == "b" || name == "cover" || name == "longer" {
				changed = min(changed, 1) // shares
			}
			setWeight(&w, i, changed)
			f := mean(evaluate(all, w))
			fmt.Fprintf(&b, "| %s | %.3g | %v |\n", names.Field(i).Name, changed, f)
			for j := range f {
				if math.Abs(f[j]-usual[j]) > most {
					t.Errorf("%s = %.3g: %v, from %v", names.Field(i).Name, changed, f, usual)
					break
				}
			}
		}
	}
	t.Log(b.String())
}

// setWeight sets field i of w, in the order of the struct.
func setWeight(w *weights, i int, value float64) {
	*[]*float64{&w.name, &w.desc, &w.cover, &w.longer, &w.k1, &w.b}[i] = value
}

func TestATrialRanksAsTheProgramDoes(t *testing.T) {
	c := fromGo(t)[0]
	x := newTrial(t, c)
	ranks := x.ranks(usualWeights())
	for i := 0; i < len(c.asks); i += 1 + len(c.asks)/10 {
		q := parseQuestion(c.asks[i].text)
		rank1 := 0
		for place, r := range rank(q, readNodes(t, c, q)) {
			if r.node.path == c.docs[c.asks[i].target].path {
				rank1 = place + 1
			}
		}
		if rank1 != ranks[i] {
			t.Errorf("%q: rank %d, in the trial %d", c.asks[i].text, rank1, ranks[i])
		}
	}
}
