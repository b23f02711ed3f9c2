package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
)

// partsName is the section of the micro-benchmarks.
const partsName = "Throughput of the parts"

// part is a micro-benchmark on the page: the last element of its package's path, a dot, its name.
type part struct{ benchmark, says string }

var parts = []part{
	{"kernel.Pair/rare/block", "kernel: one text that is seldom there"},
	{"kernel.PairPlain/rare/block", "the same, plain twin"},
	{"kernel.BytesIndex/rare/block", "the same, by bytes.Index"},
	{"kernel.FoldPair/rare/block", "kernel: two bytes in any case"},
	{"kernel.Teddy/4/block", "kernel: four texts"},
	{"kernel.Teddy/12/block", "kernel: twelve texts"},
	{"kernel.Teddy/4plain/block", "kernel: four texts, plain twin"},
	{"kernel.IndexHigh/block", "kernel: bytes beyond ASCII"},
	{"dfa.Lines/words", "automaton, four chains: an expression without a literal"},
	{"dfa.LinesWithOneChain", "the same, one chain"},
	{"dfa.MatchEachLine", "automaton: line by line"},
	{"match.Count/literal/rare", "a literal that is seldom found"},
	{"match.Count/literal/common", "a literal that is in many lines"},
	{"match.Count/folded/rare", "a literal in any case"},
	{"match.Count/word/common", "a whole word"},
	{"match.Count/several/4", "four literals at once"},
	{"match.Count/regex/literal", "an expression that holds a literal"},
	{"match.Count/regex/alternation", "an alternation of four literals"},
	{"match.Count/regex/greek", "a class wholly above ASCII"},
	{"match.Count/regex/none", "an expression without a literal"},
	{"match.Count/backtrack/literal", "look-behind before a literal"},
	{"match.SpansOfEveryLine", "where every line matches"},
}

// runParts runs the micro-benchmarks as goBuild says, and returns their table and an error that names missing ones.
func runParts(gotool, goBuild string) (text string, err error) {
	run := exec.Command(gotool, "test", "-run", "^$", "-bench", partNames(), "-benchtime", "0.2s", "-count", "3", "./shared/match/...")
	_, experiments, _ := strings.Cut(goBuild, "-X:")
	run.Env = append(os.Environ(), "CGO_ENABLED=0", "GOEXPERIMENT="+experiments)
	var stderr beginning
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil {
		return "", fmt.Errorf("go test -bench ./shared/match/...: %w: %s%s; run bench where go.mod stands", err, lastLine(stderr), lastLine(out))
	}
	return partsTable(throughputs(string(out)))
}

// partNames returns the expression for the benchmarks of the parts.
func partNames() string {
	var names []string
	for _, p := range parts {
		_, name, _ := strings.Cut(p.benchmark, ".")
		if name, _, _ = strings.Cut(name, "/"); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return "^Benchmark(" + strings.Join(names, "|") + ")$"
}

func lastLine(out []byte) []byte {
	out = bytes.TrimSpace(out)
	return out[bytes.LastIndexByte(out, '\n')+1:]
}

// partsTable returns a table of throughputs, which are in MB/s and by benchmark.
func partsTable(measured map[string][]float64) (text string, err error) {
	var lines [][]string
	var missing []error
	for _, p := range parts {
		values := measured[p.benchmark]
		if len(values) == 0 {
			missing = append(missing, fmt.Errorf("no benchmark %s reports its throughput: fix the table of parts in bench", p.benchmark))
			continue
		}
		lines = append(lines, []string{p.says, "`" + p.benchmark + "`", fmt.Sprintf("%.2f", median(values)/1000)})
	}
	return markdown([]string{"part", "benchmark", "GB/s"}, lines), errors.Join(missing...)
}

// throughputs reads the output of go test -bench: the MB/s of every benchmark that reports them, by package and name.
func throughputs(out string) map[string][]float64 {
	measured := map[string][]float64{}
	pkg := ""
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) == 2 && fields[0] == "pkg:" {
			pkg = path.Base(fields[1])
			continue
		}
		unit := slices.Index(fields, "MB/s")
		if unit < 1 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		if v, err := strconv.ParseFloat(fields[unit-1], 64); err == nil {
			name := pkg + "." + benchmarkName(fields[0])
			measured[name] = append(measured[name], v)
		}
	}
	return measured
}

// benchmarkName removes "Benchmark" and, after the last dash, the number of processors.
func benchmarkName(s string) string {
	s = strings.TrimPrefix(s, "Benchmark")
	if i := strings.LastIndexByte(s, '-'); i >= 0 {
		if _, err := strconv.Atoi(s[i+1:]); err == nil {
			return s[:i]
		}
	}
	return s
}
