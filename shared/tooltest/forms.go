package tooltest

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/opt"
)

// Forms holds every option of a program to what its row says, in each form: an option that does not serve a form is
// refused, and one that does makes a difference.
type Forms struct {
	Program string
	Table   *opt.Table // with the rows of the driver
	// Base has the arguments of a call in each form, "" for a program with one.
	Base map[string][]string
	// Layouts has, for forms with more than one layout or format, the options that select the others. An option that
	// serves the form makes a difference there too, or is refused.
	Layouts map[string][]string
	// Laid is the option of Base that selects the layout there.
	Laid string
	// Tree has the files of the working folder, and Prepare adds what no text is.
	Tree    map[string]string
	Prepare func(t *testing.T, dir string)
	// Witnesses has one for each option ("limit"), or option in a form ("calls/limit"), if shared has none that fits.
	Witnesses map[string]Witness
}

// A Witness is a call that shows that an option acts.
type Witness struct {
	Add  []string // the option with its value; nil: the option alone
	Base []string // the arguments that Add is added to, nil: those of the form
	Env  []string // of both calls
	// Out and Err, if set, are what only the call with the option prints; otherwise any difference will do.
	Out, Err string
	// Yields says that the option prints lines unless a layout is given, which it then leaves as it is.
	Yields bool
	// Confined says that the difference is in what the kernel permits the process.
	Confined bool
	// Enforced says that the kernel makes the difference, by refusing something.
	Enforced bool
	// Refused says that the option serves the form with other values than this one.
	Refused bool
	// Chooses says that the option makes the call one of another form, and acts there.
	Chooses bool
}

// shared returns the witnesses of the rows that every program has.
func shared() map[string]Witness {
	all := map[string]Witness{
		"question":      {Add: []string{"--question", "Is it there?"}},
		"expect":        {Add: []string{"--expect", "none"}},
		"emit":          {Add: []string{"--emit", "EMITTED {RESULT}"}},
		"emit-stderr":   {Add: []string{"--emit-stderr", "EMITTED {RESULT}"}, Err: "EMITTED"},
		"format":        {Add: []string{"--format", "json"}, Out: `{"`},
		"json":          {Out: `{"`},
		"json-pretty":   {Out: "{\n  \""},
		"color":         {Add: []string{"--color", "always"}, Refused: true},
		"max-lines":     {Add: []string{"--max-lines", "2"}},
		"max-bytes":     {Add: []string{"--max-bytes", "512"}},
		"timeout":       {Add: []string{"--timeout", "0.000001"}},
		"sandbox":       {Add: []string{"--sandbox", "elsewhere"}, Err: "outside"},
		"confine":       {Add: []string{"--confine", "off"}, Confined: true},
		"no-config":     {Env: []string{"XDG_CONFIG_HOME=broken"}},
		"call":          {Add: []string{"--call", "{}"}},
		"include":       {Add: []string{"-g", "*.py"}},
		"exclude":       {Add: []string{"--exclude", "*.py"}},
		"iglob":         {Add: []string{"--iglob", "*.PY"}},
		"lang-not":      {Add: []string{"-T", "go"}},
		"lang":          {Add: []string{"-t", "python"}},
		"max-depth":     {Add: []string{"--max-depth", "1"}},
		"max-files":     {Add: []string{"--max-files", "1"}},
		"max-file-size": {Add: []string{"--max-file-size", "10"}},
		"explain":       {Add: []string{"--explain"}},
		"completions":   {Add: []string{"--completions", "bash"}},
	}
	maps.Copy(all, Pulses())
	return all
}

// Pulses returns the witnesses of the options that print pulses. Their base must take some tenths of a second.
func Pulses() map[string]Witness {
	pulse := []string{"--heartbeat", "0.05", "--heartbeat-emit", "PULSE"}
	return map[string]Witness{
		"heartbeat":      {Add: pulse[:2], Err: "[0s]\n"},
		"heartbeat-emit": {Add: pulse, Err: "PULSE\n"},
		"heartbeat-to":   {Add: append(slices.Clip(pulse), "--heartbeat-to", "stdout"), Out: "PULSE\n"},
	}
}

// Needles returns the files of a tree that has a file for each option that chooses files, all with the name needle, and
// one in which the engine for backtracking takes some tenths of a second to refuse (x+x+)+y(?=z).
func Needles() map[string]string {
	const needles = "package src\n\nimport \"fmt\"\n\n// needle is a name.\nfunc needle() { fmt.Println(\"needle\") }\n\n" +
		"func needles() { needle() }\n\nfunc b() { needle() }\n\nfunc c() { b() }\n\nfunc e() { c() }\n"
	return map[string]string{
		"src/a.go":         needles,
		"src/upper.go":     "package src\n\nfunc NEEDLE() { needle() }\n\nvar upper = NEEDLE\n",
		"src/p.py":         "def needle():\n    pass\n\n\ndef d():\n    needle()\n    needle()\n    needle()\n",
		"src/.hidden.go":   needles,
		"src/.ignore":      "ignored.go\n",
		"src/ignored.go":   needles,
		"src/binary.go":    needles + "\x00\n",
		"src/deep/deep.go": needles,
		"linked.go":        needles,
		"slow.txt":         strings.Repeat("x", 22) + " xxyz\n",
	}
}

