package python

import (
	"bufio"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
	"github.com/ct-tools/ct/shared/tooltest"
)

// How far what is compared has to agree, in parts of one.
const (
	allAgree    = 0.998
	everyAgrees = 0.99
)

// filesEach returns how many files of each corpus are compared at least.
func filesEach() int {
	if tooltest.Brief() {
		return 30
	}
	return 300
}

// TestScanAgreesWithCPython compares every identifier, string and comment, its
// kind and the definition around it, with what python3's own parser says of
// its standard library and of its test suite. CT_PYTHON names another python3,
// CT_PYTHON_TREE a folder with more files; CT_ACCURACY=1 prints the
// disagreements and takes all files.
func TestScanAgreesWithCPython(t *testing.T) {
	sourcetest.Alone(t)
	python := cmp.Or(os.Getenv("CT_PYTHON"), "python3")
	dir, err := exec.Command(python, "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))").Output()
	if err != nil {
		t.Skip("skipped: no python3")
	}
	library := strings.TrimSpace(string(dir))
	corpora := map[string][]string{"library": libraryFiles(library), "test suite": sources(filepath.Join(library, "test"))}
	if tree := os.Getenv("CT_PYTHON_TREE"); tree != "" {
		corpora["tree"] = sources(tree)
	}
	for name, files := range corpora {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if len(files) < filesEach() {
				t.Skipf("skipped: no %s of python3: %d files", name, len(files))
			}
			if os.Getenv("CT_ACCURACY") == "" {
				files = spread(files, filesEach()*4/3)
			}
			a := newAccuracy()
			compareFiles(t, python, files, a)
			t.Logf("Python, %s of CPython:\n%s", name, a)
			a.hold(t)
		})
	}
}

// libraryFiles returns the modules of the standard library without their tests.
func libraryFiles(dir string) []string {
	return slices.DeleteFunc(sources(dir), func(path string) bool {
		rest := strings.TrimPrefix(path, dir)
		return strings.Contains(rest, "/test/") || strings.Contains(rest, "-packages/")
	})
}

func sources(dir string) []string {
	var found []string
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error { //nolint:errcheck // an absent folder has no files
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".py") {
			found = append(found, path)
		}
		return nil
	})
	return found
}

// spread takes n of the files, evenly.
func spread(files []string, n int) []string {
	if len(files) <= n {
		return files
	}
	some := make([]string, n)
	for i := range some {
		some[i] = files[i*len(files)/n]
	}
	return some
}

// compareFiles runs testdata/truth.py over the files and enters into a how the scanner agrees with it.
func compareFiles(t *testing.T, python string, files []string, a *accuracy) {
	t.Helper()
	cmd := exec.Command(python, "-W", "ignore", "testdata/truth.py")
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var path string
	var truth []fact
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if next, is := strings.CutPrefix(lines.Text(), "F "); is {
			a.compare(t, path, truth)
			path, truth = next, truth[:0]
			continue
		}
		truth = append(truth, readFact(t, lines.Text()))
	}
	a.compare(t, path, truth)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}

// fact is what one of the two says of a place.
type fact struct {
	at              source.Span
	kind, enclosing string
}

func readFact(t *testing.T, line string) fact {
	t.Helper()
	fields := strings.Fields(line)
	if len(fields) != 4 {
		t.Fatalf("truth.py says %q", line)
	}
	start, err1 := strconv.Atoi(fields[0])
	end, err2 := strconv.Atoi(fields[1])
	if err1 != nil || err2 != nil {
		t.Fatalf("truth.py says %q", line)
	}
	return fact{source.Span{Start: start, End: end}, fields[2], fields[3]}
}

// factsOf returns what the scanner says.
func factsOf(src []byte) []fact {
	f := source.Scan(Scan, src, source.Want{Words: true})
	names := map[int]string{source.None: "<module>"}
	for i := range f.Declarations {
		names[i] = f.Qualname(src, i)
	}
	facts := make([]fact, len(f.Occurrences))
	for i, o := range f.Occurrences {
		facts[i] = fact{o.Place, o.Kind.String(), names[o.Enclosing]}
	}
	return facts
}

// accuracy counts how often the scanner agrees.
type accuracy struct {
	files, bytes  int
	total, agreed map[string]int // by kind
	wrong         map[string]int // by what was said instead
	example       map[string]string
}

func newAccuracy() *accuracy {
	return &accuracy{total: map[string]int{}, agreed: map[string]int{}, wrong: map[string]int{}, example: map[string]string{}}
}

