package main

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// trial is a collection that was read once for all its questions, so that constants can be tried on
// it quickly. TestATrialRanksAsTheProgramDoes compares it with the program's own ranking.
type trial struct {
	collection
	corpus   *corpus
	postings [][]int      // nodes that have a term
	asked    [][]uint16   // terms of each question
	names    [][][]uint16 // terms that each word of a node's name matches
}

func newTrial(t testing.TB, c collection, prefix int) *trial {
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
	nodes := readNodes(t, c, q, prefix)
	m := newMatcher(q.terms)
	m.prefix = prefix
	x.corpus = newCorpus(m, q, nodes)
	x.postings = make([][]int, len(q.terms))
	for i := range nodes {
		for _, y := range nodes[i].tallies {
			x.postings[y.term] = append(x.postings[y.term], i)
		}
		x.names = append(x.names, nameTerms(m, nodes[i].title+" "+nodes[i].id))
	}
	return x
}

// readNodes makes the nodes of a collection as the program does.
func readNodes(t testing.TB, c collection, q *question, prefix int) (nodes []node) {
	t.Helper()
	r := newReader(q, false)
	r.matcher.prefix = prefix
	for _, d := range c.docs {
		if _, err := r.read(context.Background(), d.path, strings.NewReader(d.text)); err != nil || len(r.nodes) != 1 {
			t.Fatalf("%s: %d nodes, %v", d.path, len(r.nodes), err)
		}
		nodes = append(nodes, r.nodes[0])
	}
	nameNodes(nodes, "root")
	return nodes
}

// nameTerms returns the terms that each word of a name matches.
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

// ranks returns the rank of each question's target, 0 if it is not found.
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

// cover computes how much of each node's name is in a question.
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

// figures are the measures of a ranking, in percent: how often the target came first and among the
// first three, the mean of 1/rank, and the discounted gain among the first ten.
type figures [4]float64

// The indexes of figures.
const (
	first = iota
	firstThree
	mrr
	ndcg
)

