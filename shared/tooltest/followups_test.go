package tooltest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// A followUp is a command that an answer suggests.
type followUp struct {
	command string
	// promised says that it finds something: it continues an answer that did, or
	// names what exists in place of what does not.
	promised bool
}

var (
	// suggestion matches a command after its label, up to the end of the line.
	suggestion = regexp.MustCompile(`(?m)(?:^|^- |: |^  )(?:([\w' -]+|did you mean [^:]*): )(ct-(?:search|show|survey|spec) .*)$`)
	// another separates two suggestions in one line: what may be meant, where that is, and its command.
	another = regexp.MustCompile(`; [^;]*? \([^)]*\): (ct-)`)
	// reading matches the command of another reading of the request, which finds as many as stand before it.
	reading = regexp.MustCompile(`(?m): (?:at least )?\d+ \((ct-(?:search|show|survey|spec) [^;]*?)\)(?:;|$)`)
	// unpromised are labels of commands that ask for what the answer has not looked for.
	unpromised = []string{"who calls it", "what implements or extends it", "tests farther away"}
	// examples are of usage and of texts that quote commands, not of answers.
	examples = regexp.MustCompile(`(?m)^(Usage|Examples):$|^\s*# |^\.TH `)
)

// followUps returns the commands that an answer suggests; found reports whether it
// found anything.
func followUps(r Result) []followUp {
	if examples.MatchString(r.Stdout) {
		return nil
	}
	var all []followUp
	add := func(command string, promised bool) {
		f := followUp{command: unquoted(command), promised: promised}
		if !slices.ContainsFunc(all, func(o followUp) bool { return o.command == f.command }) {
			all = append(all, f)
		}
	}
	for _, text := range append(texts(r.Stdout), r.Stderr) {
		for _, m := range suggestion.FindAllStringSubmatch(text, -1) {
			meant := strings.Contains(text, "did you mean") && !strings.HasPrefix(m[1], "next")
			promised := (r.Exit == 0 || meant) && !slices.Contains(unpromised, strings.TrimLeft(m[1], "- "))
			for command := range strings.SplitSeq(another.ReplaceAllString(m[2], "\x00$1"), "\x00") {
				add(command, promised)
			}
		}
		for _, m := range reading.FindAllStringSubmatch(text, -1) {
			add(m[1], true)
		}
	}
	return all
}

// unquoted returns a command without the quotes that TOON puts around it.
func unquoted(command string) string { return strings.TrimSuffix(command, `"`) }

// texts returns what may hold commands: the strings of JSON, or the text as it is.
func texts(stdout string) []string {
	var values []string
	for line := range strings.SplitSeq(stdout, "\n") {
		var v any
		if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &v) != nil {
			return []string{stdout}
		}
		values = append(values, leaves(v)...)
	}
	return values
}

func leaves(v any) []string {
	var all []string
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, each := range v {
			all = append(all, leaves(each)...)
		}
	case map[string]any:
		for _, each := range v {
			all = append(all, leaves(each)...)
		}
	}
	return all
}

// check reports what is wrong with the result of a suggested command, "" if nothing is. One that promises nothing may be
// undecided, and is not refused.
func (f followUp) check(exit int, stderr string) string {
	switch {
	case exit == 2 && !f.promised && strings.Contains(stderr, "undecided: found none yet; "):
	case exit == 2 || exit > 2 || exit < 0:
		return fmt.Sprintf("exits with %d: %s", exit, stderr)
	case f.promised && exit != 0:
		return "finds nothing: " + stderr
	}
	return ""
}

