package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/rank/bm25"
	"github.com/ct-tools/ct/shared/tooltest"
)

// trial is a collection that was read once for all its questions, so that constants can be tried on
// it quickly. TestATrialRanksAsTheProgramDoes compares it with the program's own ranking.
type trial struct {
	collection
	corpus   *corpus
	postings [][]int      // nodes that have a term
	paired   [][]int      // nodes that have a pair
	asked    []askedTerms // of each question
}

// askedTerms are the terms of a question, and how often it has each, and its pairs.
type askedTerms struct {
	terms []uint16
	times []int
	pairs []uint16
}

func newTrial(t testing.TB, c collection) *trial {
	t.Helper()
	x := &trial{collection: c}
	q := &bm25.Question{}
	index, pairs := map[string]uint16{}, map[bm25.Pair]uint16{}
	for _, a := range c.asks {
		var use askedTerms
		own := bm25.Parse(a.text)
		at := func(i uint16) uint16 {
			term := own.Terms[i]
			n, ok := index[term.Text]
			if !ok {
				n = uint16(len(q.Terms))
				index[term.Text] = n
				q.Terms = append(q.Terms, term)
			}
			return n
		}
		for i, term := range own.Terms {
			use.terms, use.times = append(use.terms, at(uint16(i))), append(use.times, term.Times)
		}
		for _, p := range own.Pairs {
			p = bm25.Pair{First: at(p.First), Second: at(p.Second)}
			n, ok := pairs[p]
			if !ok {
				n = uint16(len(q.Pairs))
				pairs[p] = n
				q.Pairs = append(q.Pairs, p)
			}
			use.pairs = append(use.pairs, n)
		}
		x.asked = append(x.asked, use)
	}
	nodes := readNodes(t, c, q)
	x.corpus = newCorpus(bm25.NewMatcher(q.Terms), q, nodes)
	x.postings, x.paired = make([][]int, len(q.Terms)), make([][]int, len(q.Pairs))
	for i := range nodes {
		for _, y := range nodes[i].tallies {
			x.postings[y.term] = append(x.postings[y.term], i)
		}
		for _, y := range nodes[i].pairs {
			x.paired[y.pair] = append(x.paired[y.pair], i)
		}
	}
	return x
}

// readNodes makes the nodes of a collection as the program does.
func readNodes(t testing.TB, c collection, q *bm25.Question) (nodes []node) {
	t.Helper()
	r := newReader(q, false)
	for _, d := range c.docs {
		if _, err := r.read(context.Background(), d.path, strings.NewReader(d.text)); err != nil || len(r.nodes) != 1 {
			t.Fatalf("%s: %d nodes, %v", d.path, len(r.nodes), err)
		}
		nodes = append(nodes, r.nodes[0])
	}
	nameNodes(nodes, "root")
	linkNodes(nodes)
	return nodes
}

// scores returns the score of every node for a question.
func (x *trial) scores(m *bm25.Model, question int, scores []float64) {
	clear(scores)
	use := &x.asked[question]
	for i, term := range use.terms {
		for _, n := range x.postings[term] {
			scores[n] += x.corpus.term(m, use.times[i], n, x.corpus.nodes[n].tally(term))
		}
	}
	for _, p := range use.pairs {
		for _, n := range x.paired[p] {
			tallies := x.corpus.nodes[n].pairs
			at, _ := slices.BinarySearchFunc(tallies, p, func(a pairTally, p uint16) int { return cmp.Compare(a.pair, p) })
			scores[n] += x.corpus.pair(m, n, &tallies[at])
		}
	}
	for n := range scores {
		if scores[n] > 0 {
			scores[n] = max(math.Round(scores[n]/grain), 1)
		}
	}
}

// places returns the places of each question's targets, in order, without those that are not found.
func (x *trial) places(m *bm25.Model) [][]int {
	all := make([][]int, len(x.asks))
	scores := make([]float64, len(x.corpus.nodes))
	for i := range all {
		x.scores(m, i, scores)
		all[i] = placesOf(scores, x.asks[i].targets)
	}
	return all
}