func measure(ranks []int) (f figures) {
	for _, r := range ranks {
		if r == 0 {
			continue
		}
		if r == 1 {
			f[first]++
		}
		if r <= 3 {
			f[firstThree]++
		}
		f[mrr] += 1 / float64(r)
		if r <= 10 {
			f[ndcg] += 1 / math.Log2(float64(r)+1)
		}
	}
	for i := range f {
		f[i] *= 100 / float64(max(len(ranks), 1))
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

func (f figures) String() string {
	return fmt.Sprintf("%.1f | %.1f | %.1f | %.1f", f[0], f[1], f[2], f[3])
}

// yardstick returns the figures of plain BM25.
func yardstick(c collection, stems bool) figures {
	index := newPlainIndex(c.docs, stems)
	var ranks []int
	for _, a := range c.asks {
		ranks = append(ranks, index.rank(a.text, a.target))
	}
	return measure(ranks)
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

// trials reads every available collection. prefix replaces shortestPrefix.
func trials(t *testing.T, prefix int) (all []*trial) {
	for _, c := range collections(t) {
		all = append(all, newTrial(t, c, prefix))
	}
	return all
}

// half returns the trials of the packages that the ranking was chosen on, or of the others.
func half(all []*trial, chosen bool) []*trial {
	return slices.DeleteFunc(slices.Clone(all), func(x *trial) bool { return chosenOn(x.pack) != chosen })
}

// byPackage returns the mean figures of each package, in the order of the first trial: a package
// counts once, whatever was made of it.
func byPackage(all []*trial, of func(x *trial) figures) (packs []string, list []figures) {
	rows := map[string][]figures{}
	for _, x := range all {
		if rows[x.pack] == nil {
			packs = append(packs, x.pack)
		}
		rows[x.pack] = append(rows[x.pack], of(x))
	}
	for _, p := range packs {
		list = append(list, mean(rows[p]))
	}
	return packs, list
}

// overall returns the mean figures over packages.
func overall(all []*trial, w weights) figures {
	_, list := byPackage(all, func(x *trial) figures { return measure(x.ranks(w)) })
	return mean(list)
}

// TestRankingTable prints the tables of docs/spec-ranking.md for the available collections, and
// compares the ranking with plain BM25: over the packages of each half, and for Go's own
// documentation, which is always available.
func TestRankingTable(t *testing.T) {
	all := trials(t, shortestPrefix)
	const heads = " | ct-spec: r@1 | r@3 | MRR | nDCG@10 | BM25: r@1 | r@3 | MRR | nDCG@10 | BM25, stems: r@1 | r@3 | MRR | nDCG@10 |\n"
	var b strings.Builder
	for _, chosen := range []bool{true, false} {
		some := half(all, chosen)
		if len(some) == 0 {
			continue
		}
		rows := map[*trial][3]figures{}
		for _, x := range some {
			rows[x] = [3]figures{measure(x.ranks(usualWeights())), yardstick(x.collection, false), yardstick(x.collection, true)}
		}
		fmt.Fprintf(&b, "\n| %s | nodes | questions%s| ---%s |\n", map[bool]string{true: "chosen on", false: "kept for the end"}[chosen], heads, strings.Repeat(" | ---:", 14))
		for _, x := range some {
			fmt.Fprintf(&b, "| %s | %d | %d | %v | %v | %v |\n", x.name, len(x.docs), len(x.asks), rows[x][0], rows[x][1], rows[x][2])
		}
		fmt.Fprintf(&b, "\n| package%s| ---%s |\n", heads, strings.Repeat(" | ---:", 12))
		packs, ours := byPackage(some, func(x *trial) figures { return rows[x][0] })
		_, plain := byPackage(some, func(x *trial) figures { return rows[x][1] })
		_, stemmed := byPackage(some, func(x *trial) figures { return rows[x][2] })
		for i, p := range packs {
			fmt.Fprintf(&b, "| %s | %v | %v | %v |\n", p, ours[i], plain[i], stemmed[i])
		}
		fmt.Fprintf(&b, "| mean of %d | %v | %v | %v |\n", len(packs), mean(ours), mean(plain), mean(stemmed))
		if f, g := mean(ours), mean(plain); f[mrr] < g[mrr] || f[ndcg] < g[ndcg] || f[first] < g[first] {
			t.Errorf("chosen on %v: worse than plain BM25: %v, %v", chosen, f, g)
		}
	}
	t.Log(b.String())
}

// variant is the ranking with one constant changed.
type variant struct {
	name   string
	value  float64
	factor float64
	w      weights
	prefix int
}

// variants returns the ranking with each constant multiplied by each of the factors.
func variants(factors ...float64) (list []variant) {
	names := reflect.TypeFor[weights]()
	for i := range names.NumField() {
		for _, factor := range factors {
			w := usualWeights()
			value := reflect.ValueOf(&w).Elem().Field(i).Float() * factor
			if name := names.Field(i).Name; name == "b" || name == "cover" {
				value = min(value, 1) // a share
			}
			*[]*float64{&w.name, &w.desc, &w.cover, &w.k1, &w.b}[i] = value
			list = append(list, variant{names.Field(i).Name, value, factor, w, shortestPrefix})
		}
	}
	return list
}

// prefixes returns the ranking with a shortest prefix of one character less, and of one and two
// more; it is a whole number.
func prefixes() (list []variant) {
	for _, n := range []int{shortestPrefix - 1, shortestPrefix + 1} {
		list = append(list, variant{"shortestPrefix", float64(n), float64(n) / shortestPrefix, usualWeights(), n})
	}
	return list
}

// plateau is by how many points recall@1, MRR and nDCG@10 may change in the mean over packages if a
// constant is changed by half, up or down. Go's documentation alone is one package, whose figures
// vary more than a mean: for it the change is a quarter of the constant, the limit goAlone points,
// and only MRR and nDCG@10, which are steadier, are compared.
const (
	plateau = 2.0
	goAlone = 2.5
)

// TestConstantsStandOnPlateaus changes every constant by a quarter and by half, up and down, or, if
// it is to be brief, only by a quarter down.
func TestConstantsStandOnPlateaus(t *testing.T) {
	changes := append(variants(0.5, 0.75, 1.25, 1.5), prefixes()...)
	if tooltest.Brief() {
		changes = variants(0.75)
	}
	byPrefix := map[int][]*trial{shortestPrefix: trials(t, shortestPrefix)}
	for _, v := range changes {
		if byPrefix[v.prefix] == nil {
			byPrefix[v.prefix] = trials(t, v.prefix)
		}
	}
	var b strings.Builder
	b.WriteString("\n| constant | value")
	type part struct {
		name  string
		most  float64 // points
		far   float64 // share of a constant
		held  []int
		of    func(all []*trial) []*trial
		usual figures
	}
	parts := []part{
		{name: "chosen on", most: plateau, far: 0.5, held: []int{first, mrr, ndcg}, of: func(all []*trial) []*trial { return half(all, true) }},
		{name: "kept", most: plateau, far: 0.5, held: []int{first, mrr, ndcg}, of: func(all []*trial) []*trial { return half(all, false) }},
	}
	if len(byPrefix[shortestPrefix]) == len(fromGo(t)) {
		parts = parts[:1]
		parts[0].name, parts[0].most, parts[0].far, parts[0].held = "go", goAlone, 0.34, []int{mrr, ndcg}
	}
	for i := range parts {
		parts[i].usual = overall(parts[i].of(byPrefix[shortestPrefix]), usualWeights())
		fmt.Fprintf(&b, " | %s: r@1 | r@3 | MRR | nDCG@10", parts[i].name)
	}
	fmt.Fprintf(&b, " |\n| ---%s |\n| as they are | ", strings.Repeat(" | ---:", 1+4*len(parts)))
	for _, p := range parts {
		fmt.Fprintf(&b, " | %v", p.usual)
	}
	b.WriteString(" |\n")
	for _, v := range changes {
		fmt.Fprintf(&b, "| %s | %.3g", v.name, v.value)
		for _, p := range parts {
			f := overall(p.of(byPrefix[v.prefix]), v.w)
			fmt.Fprintf(&b, " | %v", f)
			for _, i := range p.held {
				if math.Abs(v.factor-1) <= p.far && math.Abs(f[i]-p.usual[i]) > p.most {
					t.Errorf("%s: %s = %.3g: %v, from %v", p.name, v.name, v.value, f, p.usual)
					break
				}
			}
		}
		b.WriteString(" |\n")
	}
	t.Log(b.String())
}

// A term in a name counts more than one in a desc, and that more than any number of them in a body,
// whatever else is there.
func TestNameComesBeforeDescAndDescBeforeBody(t *testing.T) {
	w := usualWeights()
	of := func(f field, count uint32, words int) float64 {
		n := node{words: words, tallies: make([]tally, 1)}
		n.tallies[0].count[f] = count
		c := corpus{nodes: []node{n}, mean: 1000, covers: []float64{0}}
		return c.best(&w, 0, &n.tallies[0])
	}
	name, desc, body := of(inName, 1, 100_000), of(inDesc, 9, 1), of(inBody, math.MaxUint32, 1)
	if name <= desc || desc <= body {
		t.Errorf("name %v, desc %v, body %v", name, desc, body)
	}
}

// TestATrialRanksAsTheProgramDoes compares trials with the program's own ranking.
func TestATrialRanksAsTheProgramDoes(t *testing.T) {
	c := fromGo(t)[0]
	x := newTrial(t, c, shortestPrefix)
	ranks := x.ranks(usualWeights())
	for i := 0; i < len(c.asks); i += 1 + len(c.asks)/10 {
		q := parseQuestion(c.asks[i].text)
		rank1 := 0
		for place, r := range rank(q, readNodes(t, c, q, shortestPrefix)) {
			if r.node.path == c.docs[c.asks[i].target].path {
				rank1 = place + 1
			}
		}
		if rank1 != ranks[i] {
			t.Errorf("%q: rank %d, in the trial %d", c.asks[i].text, rank1, ranks[i])
		}
	}
}
