package search

import (
	"context"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tool"
)

// A Describer starts a matcher, asks what it is, and ends it.
type Describer func(ctx context.Context, r foreign.Request) (foreign.Description, error)

// A plugin is what ct plugins tells of one matcher.
type plugin struct {
	Name     string `json:"name"`
	Path     string `json:"path,omitempty"`
	Origin   string `json:"origin"`
	Usable   bool   `json:"usable"`
	Why      string `json:"why,omitempty"` // it is not usable
	Checksum string `json:"checksum"`      // "none", "matches", or "differs"
	Protocol int    `json:"protocol,omitempty"`
	Version  string `json:"version,omitempty"`
	Summary  string `json:"summary,omitempty"`
	Argument string `json:"argument,omitempty"`
	Missing  string `json:"missing,omitempty"` // a program that it runs and that is not there
	Gives    string `json:"given,omitempty"`   // "paths", "contents" or "nothing"
}

// protocol is the version of the protocol of matchers (plug.Version), which this
// package does not link.
const protocol = 1

// describeTime bounds what one matcher may take to be told of, so that ct has
// all answers in time.
const describeTime = 3 * time.Second

// pluginsOption gives the row that ct plugins uses.
func (r *request) pluginsOption() opt.Option {
	return opt.Option{Name: "plugins", Var: opt.Flag(&r.plugins), Group: "About", Help: "start every matcher that is found, and print as JSON what it says of itself"}
}

// planPlugins plans to tell of all matchers.
func (r *request) planPlugins(f *tool.Frame, args []string) (*tool.Job, error) {
	if len(args) > 0 {
		return nil, opt.Usagef("", "--plugins takes no arguments; %q is too many", args[0])
	}
	f.Format = "json"
	sockets, err := foreign.Sockets()
	if err != nil {
		return nil, err
	}
	run := func(ctx context.Context, _ io.Writer) (*tool.Answer, error) {
		all := foreign.List(f.Config)
		list := make([]plugin, len(all))
		var asked sync.WaitGroup
		for i, p := range all {
			asked.Go(func() { list[i] = r.look(ctx, p, f, sockets) })
		}
		asked.Wait()
		usable := int64(len(slices.DeleteFunc(slices.Clone(list), func(p plugin) bool { return !p.Usable })))
		var none ledger.Ledger
		return &tool.Answer{
			Figures: figures(usable, int64(len(list)), 0, &none), Base: ".", Ledger: &none, Reading: &tool.Reading{},
			Document: func(tool.Outcome) any { return map[string]any{"plugins": list} },
		}, nil
	}
	return &tool.Job{Writable: []string{sockets}, Run: run}, nil
}

// look tells of one matcher.
func (r *request) look(ctx context.Context, p foreign.Program, f *tool.Frame, sockets string) plugin {
	told := plugin{Name: p.Name, Path: p.Path, Origin: p.Origin, Checksum: "none"}
	found, err := foreign.Find(p.Name, f.Config)
	if err == nil && found.Sum != "" {
		told.Checksum = "matches"
		if err = found.Verify(); err != nil {
			told.Checksum = "differs"
		}
	}
	var d foreign.Description
	if err == nil {
		found.Call = min(found.Call, describeTime)
		d, err = r.describe(ctx, foreign.Request{Program: found, Confine: f.Confine, Sockets: sockets})
	}
	if err != nil {
		told.Why = strings.TrimPrefix(err.Error(), "matcher "+p.Name+": ")
		return told
	}
	told.Usable, told.Protocol, told.Version, told.Summary, told.Argument = true, protocol, d.Version, d.Summary, d.Argument
	switch told.Gives = "paths"; {
	case d.Candidates:
		told.Gives = "nothing: it brings its own candidates"
	case d.Contents:
		told.Gives = "contents"
	}
	for _, name := range d.Programs {
		if _, err := sibling.Look(name); err != nil {
			told.Missing, told.Usable, told.Why = name, false, "the program "+name+" that it runs is not on PATH"
			break
		}
	}
	return told
}