// placesOf returns the places of targets, in order.
func placesOf(scores []float64, targets []int) (places []int) {
	for _, target := range targets {
		if rank := rankOf(scores, target); rank > 0 {
			places = append(places, rank)
		}
	}
	slices.Sort(places)
	return places
}

// rankOf returns the rank of a target; among equal scores the first comes first.
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

// figures are the measures of a ranking, in percent: how often a target came first, the mean of 1/rank of the first
// target, and the discounted gain of the first ten nodes.
type figures [3]float64

// The indexes of figures.
const (
	first = iota
	mrr
	ndcg
)

func (f figures) String() string { return fmt.Sprintf("%.1f | %.1f | %.1f", f[0], f[1], f[2]) }

// measure returns the figures of one question, from the places of its n targets.
func measure(places []int, n int) (f figures) {
	if len(places) == 0 {
		return f
	}
	if places[0] == 1 {
		f[first] = 100
	}
	f[mrr] = 100 / float64(places[0])
	ideal := 0.0
	for i := range min(n, 10) {
		ideal += 1 / math.Log2(float64(i)+2)
	}
	for _, p := range places {
		if p <= 10 {
			f[ndcg] += 100 / math.Log2(float64(p)+1) / ideal
		}
	}
	return f
}

// mean returns the mean over collections, with equal weights.
func mean(all []figures) (f figures) {
	for _, one := range all {
		for i := range f {
			f[i] += one[i] / float64(len(all))
		}
	}
	return f
}

// The halves of the questions, by a hash of their text: constants are chosen on one and reported on the other.
const (
	chosen = iota
	kept
)

func halfOf(question string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(question))
	return int(h.Sum32() >> 7 & 1)
}

// figures returns the mean figures of each half of the questions, given the places of their targets.
func (c *collection) figures(places [][]int) (halves [2]figures) {
	var lists [2][]figures
	for i, a := range c.asks {
		h := halfOf(a.text)
		lists[h] = append(lists[h], measure(places[i], len(a.targets)))
	}
	return [2]figures{mean(lists[chosen]), mean(lists[kept])}
}

// yardstick returns the figures of plain BM25.
func yardstick(c *collection) [2]figures {
	index := newPlainIndex(c.docs, true)
	places := make([][]int, len(c.asks))
	for i, a := range c.asks {
		places[i] = index.places(a.text, a.targets)
	}
	return c.figures(places)
}

// plainIndex ranks by BM25 over all words of a document, with k1 = 1.2 and b = 0.75: the yardstick.
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
	for start, end := bm25.NextWord(b, 0); start < len(b); start, end = bm25.NextWord(b, end) {
		w := string(bm25.AppendFolded(nil, b[start:end]))
		if x.stems {
			if bm25.FunctionWord(w) {
				continue
			}
			w = bm25.Stem(w)
		}
		words = append(words, w)
	}
	return words
}

func (x *plainIndex) places(text string, targets []int) []int {
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
	return placesOf(scores, targets)
}

// trials reads every available collection.
func trials(t *testing.T) (all []*trial) {
	for _, c := range collections(t) {
		all = append(all, newTrial(t, c))
	}
	return all
}

// byPackage returns the mean figures of each package, in the order of the first trial: a package
// counts once, whatever was made of it.
func byPackage(all []*trial, of func(x *trial) [2]figures) (packs []string, list [][2]figures) {
	rows := map[string][2][]figures{}
	for _, x := range all {
		if _, known := rows[x.pack]; !known {
			packs = append(packs, x.pack)
		}
		f, r := of(x), rows[x.pack]
		for h := range 2 {
			r[h] = append(r[h], f[h])
		}
		rows[x.pack] = r
	}
	for _, p := range packs {
		list = append(list, [2]figures{mean(rows[p][chosen]), mean(rows[p][kept])})
	}
	return packs, list
}

