//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/match/plug"
	"github.com/ct-tools/ct/shared/tooltest"
)

// TestMain makes the test's own program a matcher if it is started under the name of one: there are good
// ones, and one for each way in which a matcher can fail.
func TestMain(m *testing.M) {
	name, isMatcher := strings.CutPrefix(filepath.Base(os.Args[0]), "ct-matcher-")
	switch {
	case len(os.Args) == 2 && os.Args[1] == orphan:
		time.Sleep(time.Hour)
	case !isMatcher:
		tooltest.Main(m)
	case raw[name] != nil:
		raw[name]()
	default:
		plug.Serve(toy(name))
	}
}

// orphan is the argument of a process that a matcher starts and leaves.
const orphan = "orphan"

// toy is a matcher that searches for a text.
type toy string

func (t toy) Describe() plug.Description {
	d := plug.Description{Name: string(t), Version: "1.2", Summary: "a text, as it is", Argument: "nothing of use", Contents: t == "contents", Candidates: t == "index", Occurrences: strings.HasPrefix(string(t), "binds")}
	switch t {
	case "bare":
		d.Argument = ""
	case "misnamed":
		d.Name = "other"
	case "needs":
		d.Programs = []string{"cat", "no-such-program"}
	}
	return d
}

func (t toy) Compile(_ context.Context, p plug.Pattern) (plug.Compiled, error) {
	switch {
	case p.Text == "refused":
		return nil, errors.New("a pattern that is\nno pattern")
	case t == "index":
		return index{p}, nil
	case t == "flood":
		return flood(nil), nil
	case t == "torrent":
		var captures flood
		for i := range 32 {
			captures = append(captures, plug.Capture{Name: fmt.Sprintf("%0*d", 64, i)})
		}
		return captures, nil
	case t == "deluge":
		return deluge{}, nil
	case t == "needs":
		out, err := exec.Command(p.Programs[0], p.Argument).Output()
		return nil, fmt.Errorf("%q %q %v, ls: %v", p.Programs[1], out, err, exec.Command("/bin/ls").Run()) //nolint:errorlint // they are shown, and may be nil
	}
	return plug.EachFile(func(ctx context.Context, f *plug.File) ([]plug.Match, error) {
		text, err := f.Text()
		if err != nil {
			return nil, nil //nolint:nilerr // what became of a file is not this matcher's business
		}
		var found []plug.Match
		for at := 0; ; {
			i := bytes.Index(text[at:], []byte(p.Text))
			if i < 0 {
				break
			}
			at += i + len(p.Text)
			found = append(found, plug.Match{Start: at - len(p.Text), End: at})
		}
		return t.spoil(ctx, f, found, len(text))
	}), nil
}

// flood finds ten million matches with these captures.
type flood []plug.Capture

func (captures flood) Match(_ context.Context, _ []*plug.File, found func(int, plug.Match) error) error {
	for range 10_000_000 {
		if err := found(0, plug.Match{Captures: captures}); err != nil {
			return err
		}
	}
	return nil
}

// deluge finds the maximum number of matches in the first file, each with two captures.
type deluge struct{}

func (deluge) Match(_ context.Context, _ []*plug.File, found func(int, plug.Match) error) error {
	for range 1 << 20 {
		if err := found(0, plug.Match{End: 1, Captures: []plug.Capture{{Name: "NAME", End: 1}, {Name: "VALUE", End: 1}}}); err != nil {
			return err
		}
	}
	return nil
}

// spoil changes an answer as the toy's name says.
func (t toy) spoil(ctx context.Context, f *plug.File, found []plug.Match, size int) ([]plug.Match, error) {
	switch t {
	case "captures":
		for i := range found {
			found[i].Score, found[i].Captures = 0.5, []plug.Capture{{Name: "FIRST", Start: found[i].Start, End: found[i].Start + 1}}
		}
	case "binds":
		f.Note("places", len(found))
		for i := range found {
			found[i].Binding = &plug.Binding{Confidence: plug.High, Certain: true, Reason: "it says so", Path: "a.py", Line: 1, Qualname: "needle"}
		}
	case "bindsnot":
		if strings.HasSuffix(f.Path, "b.py") {
			f.Fail(errors.New("it does not parse"))
			return nil, nil
		}
	case "bindsbadly":
		for i := range found {
			found[i].Binding = &plug.Binding{Confidence: plug.High}
		}
	case "category":
		for i := range found {
			found[i].Category = "todo_match"
		}
	case "crash":
		fmt.Fprintln(os.Stderr, "\nout of cheese")
		os.Exit(4)
	case "panic":
		go panic("no cheese")
		time.Sleep(time.Second)
	case "hang":
		time.Sleep(time.Hour)
	case "slow":
		<-ctx.Done()
	case "outside":
		return []plug.Match{{Start: size, End: size + 10}}, nil
	case "negative":
		return []plug.Match{{Start: -1, End: 1}}, nil
	case "badline":
		return []plug.Match{{Start: size - 1, End: size, Line: 4711}}, nil
	case "beyond":
		return []plug.Match{{Start: 0, End: size}}, nil
	case "disorder":
		return []plug.Match{{Start: 2, End: 3}, {Start: 1, End: 2}}, nil
	case "capture":
		return []plug.Match{{Start: 1, End: 2, Captures: []plug.Capture{{Name: "A", Start: 0, End: 3}}}}, nil
	case "wait": // until somebody wrote to the pipe .go
		if filepath.Base(f.Path) == "b.txt" {
			_, err := os.ReadFile(".go")
			return found, err
		}
	case "stdout":
		fmt.Println("here I am")
	case "fault":
		f.Fail(errors.New("it does not parse"))
		return nil, nil
	case "exclude":
		if !strings.HasSuffix(f.Path, ".go") {
			f.Exclude("")
			return nil, nil
		}
	case "misfit": // its pattern suits no text
		if strings.HasSuffix(f.Path, ".txt") {
			f.Exclude("the pattern does not fit texts")
			return nil, nil
		}
	case "cut": // it cannot read Go either
		if strings.HasSuffix(f.Path, ".txt") {
			f.Exclude("the pattern does not fit texts")
		} else {
			f.Fail(errors.New("it does not parse"))
		}
		return nil, nil
	case "error":
		return nil, errors.New("the service is closed")
	case "write":
		return nil, fmt.Errorf("write: %v, socket: %v", os.WriteFile("made", nil, 0o644), dial()) //nolint:errorlint // likewise
	case "fork":
		c := exec.Command("/proc/self/exe", orphan)
		c.Env = []string{"TOY=orphan"}
		c.SysProcAttr = session()
		if err := c.Start(); err != nil {
			return nil, err
		}
		os.Exit(5)
	case "leave":
		c := exec.Command("/proc/self/exe", orphan)
		c.SysProcAttr = session()
		return found, c.Start()
	}
	return found, nil
}

func session() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