// Files of every tree: a configuration that no program can read, and one that no call looks at.
const (
	broken    = "broken/ct/config.toml"
	elsewhere = "elsewhere/empty"
)

// Test tries every option in every form.
func (f Forms) Test(t *testing.T) {
	program := filepath.Join(Bin(t, f.Program), f.Program)
	files := maps.Clone(f.Tree)
	files[broken], files[elsewhere] = "nonsense", ""
	dir := Tree(t, files)
	if f.Prepare != nil {
		f.Prepare(t, dir)
	}
	witnesses := shared()
	maps.Copy(witnesses, f.Witnesses)
	var refused, honoured int
	var before results // the results of calls without an option
	for form, base := range f.Base {
		for i := range f.Table.Options {
			o := &f.Table.Options[i]
			w := witness(witnesses, form, o.Name)
			serves := w.Chooses || o.Forms == nil || slices.Contains(o.Forms, form)
			if serves && !w.Refused {
				honoured++
			} else {
				refused++
			}
			t.Run(form+"/"+o.Name, func(t *testing.T) {
				t.Parallel()
				switch {
				case !serves:
					f.refuses(t, form, o, Run{Dir: dir}.Do(t, program, with(base, w.Add...)...))
				case w.Refused:
					f.refuses(t, form, o, Run{Dir: dir}.Do(t, program, w.with(base)...))
				default:
					w.acts(t, &before, o.Name, dir, program, base)
				}
			})
		}
	}
	if !testing.Short() {
		f.testLayouts(t, witnesses, dir, program, &before)
	}
	t.Logf("%d forms, %d options: %d refused, %d honoured", len(f.Base), len(f.Table.Options), refused, honoured)
}

// witness returns the witness of an option in a form.
func witness(all map[string]Witness, form, option string) Witness {
	w, ok := all[form+"/"+option]
	if !ok {
		w = all[option]
	}
	if w.Add == nil {
		w.Add = []string{"--" + option}
	}
	return w
}

// testLayouts tries the options that say what is searched, shown and printed in the layouts other than that of Base.
func (f Forms) testLayouts(t *testing.T, witnesses map[string]Witness, dir, program string, before *results) {
	for form, layouts := range f.Layouts {
		for _, layout := range layouts {
			laid := func(args []string) []string {
				return with(slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == f.Laid }), strings.Fields(layout)...)
			}
			for i := range f.Table.Options {
				o := &f.Table.Options[i]
				w := witness(witnesses, form, o.Name)
				if w.Refused || w.Chooses || w.Yields || w.Confined || o.Late || Pulses()[o.Name].Add != nil || o.Name == "timeout" || o.Name == "format" || o.Forms != nil && !slices.Contains(o.Forms, form) ||
					named(o, strings.Join(append(layouts, f.Laid), " ")) {
					continue
				}
				base := f.Base[form]
				if w.Base != nil {
					base = w.Base
				}
				w.Base, w.Out, w.Err = laid(base), "", ""
				t.Run(form+"/"+layout+"/"+o.Name, func(t *testing.T) {
					t.Parallel()
					run := Run{Dir: dir, Env: w.env(dir)}
					if r := run.Do(t, program, w.with(nil)...); r.Exit == 2 && named(o, r.Stderr) || run.Do(t, program, w.Base...).Exit == 2 {
						return // refused, or the witness is not for this layout
					}
					w.acts(t, before, o.Name, dir, program, nil)
				})
			}
		}
	}
}

// named reports whether a message names an option.
func named(o *opt.Option, message string) bool {
	name := regexp.MustCompile(`(^|[^\w-])--?(` + regexp.QuoteMeta(o.Name) + `|` + regexp.QuoteMeta(o.Short) + `)([^\w-]|$)`)
	return name.MatchString(message)
}

// refuses checks the one line that names the option.
func (f Forms) refuses(t *testing.T, form string, o *opt.Option, r Result) {
	if r.Exit != 2 || !oneLine(r.Stderr) || !named(o, r.Stderr) || strings.Contains(r.Stderr, "unknown option") {
		t.Errorf("%s is not refused: %s", o.Name, short(r))
	}
	if o.Asks == "" && !strings.Contains(r.Stderr, form) {
		t.Errorf("the refusal of %s does not name the form: %s", o.Name, r.Stderr)
	}
}

