package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/ct-fleet/remote"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// listRequest is what the form list is asked for.
type listRequest struct {
	at      string
	inPlace bool
}

// options returns the rows of the form.
func (r *listRequest) options() []opt.Option {
	const group = "Which shards"
	only := []string{formList}
	return []opt.Option{
		{Name: "at", Arg: "REV", Forms: only, Role: opt.Version, Var: opt.Word(&r.at), Default: "HEAD", Group: group, CommandLine: true, Help: "pin each repository at the commit of this revision"},
		{Name: "in-place", Forms: only, Role: opt.Version, Var: opt.Flag(&r.inPlace), Group: group, CommandLine: true, Help: "take repositories as folders: their files as they are when they are searched, which pins nothing"},
	}
}

// plan checks the request.
func (r *listRequest) plan(f *tool.Frame, sources []string) (*tool.Job, error) {
	switch {
	case len(sources) == 0:
		return nil, opt.Usagef("SOURCE", "no sources: give repositories, archives or folders of them, or - for a list on standard input")
	case r.inPlace && r.at != "":
		return nil, opt.Usagef("at", "{at} and {in-place} contradict each other; give one")
	case slices.Contains(sources, "-") && len(sources) > 1:
		return nil, opt.Usagef("SOURCE", "- stands for all sources; give it alone")
	}
	l := &manifest.Lister{
		At: r.at, InPlace: r.inPlace, Sandbox: f.Sandbox, Git: git.Options{Confine: f.Confine, Sandbox: f.Sandbox}, Open: remote.Open, Find: remote.Find,
	}
	return &tool.Job{
		Online:        slices.ContainsFunc(sources, isRemote),
		Interruptible: true, Progress: func() []string { return listLines(l.Progress()) },
		Run: func(ctx context.Context, out io.Writer) (*tool.Answer, error) { return list(ctx, f, l, sources, out) },
	}, nil
}

// isRemote reports whether a source may be in an object store: a list on standard input may name some.
func isRemote(source string) bool {
	scheme, _ := manifest.SchemeOf(source)
	return source == "-" || scheme == "s3" || scheme == "gs"
}

// listLines returns the line of progress; see tool.Job.
func listLines(found, pinned int64) []string {
	text := fmt.Sprintf("%d of %d shards pinned", pinned, found)
	if pinned == 0 {
		text = counted(found, "shard", "shards") + " found"
	}
	return []string{"ct-fleet: " + text, text}
}

// list prints the manifest.
func list(ctx context.Context, f *tool.Frame, l *manifest.Lister, sources []string, out io.Writer) (*tool.Answer, error) {
	ctx, stop := child.UntilInterrupted(ctx)
	defer stop()
	if sources[0] == "-" {
		var err error
		if sources, err = lines(os.Stdin); err != nil {
			return nil, err
		}
	}
	found, err := l.List(ctx, sources)
	ended, interrupted := errors.AsType[child.InterruptedError](context.Cause(ctx))
	switch {
	case interrupted:
		shards, pinned := l.Progress()
		return nil, fmt.Errorf("interrupted (%v) after %d of %d shards; nothing was listed", ended.Signal, pinned, shards)
	case errors.Is(err, context.DeadlineExceeded):
		return nil, errors.New("nothing was listed in the time of --timeout; give more time or fewer sources")
	case err != nil:
		return nil, err
	case len(found.Shards) == 0 && len(found.Failed) == 0:
		return nil, fmt.Errorf("there is no repository, archive or folder in %s", short(sources))
	}
	m := &manifest.Manifest{}
	if len(found.Shards) > 0 {
		if m, err = manifest.New("the manifest", found.Shards); err != nil {
			return nil, err
		}
	}
	if _, err := out.Write(manifest.Encode(m.Shards)); err != nil {
		return nil, err
	}
	return listed(f, m, found), nil
}

// mostSources bounds a list of sources, in bytes.
const mostSources = 64 << 20