// compare enters the places of one file: those of the truth, and those that
// the scanner alone has, under their kinds.
func (a *accuracy) compare(t *testing.T, path string, truth []fact) {
	t.Helper()
	if path == "" {
		return
	}
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a.files++
	a.bytes += len(src)
	sourcetest.Hold(t, Scan, src)
	said := factsOf(src)
	truth, said = withoutPieces(truth, said)
	for len(truth) > 0 || len(said) > 0 {
		switch {
		case len(truth) == 0 || len(said) > 0 && said[0].at.Start < truth[0].at.Start:
			a.enter(path, src, said[0].at, said[0].kind, "nothing", said[0].kind)
			said = said[1:]
		case len(said) == 0 || truth[0].at.Start < said[0].at.Start:
			a.enter(path, src, truth[0].at, truth[0].kind, truth[0].kind, "nothing")
			truth = truth[1:]
		default:
			want, got := truth[0], said[0]
			switch {
			case want == got:
				a.enter(path, src, want.at, want.kind, "", "")
			case want.kind == got.kind && want.at == got.at:
				a.enter(path, src, want.at, want.kind, want.kind+" in "+want.enclosing, "in "+got.enclosing)
			case want.kind == got.kind:
				a.enter(path, src, want.at, want.kind, want.kind, "of another length")
			default:
				a.enter(path, src, want.at, want.kind, want.kind, got.kind)
			}
			truth, said = truth[1:], said[1:]
		}
	}
}

// withoutPieces leaves the text of f-strings aside where the truth has other pieces of it, as it has since Python 3.12.
func withoutPieces(truth, said []fact) (t, s []fact) {
	strings := map[int]bool{}
	for _, f := range truth {
		strings[f.at.Start] = f.kind == "string_match"
	}
	if !slices.ContainsFunc(truth, func(f fact) bool { return f.kind == "fstring" }) {
		return truth, said
	}
	truth = slices.DeleteFunc(truth, func(f fact) bool { return f.kind == "fstring" })
	said = slices.DeleteFunc(said, func(f fact) bool { return f.kind == "string_match" && !strings[f.at.Start] })
	return truth, said
}

func (a *accuracy) enter(path string, src []byte, at source.Span, kind, want, got string) {
	a.total[kind]++
	if want == got {
		a.agreed[kind]++
		return
	}
	key := want + " → " + got
	if kind, _, is := strings.Cut(want, " in "); is {
		key = kind + " → in another definition"
	}
	a.wrong[key]++
	if a.wrong[key] <= 3 {
		line := 1 + strings.Count(string(src[:at.Start]), "\n")
		a.example[key] += fmt.Sprintf("    %s:%d: %.60q in %q\n", path, line, at.Of(src), strings.Split(string(src), "\n")[line-1])
	}
}

// String returns the table, with the disagreements if CT_ACCURACY is set.
func (a *accuracy) String() string {
	var out strings.Builder
	total, agreed := 0, 0
	for _, kind := range slices.Sorted(maps.Keys(a.total)) {
		total += a.total[kind]
		agreed += a.agreed[kind]
		fmt.Fprintf(&out, "%-16s %8d  %.3f %%\n", kind, a.total[kind], 100*share(a.agreed[kind], a.total[kind]))
	}
	fmt.Fprintf(&out, "%-16s %8d  %.4f %%  of %d files, %.1f MB\n", "all", total, 100*share(agreed, total), a.files, float64(a.bytes)/1e6)
	if os.Getenv("CT_ACCURACY") == "" {
		return out.String()
	}
	keys := slices.SortedFunc(maps.Keys(a.wrong), func(x, y string) int { return cmp.Or(a.wrong[y]-a.wrong[x], cmp.Compare(x, y)) })
	for _, key := range keys[:min(10, len(keys))] {
		fmt.Fprintf(&out, "%6d %s\n%s", a.wrong[key], key, a.example[key])
	}
	return out.String()
}

func share(part, of int) float64 { return float64(part) / float64(max(of, 1)) }

func (a *accuracy) hold(t *testing.T) {
	t.Helper()
	total, agreed := 0, 0
	for kind, n := range a.total {
		total += n
		agreed += a.agreed[kind]
		if share(a.agreed[kind], n) < everyAgrees {
			t.Errorf("%s: %d of %d agree", kind, a.agreed[kind], n)
		}
	}
	if a.files < filesEach() || share(agreed, total) < allAgree {
		t.Errorf("%d of %d agree, in %d files", agreed, total, a.files)
	}
}
