package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"
	"github.com/ct-tools/ct/ct-search/internal/parts"
	"github.com/ct-tools/ct/shared/grep"
)

// engine asks a question of ct-search or ct-survey about shards.
type engine struct {
	question *parts.Asker
	saver    *saver // nil if no matches are saved
}

func newEngine(question []byte) (flow.Engine, error) {
	if list, ok := bytes.CutPrefix(question, []byte(severalMark)); ok {
		return newSeveral(list)
	}
	if saving, ok := bytes.CutPrefix(question, []byte(savingMark)); ok {
		return newSaving(saving)
	}
	var q parts.Question
	if err := gob.NewDecoder(bytes.NewReader(question)).Decode(&q); err != nil {
		return nil, err
	}
	return engine{question: q.Asker()}, nil
}

func encode(q *parts.Question) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(q)
	return b.Bytes(), err
}

func (e engine) Scan(ctx context.Context, s *shard.Opened) ([]byte, error) {
	part, err := e.ask(ctx, s)
	if err != nil {
		return nil, err
	}
	return part.Encode()
}

func (e engine) ask(ctx context.Context, s *shard.Opened) (*parts.Part, error) {
	t := &parts.Tree{
		Elsewhere: grep.Elsewhere{Name: s.Shard.ID, Dir: s.Dir, Revision: s.Tree, Workers: s.Parallel}, Number: int(s.Shard.Ordinal),
	}
	if e.saver != nil {
		return e.saver.ask(ctx, t)
	}
	return about(ctx, e.question, t)
}

// about asks a question about a tree.
func about(ctx context.Context, q *parts.Asker, t *parts.Tree) (*parts.Part, error) {
	part, err := q.Ask(ctx, t)
	if faulty, ok := errors.AsType[*parts.FaultyError](err); ok {
		return nil, &flow.QuestionError{Err: faulty.Err}
	}
	return part, err
}

func (e engine) Merge(a, b []byte) ([]byte, error) { return e.question.Merge(a, b) }

// Gather returns what one worker finds; see flow.Gatherer.
func (e engine) Gather() flow.Gathering { return &gathering{e, &parts.Part{}} }

type gathering struct {
	engine engine
	sum    *parts.Part
}

func (g *gathering) Scan(ctx context.Context, s *shard.Opened) error {
	part, err := g.engine.ask(ctx, s)
	if err == nil {
		g.sum.Add(part)
	}
	return err
}

func (g *gathering) Part() ([]byte, error) { return g.sum.Encode() }
