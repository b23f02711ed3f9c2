package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// row is one piece of work that two programs do.
type row struct {
	name string
	// What is run in the tree: a program and its arguments.
	ours, theirs []string
	// in is the folder in which to run instead; empty: the tree.
	in string
	// atMost is the target: the maximum ratio of our time to theirs or, with inMS, the maximum difference.
	atMost float64
	inMS   bool
	form   form
	// check, if set, compares what forms cannot. Its error says where results differ.
	check func(p programs, dir string) error
	// apart means that both sides are ours, or that ours does more: the ratio is left out of the mean.
	apart bool
	// times multiplies the number of pairs; 0 means 1.
	times int
	// cold says that the tree is not in memory when a process begins; that takes root.
	cold bool
	// limit is the limit of our peak memory to which the row counts; nil if there is none.
	limit *bound
}

// bound is a limit of peak memory for all rows that refer to it.
type bound struct {
	name string
	mib  float64
}

var (
	ofCounts = &bound{"peak memory, counts", 32}
	ofLines  = &bound{"peak memory, every line of a common word", 64}
	ofSpecs  = &bound{"peak memory, specs", 128}
)

// manyTimes is the value of times for rows whose processes take a few milliseconds.
const manyTimes = 5

// meanAtMost is the limit for the geometric mean of all ratios.
const meanAtMost = 0.48

// coldRow is measured beside the others, because it empties the page cache of the whole machine.
func coldRow(v vocabulary) row {
	r := counts("literal, not in memory", 1, list("-F", "-s", "-e", v.symbol), list("-F", v.symbol))
	r.cold = true
	return r
}

// rows returns everything that is measured, one entry per row. The folder small, relative to the
// tree, has about fifty files.
//
// In RE2's syntax \w and \s are ASCII, so ripgrep gets the same. Case is always explicit,
// as ct-search would choose it for the pattern.
func rows(v vocabulary, small string, specs specTrees, matchers string) []row {
	alternation, literals := strings.Join(v.four, "|"), each("-e", v.twelve)
	const fives = `\w{5}\s+\w{5}\s+\w{5}\s+\w{5}\s+\w{5}`
	return []row{
		counts("literal", 0.65, list("-F", "-s", "-e", v.symbol), list("-F", v.symbol)),
		counts("literal, -i", 0.65, list("-F", "-i", "-e", v.symbol), list("-F", "-i", v.symbol)),
		counts("word", 0.65, list("-w", "-s", "-e", v.word), list("-w", v.word)),
		counts("class and literal", 0.65, list("--regex", "-s", "-e", v.suffix), list(v.suffix)),
		counts("four alternatives", 0.65, list("--regex", "-s", "-e", alternation), list(alternation)),
		counts("four alternatives, -i", 0.65, list("--regex", "-i", "-e", alternation), list("-i", alternation)),
		counts("script", 0.25, list("--regex", "-s", "-e", `\p{Greek}`), list(`\p{Greek}`)),
		counts("no literal", 0.55, list("--regex", "-s", "-e", fives), list("(?-u)"+fives)),
		counts("twelve terms", 0.60, append(list("-F", "-s"), literals...), append(list("-F"), literals...)),
		{
			name: "ct-survey, twelve terms", atMost: 0.60, form: anything, check: sumsOf(v.twelve), limit: ofCounts,
			ours: survey(v.twelve), theirs: ripgrep(append(append(list("-c", "-F"), literals...), ".")...),
		},
		{
			name: "ct-survey, twelve over one", atMost: 1.2, form: anything, apart: true,
			ours: survey(v.twelve), theirs: survey(list(v.symbol)),
		},
		counts("look-around", 0.30, list("--regex", "-s", "-e", v.around), list("-P", v.around)),
		counts("back-reference", 0.30, list("--regex", "-s", "-e", v.back), list("-P", v.back)),
		{
			name: "file list", atMost: 0.45, form: paths, limit: ofCounts,
			ours: search("--name", "*"), theirs: ripgrep("--files", "--sort", "path"),
		},
		lines("every line of a symbol", 0.70, v.symbol),
		lines("every line of a common word", 0.80, v.common).within(ofLines),
		{
			name: "QUERY, classified and ranked", atMost: 3, form: anything, apart: true, limit: ofLines,
			ours: search(v.symbol), theirs: ripgrep("-n", "-w", v.symbol, "."),
		},
		{
			name: "fifty files", atMost: 0.90, form: perFile, times: manyTimes, limit: ofCounts,
			ours:   search("-c", "-F", "-s", "-e", v.common, small),
			theirs: ripgrep("-c", "-F", v.common, small),
		},
		{
			name: "start", atMost: 1.8, form: anything, times: manyTimes,
			ours: list("ct-search", "--version"), theirs: list(rgName, "--version"),
		},
		{
			name: "ct NAME over ct-NAME", atMost: 2, inMS: true, form: text, times: manyTimes,
			ours: list("ct", "search", "--version"), theirs: list("ct-search", "--version"),
		},
		{
			name: "ct-test over its command", atMost: 8, inMS: true, form: text, times: manyTimes,
			ours: list("ct-test", "--no-config", "--quiet", "--show-output", "--cmd", plain), theirs: list(plain),
		},
		{
			name: "a matcher of one's own, one file, over the built-in", atMost: 60, inMS: true, form: anything, times: manyTimes, in: matchers,
			ours: append(matched("plug.Match", byMatcher...), "main.go"), theirs: append(matched("plug.Match", byItself...), "main.go"),
		},
		{
			name: "a matcher of one's own, over the built-in", atMost: 4, form: anything, apart: true, check: sameMatches(v.symbol),
			ours: matched(v.symbol, byMatcher...), theirs: matched(v.symbol, byItself...),
		},
		// The whole process may take 40 and 150 ms, including two for its start.
		ranking("ct-spec, 215 nodes, over its start", 38, specs.project),
		ranking("ct-spec, 10,000 nodes, over its start", 148, specs.large),
	}
}