// group is trials that are reported together.
type group struct {
	name string
	of   []*trial
}

// groups returns the packages as one group, and each of the judged collections.
func groupsOf(all []*trial) (list []group) {
	packages := group{name: "packages"}
	for _, x := range all {
		if x.judged {
			list = append(list, group{x.name, []*trial{x}})
		} else {
			packages.of = append(packages.of, x)
		}
	}
	return append([]group{packages}, list...)
}

// overall returns the mean figures over a group's packages.
func (g group) overall(m bm25.Model) (halves [2]figures) {
	_, list := byPackage(g.of, func(x *trial) [2]figures { return x.figures(x.places(&m)) })
	return meanOfHalves(list)
}

func meanOfHalves(list [][2]figures) (halves [2]figures) {
	for h := range 2 {
		var some []figures
		for _, f := range list {
			some = append(some, f[h])
		}
		halves[h] = mean(some)
	}
	return halves
}

// startModel is the ranking from which the present one was developed.
func startModel() bm25.Model {
	m := bm25.Usual(inBody, 1, 1, 1, 1)
	m.Same, m.Pair, m.Repeat, m.Longer = 0, 0, 0, 0
	for i := range m.Fields {
		m.Fields[i].K1 = 1.2
	}
	return m
}

// TestRankingTable prints the tables of docs/spec-ranking.md for the available collections, and
// compares the ranking with the one that it was developed from, and with plain BM25.
func TestRankingTable(t *testing.T) {
	all := trials(t)
	var b strings.Builder
	rankings := []func(x *trial) [2]figures{
		func(x *trial) [2]figures { m := usualModel(); return x.figures(x.places(&m)) },
		func(x *trial) [2]figures { m := startModel(); return x.figures(x.places(&m)) },
		func(x *trial) [2]figures { return yardstick(&x.collection) },
	}
	for h, name := range []string{"chosen on", "kept"} {
		fmt.Fprintf(&b, "\n| %s | questions | ct-spec: r@1 | MRR | nDCG@10 | start: r@1 | MRR | nDCG@10 | BM25, stems: r@1 | MRR | nDCG@10 |\n| ---%s |\n", name, strings.Repeat(" | ---:", 10))
		for _, g := range groupsOf(all) {
			var lists [3][][2]figures
			var packs []string
			for i, of := range rankings {
				packs, lists[i] = byPackage(g.of, of)
			}
			questions := map[string]int{}
			total := 0
			for _, x := range g.of {
				for _, a := range x.asks {
					if halfOf(a.text) == h {
						questions[x.pack]++
						total++
					}
				}
			}
			if len(packs) > 1 {
				for i, p := range packs {
					fmt.Fprintf(&b, "| %s | %d | %v | %v | %v |\n", p, questions[p], lists[0][i][h], lists[1][i][h], lists[2][i][h])
				}
				g.name = fmt.Sprintf("mean of %d packages", len(packs))
			}
			ours, start, plain := meanOfHalves(lists[0])[h], meanOfHalves(lists[1])[h], meanOfHalves(lists[2])[h]
			fmt.Fprintf(&b, "| %s | %d | %v | %v | %v |\n", g.name, total, ours, start, plain)
			if ours[mrr] < start[mrr] || ours[ndcg] < start[ndcg] || ours[mrr] < plain[mrr] {
				t.Errorf("%s, %s: %v, at the start %v, plain BM25 %v", name, g.name, ours, start, plain)
			}
		}
	}
	t.Log(b.String())
}

// variant is the ranking with one constant changed.
type variant struct {
	name   string
	factor float64
	model  bm25.Model
}