// lines returns the lines of a list.
func lines(in io.Reader) ([]string, error) {
	var list []string
	limited := &io.LimitedReader{R: in, N: mostSources + 1}
	scanner := bufio.NewScanner(limited)
	scanner.Buffer(nil, mostSources)
	for scanner.Scan() {
		if line := strings.TrimSuffix(scanner.Text(), "\r"); line != "" {
			list = append(list, line)
		}
	}
	switch err := scanner.Err(); {
	case err != nil:
		return nil, fmt.Errorf("standard input: %w", err)
	case limited.N == 0:
		return nil, fmt.Errorf("standard input: the list has more than %d bytes; divide it", mostSources)
	case len(list) == 0:
		return nil, errors.New("standard input: the list is empty; write one source a line")
	}
	return list, nil
}

// short names sources in an error.
func short(sources []string) string {
	const most = 3
	text := budget.EscapeName(strings.Join(sources[:min(len(sources), most)], ", "))
	if len(sources) > most {
		text += ", …"
	}
	return text
}

// listed returns the answer. Without an expectation a manifest that lacks a source is no success.
func listed(f *tool.Frame, m *manifest.Manifest, found *manifest.Listing) *tool.Answer {
	l := &ledger.Ledger{Unit: "shard", Searched: int64(len(m.Shards))}
	for _, failed := range found.Failed {
		l.Skip(ledger.Unreadable, failed.Locator, failed.Reason.Error())
	}
	l.SkipN(ledger.Hidden, found.Hidden)
	l.SkipN(ledger.Symlink, found.Links)
	a := &tool.Answer{Figures: verdict.FromLedger(l, int64(len(m.Shards))), Base: ".", Ledger: l, Aside: aside(m, found)}
	if f.Quiet {
		a.Aside = ""
	}
	a.Figures.Unit = "shard"
	a.Figures.Set("bytes", float64(m.Bytes()))
	if n := len(found.Failed); n > 0 && !f.Expects() {
		a.Verdict = &tool.Outcome{Result: verdict.Undecided, Reason: fmt.Sprintf("undecided: %s could not be listed, so the manifest lacks it: %s", counted(int64(n), "source", "sources"), l)}
	}
	return a
}

// mostNamed is how many sources that could not be listed are named.
const mostNamed = 20

// aside returns the lines for standard error: what the manifest has, what was left out, and what failed.
func aside(m *manifest.Manifest, found *manifest.Listing) string {
	var b strings.Builder
	for i, failed := range found.Failed {
		if i == mostNamed {
			fmt.Fprintf(&b, "ct-fleet: … and %d more\n", len(found.Failed)-i)
			break
		}
		fmt.Fprintf(&b, "ct-fleet: %s: %s\n", budget.EscapeName(failed.Locator), budget.EscapeName(failed.Reason.Error()))
	}
	fmt.Fprintf(&b, "ct-fleet: %s, %d bytes", counted(int64(len(m.Shards)), "shard", "shards"), m.Bytes())
	if m.Digest != "" {
		fmt.Fprintf(&b, ", manifest %s", m.Digest)
	}
	loose := int64(0)
	for i := range m.Shards {
		if !m.Shards[i].Pinned() {
			loose++
		}
	}
	if loose > 0 {
		fmt.Fprintf(&b, "; not pinned: %s", counted(loose, "folder", "folders"))
	}
	var left []string
	for _, x := range []struct {
		n         int64
		one, many string
	}{
		{found.Files, "file beside them", "files beside them"}, {found.Empty, "repository without a commit", "repositories without a commit"},
		{found.Links, "symbolic link", "symbolic links"}, {found.Hidden, "hidden entry", "hidden entries"},
	} {
		if x.n > 0 {
			left = append(left, counted(x.n, x.one, x.many))
		}
	}
	if len(left) > 0 {
		fmt.Fprintf(&b, "; left out: %s", strings.Join(left, ", "))
	}
	return b.String() + "\n"
}

func counted(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