// counts returns a row for the number of matching lines in every file.
func counts(name string, atMost float64, ours, theirs []string) row {
	return row{
		name: name, atMost: atMost, form: perFile, limit: ofCounts,
		ours:   search(append(list("-c"), ours...)...),
		theirs: ripgrep(append(append(list("-c"), theirs...), ".")...),
	}
}

// lines returns a row for every matching line, in path order.
func lines(name string, atMost float64, literal string) row {
	return row{
		name: name, atMost: atMost, form: perLine,
		ours:   search("-n", "-F", "-s", "-e", literal),
		theirs: ripgrep("-n", "--sort", "path", "-F", literal, "."),
	}
}

// ranking returns a row for ct-spec with the specs in a folder.
func ranking(name string, atMost float64, dir string) row {
	return row{
		name: name, atMost: atMost, inMS: true, form: anything, times: manyTimes, limit: ofSpecs, in: dir,
		ours:   list("ct-spec", "--no-config", "--root=.", "how", "is", "the", "rate", "limit", "of", "tokens", "merged"),
		theirs: list("ct-spec", "--version"),
	}
}

func (r row) within(b *bound) row {
	r.limit = b
	return r
}

func list(words ...string) []string { return words }

// search returns a command line of ct-search that reads no configuration.
func search(args ...string) []string { return append(list("ct-search", "--no-config"), args...) }

// ripgrep returns a command line of rg without configuration that respects .gitignore outside repositories.
func ripgrep(args ...string) []string {
	return append(list(rgName, "--no-config", "--no-require-git"), args...)
}

// each returns the option before each of words.
func each(option string, words []string) []string {
	var options []string
	for _, w := range words {
		options = append(options, option, w)
	}
	return options
}

// commands returns what a row runs, as typed into a shell.
func (r row) commands() string { return shellLine(r.ours) + "\n" + shellLine(r.theirs) + "\n" }

func shellLine(words []string) string {
	words = slices.Clone(words)
	for i, w := range words {
		if w == "" || strings.ContainsAny(w, " \t\n'\"\\`$&|;<>()[]{}*?!~#") {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

// vocabulary is what to look for in a tree: words that occur there.
type vocabulary struct {
	symbol       string // in some thousand lines of a large tree, in no other form
	common       string // in most files
	word         string // rare
	suffix       string // a class, repeated, before a literal
	four, twelve []string
	around, back string // what RE2 lacks: look-around, back-reference
}

// vocabularyOf recognizes Linux by the Kconfig at its top. All other trees get words of Go's source.
func vocabularyOf(tree string) vocabulary {
	if _, err := os.Stat(filepath.Join(tree, "Kconfig")); err != nil {
		return goWords()
	}
	return linuxWords()
}

// linuxWords uses the patterns of ripgrep's benchmark suite where it has suitable ones.
func linuxWords() vocabulary {
	return vocabulary{
		symbol: "EXPORT_SYMBOL_GPL", common: "struct", word: "PM_RESUME", suffix: "[A-Z]+_RESUME",
		four: list("ERR_SYS", "PME_TURN_OFF", "LINK_REQ_RST", "CFG_BME_EVT"),
		twelve: list("kmalloc", "mutex_lock", "PM_RESUME", "spinlock_t", "copy_from_user", "EXPORT_SYMBOL_GPL", "netdev_priv",
			"usb_submit_urb", "dma_alloc_coherent", "of_property_read_u32", "list_for_each_entry", "schedule_timeout"),
		around: `(?<=EXPORT_)SYMBOL_GPL`, back: `\b(\w+)_resume\(\1`,
	}
}

func goWords() vocabulary {
	return vocabulary{
		symbol: "ErrUnexpectedEOF", common: "func", word: "ReadFull", suffix: "[A-Z]+_NONBLOCK",
		four: list("ErrShortWrite", "ErrNoProgress", "ErrBadPattern", "ErrTooLarge"),
		twelve: list("ErrUnexpectedEOF", "ReadFull", "WriteString", "sync.Mutex", "atomic.AddInt64", "context.Context", "NewReader",
			"unsafe.Pointer", "bufio.Scanner", "strings.Builder", "filepath.Join", "reflect.TypeOf"),
		around: `(?<=io\.)ErrUnexpectedEOF`, back: `\b(\w+)\.Write\(\1`,
	}
}