// with returns the arguments of the call that shows that the option acts.
func (w Witness) with(base []string) []string {
	if w.Base != nil {
		base = w.Base
	}
	return with(base, w.Add...)
}

// acts checks that the option makes the difference to the call with base, whose results are in before.
func (w Witness) acts(t *testing.T, before *results, name, dir, program string, base []string) {
	args := w.with(base)
	if w.Base != nil {
		base = w.Base
	}
	if w.Confined {
		if mode, ok := confinement(t, dir, program, base); !ok || mode != "1" {
			t.Skip("skipped: this kernel does not confine a process, or does not show it")
		}
		if mode, _ := confinement(t, dir, program, args); mode == "1" {
			t.Errorf("%q is as confined as %q", args, base)
		}
		return
	}
	if w.Enforced && !Confines() {
		t.Skip("skipped: this kernel does not confine a process")
	}
	// Commands that the answer suggests repeat the option: that is no difference.
	repeated := regexp.MustCompile(`--` + regexp.QuoteMeta(name) + `(=('[^']*'|\S+))? ?|cursor[="][^ ,}]*`)
	run := func(args []string) Result { return timeless(Run{Dir: dir, Env: w.env(dir)}.Do(t, program, args...)) }
	twice := before.of(fmt.Sprint(base, w.Env), func() [2]Result { return [2]Result{run(base), run(base)} })
	if twice[0] != twice[1] && w.Out+w.Err == "" {
		t.Errorf("%q: two runs differ, so that they show nothing: %s, %s", base, short(twice[0]), short(twice[1]))
	}
	b, after := twice[0], run(args)
	b.Stdout, after.Stdout = repeated.ReplaceAllString(b.Stdout, ""), repeated.ReplaceAllString(after.Stdout, "")
	if strings.Contains(after.Stderr, "does not apply to") {
		t.Errorf("%q is refused: %s", args, after.Stderr)
	}
	if after == b {
		t.Errorf("%q does the same as %q: %s", args, base, short(after))
	}
	if !strings.Contains(after.Stdout, w.Out) || w.Out != "" && strings.Contains(b.Stdout, w.Out) ||
		!strings.Contains(after.Stderr, w.Err) || w.Err != "" && strings.Contains(b.Stderr, w.Err) {
		t.Errorf("%q prints %s, and %q %s", args, short(after), base, short(b))
	}
}

// results has the results of two runs of each call without an option.
type results struct {
	mu sync.Mutex
	by map[string]func() [2]Result
}

// of returns the results of the call named key, which the first caller runs.
func (r *results) of(key string, run func() [2]Result) [2]Result {
	r.mu.Lock()
	if r.by == nil {
		r.by = map[string]func() [2]Result{}
	}
	if r.by[key] == nil {
		r.by[key] = sync.OnceValue(run)
	}
	get := r.by[key]
	r.mu.Unlock()
	return get()
}

func short(r Result) string { return fmt.Sprintf("%d %.300q %.300q", r.Exit, r.Stdout, r.Stderr) }

// env returns the environment, with the folder of a broken configuration in full.
func (w Witness) env(dir string) []string {
	env := slices.Clone(w.Env)
	for i := range env {
		env[i] = strings.Replace(env[i], "=broken", "="+filepath.Join(dir, "broken"), 1)
	}
	return env
}

// confinement runs a program and returns whether it gave up gaining privileges,
// "1" or "0", as the kernel says once it has ended; ok is false if none says so.
func confinement(t *testing.T, dir, program string, args []string) (mode string, ok bool) {
	if runtime.GOOS != "linux" {
		return "", false
	}
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, environment(nil)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Wait() }()
	for range 1000 { // until it is a zombie: nobody has waited for it
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
		if err != nil {
			return "", false
		}
		if strings.Contains(string(status), "\nState:\tZ") {
			_, mode, ok = strings.Cut(string(status), "\nNoNewPrivs:\t")
			return mode[:min(1, len(mode))], ok
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%q does not end", args)
	return "", false
}

// with puts options before the arguments of a search, which may end in -- and what follows it.
func with(search []string, options ...string) []string {
	return append(slices.Clip(options), search...)
}

func oneLine(s string) bool { return strings.HasSuffix(s, "\n") && strings.Count(s, "\n") == 1 }

// elapsed is the one thing in an answer that may differ between two runs.
var elapsed = regexp.MustCompile(`"elapsed_ms":\d+|compute \d+ms`)

// timeless returns a result without the time it took.
func timeless(r Result) Result {
	r.Stdout = elapsed.ReplaceAllString(r.Stdout, "")
	r.Stderr = elapsed.ReplaceAllString(r.Stderr, "")
	return r
}
