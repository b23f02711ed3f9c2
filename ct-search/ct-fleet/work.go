package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/onbeam"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/internal/parts"
	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
)

// A work is a job over the shards of a manifest, and what runs it.
type work struct {
	over    *over
	frame   *tool.Frame
	runner  flow.Runner
	scratch string // folder for what archives hold
	watch   *watch
}

// start plans what runs a job: run, which calls work.part. Folders stay open to writing beside those that the runner needs.
func (o *over) start(f *tool.Frame, folders ...string) (*work, *tool.Job, error) {
	runner, err := o.runnerOf()
	if err != nil {
		return nil, nil, err
	}
	job := &tool.Job{Writable: folders, Interruptible: true}
	r, onBeam := runner.(*onbeam.Runner)
	if onBeam {
		if err := errors.Join(r.Check(), r.CheckManifest(o.manifest)); err != nil {
			return nil, nil, opt.Usagef("runner", "{runner}: %v", err)
		}
		if job.Again, err = r.Again(); err != nil {
			return nil, nil, err
		}
		if job.Again != nil && o.shards == "-" { // which was read to its end
			return nil, nil, opt.Usagef("shards", "{shards} - does not apply to {runner} %s in this process, which starts itself again: write the manifest to a file", o.runner)
		}
	}
	scratch, err := git.Scratch()
	if err != nil {
		return nil, nil, err
	}
	job.Writable = append(job.Writable, scratch)
	job.Online = onBeam || slices.ContainsFunc(o.manifest.Shards, func(s manifest.Shard) bool { _, local := s.Path(); return !local })
	w := &work{over: o, frame: f, runner: runner, scratch: scratch, watch: newWatch(o.manifest)}
	if onBeam {
		if r.Temp = scratch; filepath.IsAbs(r.Result) {
			job.Writable = append(job.Writable, filepath.Dir(r.Result))
		}
		if !r.Here() {
			w.watch.blind = r.Name
		}
	}
	job.Progress = w.watch.lines
	return w, job, nil
}

// apart is how far apart two signals are if they are two: a terminal sends one to this process and to the one that started
// it in a network namespace, which passes it on.
const apart = time.Second / 2

// part runs a job with an encoded question and returns the part of its shards: of those that were done, if the time of the
// job was over.
func (w *work) part(ctx context.Context, question []byte) (*flow.Part, error) {
	return w.passes(ctx, question, func(*flow.Part) (*flow.Next, error) { return nil, nil })
}

// passes is part for a question that may need several: next takes what each found (flow.Passes).
func (w *work) passes(ctx context.Context, question []byte, next func(p *flow.Part) (*flow.Next, error)) (*flow.Part, error) {
	o := w.over
	ctx, stop := child.UntilInterruptedApart(ctx, apart)
	defer stop()
	p, err := flow.Passes(ctx, w.runner, &flow.Job{
		Manifest: o.manifest, Question: question, Workers: int(o.workers), Progress: w.watch.set,
		Settings: flow.Settings{Deadline: o.deadline, Scratch: o.scratch, ScratchDir: w.scratch, Sandbox: w.frame.Sandbox, Confine: w.frame.Confine},
	}, func(p *flow.Part) (*flow.Next, error) {
		more, err := next(p)
		if more != nil {
			w.watch.next()
		}
		return more, err
	})
	if ended, ok := errors.AsType[child.InterruptedError](context.Cause(ctx)); ok {
		return nil, w.watch.interrupted(ended.Signal)
	}
	if p == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("the time of --timeout was over, and %s returns nothing of a job that is ended; give more time, or leave out --runner", o.runner)
	}
	if err != nil && (p == nil || !errors.Is(err, context.DeadlineExceeded)) {
		if faulty, ok := errors.AsType[*flow.QuestionError](err); ok {
			return nil, faulty.Err
		}
		return nil, err
	}
	return p, nil
}

// none returns what was found in no tree.
func (a *asked) none() tool.Part {
	if a.job.Parts != nil {
		return a.job.Parts.None()
	}
	return &parts.Lines{Keep: a.question.Keep}
}