// The commands that the answers of all scripts suggest start, are not refused, and
// find what they promise.
func TestFollowUpsOfScripts(t *testing.T) {
	t.Parallel()
	bin, source := Bin(t, "ct", "ct-search", "ct-show", "ct-survey", "ct-spec", "ct-test"), GoSource(t)
	run := regexp.MustCompile(`(?m)^((?:\[[^\]]*\] )*)(exec|exits (\d)) (ct-(?:search|show|survey|spec) .*[^&])$`)
	dir := t.TempDir()
	var total atomic.Int64 // scripts run side by side
	for _, program := range []string{"ct-search", "ct-show", "ct-survey", "ct-spec"} {
		scripts, err := filepath.Glob(filepath.Join("../..", program, "testdata/script/*.txt"))
		if err != nil || len(scripts) == 0 {
			t.Fatalf("no scripts of %s: %v", program, err)
		}
		for _, name := range scripts {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			end := bytes.Index(append(text, "\n-- "...), []byte("\n-- "))
			text = slices.Concat(run.ReplaceAll(text[:end], []byte("${1}follow 0$3 $4")), text[end:])
			to := filepath.Join(dir, program+"-"+filepath.Base(name))
			if err := os.WriteFile(to, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	follow := func(ts *testscript.TestScript, neg bool, args []string) {
		want, _ := strconv.Atoi(args[0])
		r := Result{Exit: exitStatus(ts.Exec(args[1], args[2:]...))}
		r.Stdout, r.Stderr = ts.ReadFile("stdout"), ts.ReadFile("stderr")
		if r.Exit != want {
			ts.Fatalf("%q exited with %d, want %d", args[1:], r.Exit, want)
		}
		if slices.Contains(args, "none") {
			r.Exit = 1 // which is that nothing was found, whatever is expected
		}
		all := followUps(r)
		for _, f := range all {
			total.Add(1)
			if wrong := f.check(exitStatus(ts.Exec("sh", "-c", "exec "+f.command)), ts.ReadFile("stderr")); wrong != "" {
				t.Errorf("%q suggests %s, which %s", args[1:], f.command, wrong)
			}
		}
		if len(all) > 0 {
			_ = ts.Exec(args[1], args[2:]...) // what the script looks at
		}
	}
	testscript.Run(t, ForTarget(t, testscript.Params{
		Dir: dir, RequireExplicitExec: true, Setup: scriptEnvironment(bin, source, ShortDir(t)),
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": Exits, "follow": follow},
	}))
	t.Cleanup(func() { t.Logf("%d commands suggested", total.Load()) })
}

func exitStatus(err error) int {
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		return ended.ExitCode()
	} else if err != nil {
		return -1
	}
	return 0
}

// So are those of generated requests for names of Go's source, as they are and
// misspelled.
func TestFollowUpsOfGeneratedAnswers(t *testing.T) {
	t.Parallel()
	bin := Bin(t, "ct-search", "ct-show", "ct-survey", "ct-spec")
	source := GoSource(t)
	words := []string{
		"ReadFull", "ErrUnexpectedEOF", "Copy", "WriteString", "SectionReader", "Seek", "pipe", "Buffer", "Builder", "Split",
		"NewReader", "ReadRune", "Compare", "Reset", "EOF", "grow", "Index", "Trim", "Fields", "Scanner", "token", "limit",
	}
	forms := []string{
		"ct-search %s %s", "ct-search -n %s %s", "ct-search -l -i %s %s", "ct-search --json %s %s", "ct-search --limit 1 %s %s",
		"ct-search --calls %s %s", "ct-search --calls %s --depth 2 %s", "ct-search --calls %s --limit 1 --json %s",
		"ct-search --entity function --symbol %s %s", "ct-search --entity class --symbol %s %s", "ct-search --entity method --limit 2 --symbol ~%s %s",
		"ct-show --sample %s %s", "ct-show --sample -w %s %s", "ct-show %s %s/io.go", "ct-survey --scout %s %s", "ct-survey --term absent --term %s %s",
		"ct-search --where 'line > 20' %s %s", "ct-search -g '*_test.go' %s %s", "ct-search --include-strings --max-depth 1 %s %s", "ct-search --format jsonl --limit 2 %s %s",
		"ct-search --where 'line < 2' --calls %s %s", "ct-search --where 'line < 2' %s %s", "ct-search -C 3 --include-strings --limit 1 --calls %s %s",
		"ct-search --where 'line < 2' --grep %s %s", "ct-search -s -c --where 'line < 2' --grep %s %s",
	}
	random := rand.New(rand.NewPCG(20, 200))
	count := 200
	if testing.Short() {
		count = 40
	}
	total := 0
	for i := range count {
		word := words[random.IntN(len(words))]
		if at := random.IntN(len(word)); i%3 == 0 { // misspelled
			word = word[:at] + word[at+1:]
		}
		command := fmt.Sprintf(forms[i%len(forms)], word, "io")
		dir := source
		shell := func(command string) Result {
			return Run{Dir: dir, Env: []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}}.Do(t, "sh", "-c", command)
		}
		for _, f := range followUps(shell(command)) {
			total++
			r := shell("exec " + f.command)
			if wrong := f.check(r.Exit, r.Stderr); wrong != "" {
				t.Errorf("%s suggests %s, which %s", command, f.command, wrong)
			}
		}
	}
	if total < count/2 {
		t.Errorf("only %d commands suggested by %d answers", total, count)
	}
	t.Logf("%d commands suggested by %d answers", total, count)
}
