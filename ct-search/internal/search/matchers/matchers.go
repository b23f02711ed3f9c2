// Package matchers lists the matchers that ct-search can use: it starts each one and lets it describe itself.
package matchers

import (
	"context"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tool"
)

// A Describer starts a matcher, lets it describe itself, and ends it.
type Describer func(ctx context.Context, r foreign.Request) (foreign.Description, error)

// A plugin is what ct plugins says about one matcher.
type plugin struct {
	Name     string `json:"name"`
	Path     string `json:"path,omitempty"`
	Origin   string `json:"origin"`
	Usable   bool   `json:"usable"`
	Why      string `json:"why,omitempty"` // why it is not usable
	Checksum string `json:"checksum"`      // "none", "matches", or "differs"
	Protocol int    `json:"protocol,omitempty"`
	Version  string `json:"version,omitempty"`
	Summary  string `json:"summary,omitempty"`
	Argument string `json:"argument,omitempty"`
	Missing  string `json:"missing,omitempty"` // a program that it runs and that was not found
	Gives    string `json:"given,omitempty"`   // "paths", "contents" or "nothing"
}

// protocol is the version of the protocol of matchers (plug.Version), which this package does not link.
const protocol = 1

// describeTime bounds how long one matcher may take to describe itself, so that ct has all answers in time.
const describeTime = 3 * time.Second

// Option returns the row that ct plugins uses.
func Option(r *request.Request) opt.Option {
	return opt.Option{
		Name: "plugins", Asks: request.Plugins, Forms: []string{request.Plugins}, Role: opt.Question, CommandLine: true, Var: opt.Flag(&r.Plugins), Group: "About",
		Help: "start every matcher that is found, and print as JSON what it says about itself",
	}
}

// Plan returns the work of describing all matchers.
func Plan(f *tool.Frame, args []string, describe Describer) (*tool.Job, error) {
	if len(args) > 0 {
		return nil, opt.Usagef("plugins", "{plugins} takes no arguments; remove %q", args[0])
	}
	f.Format = "json"
	all, job := foreign.List(f.Config), &tool.Job{}
	sockets := ""
	if len(all) > 0 { // a listing leaves nothing in the cache
		var err error
		if sockets, err = foreign.Sockets(false); err != nil {
			return nil, err
		}
		job.Writable = []string{sockets}
	}
	job.Run = func(ctx context.Context, _ io.Writer) (*tool.Answer, error) {
		list := make([]plugin, len(all))
		var asked sync.WaitGroup
		for i, p := range all {
			asked.Go(func() { list[i] = look(ctx, p, f, sockets, describe) })
		}
		asked.Wait()
		usable := int64(len(slices.DeleteFunc(slices.Clone(list), func(p plugin) bool { return !p.Usable })))
		var none ledger.Ledger
		return &tool.Answer{
			Figures: request.Figures(usable, int64(len(list)), 0, &none), Base: ".", Ledger: &none, Reading: &tool.Reading{},
			Document: func(tool.Outcome) any { return map[string]any{"plugins": list} },
		}, nil
	}
	return job, nil
}

// look returns the description of one matcher.
func look(ctx context.Context, p foreign.Program, f *tool.Frame, sockets string, describe Describer) plugin {
	seen := plugin{Name: p.Name, Path: p.Path, Origin: p.Origin, Checksum: "none"}
	found, err := foreign.Find(p.Name, f.Config)
	if err == nil && found.Sum != "" {
		seen.Checksum = "matches"
		if err = found.Verify(); err != nil {
			seen.Checksum = "differs"
		}
	}
	var d foreign.Description
	if err == nil {
		found.Call = min(found.Call, describeTime)
		d, err = describe(ctx, foreign.Request{Program: found, Confine: f.Confine, Sockets: sockets})
	}
	if err != nil {
		seen.Why = strings.TrimPrefix(err.Error(), "matcher "+p.Name+": ")
		return seen
	}
	seen.Usable, seen.Protocol, seen.Version, seen.Summary, seen.Argument = true, protocol, d.Version, d.Summary, d.Argument
	switch seen.Gives = "paths"; {
	case d.Candidates:
		seen.Gives = "nothing: it brings its own candidates"
	case d.Contents:
		seen.Gives = "contents"
	}
	for _, name := range d.Programs {
		if _, err := sibling.Look(name); err != nil {
			seen.Missing, seen.Usable, seen.Why = name, false, "the program "+name+" that it runs is not on PATH"
			break
		}
	}
	return seen
}