// variants returns the ranking with each constant multiplied by each of the factors.
func variants(factors ...float64) (list []variant) {
	for _, factor := range factors {
		add := func(name string, change func(m *bm25.Model) *float64) {
			m := usualModel()
			*change(&m) *= factor
			list = append(list, variant{name, factor, m})
		}
		for i, name := range []string{"name", "desc", "body", "anchor"} {
			add("weight of "+name, func(m *bm25.Model) *float64 { return &m.Fields[i].Weight })
		}
		add("same form", func(m *bm25.Model) *float64 { return &m.Same })
		add("pairs", func(m *bm25.Model) *float64 { return &m.Pair })
		add("repeat", func(m *bm25.Model) *float64 { return &m.Repeat })
		add("longer words", func(m *bm25.Model) *float64 { return &m.Longer })
		for _, c := range []struct {
			name string
			of   func(f *bm25.Field) *float64
		}{{"k1", func(f *bm25.Field) *float64 { return &f.K1 }}, {"b", func(f *bm25.Field) *float64 { return &f.B }}} {
			m := usualModel()
			for i := range m.Fields {
				x := c.of(&m.Fields[i])
				*x *= factor
				if c.name == "b" {
					*x = min(*x, 1) // a share
				}
			}
			list = append(list, variant{c.name, factor, m})
		}
	}
	return list
}

// plateau is by how many points MRR and nDCG@10 of the packages may change if a constant is changed by half, and goAlone
// those of Go's documentation, whose figures vary more than a mean. The judged collections have too few questions.
const (
	plateau = 2.0
	goAlone = 5.0
)

// TestConstantsStandOnPlateaus takes every constant away and changes it by half, or, if it is to be brief, only by half down.
func TestConstantsStandOnPlateaus(t *testing.T) {
	changes := variants(0, 0.5, 1.5)
	if tooltest.Brief() {
		changes = variants(0.5)
	}
	list := groupsOf(trials(t))
	var b strings.Builder
	b.WriteString("\n| constant | factor")
	for _, g := range list {
		fmt.Fprintf(&b, " | %s, chosen on: r@1 | MRR | nDCG@10 | kept: r@1 | MRR | nDCG@10", g.name)
	}
	fmt.Fprintf(&b, " |\n| ---%s |\n", strings.Repeat(" | ---:", 1+6*len(list)))
	usual := map[string][2]figures{}
	most := plateau
	if len(list[0].of) == len(fromGo(t)) {
		most = goAlone
	}
	for _, v := range append([]variant{{"as they are", 1, usualModel()}}, changes...) {
		fmt.Fprintf(&b, "| %s | %g", v.name, v.factor)
		for _, g := range list {
			f := g.overall(v.model)
			fmt.Fprintf(&b, " | %v | %v", f[chosen], f[kept])
			if v.factor == 1 {
				usual[g.name] = f
			}
			for h, u := range usual[g.name] {
				if v.factor > 0 && !g.of[0].judged && (math.Abs(f[h][mrr]-u[mrr]) > most || math.Abs(f[h][ndcg]-u[ndcg]) > most) {
					t.Errorf("%s × %g: %v, from %v", v.name, v.factor, f[h], u)
				}
			}
		}
		b.WriteString(" |\n")
	}
	t.Log(b.String())
}

// TestATrialRanksAsTheProgramDoes compares trials with the program's own ranking.
func TestATrialRanksAsTheProgramDoes(t *testing.T) {
	c := fromGo(t)[0]
	x := newTrial(t, c)
	m := usualModel()
	places := x.places(&m)
	for i := 0; i < len(c.asks); i += 1 + len(c.asks)/10 {
		q := bm25.Parse(c.asks[i].text)
		var found []int
		for place, r := range rank(q, readNodes(t, c, q)) {
			if r.node.path == c.docs[c.asks[i].targets[0]].path {
				found = append(found, place+1)
			}
		}
		if !slices.Equal(found, places[i]) {
			t.Errorf("%q: %v, in the trial %v", c.asks[i].text, found, places[i])
		}
	}
}
