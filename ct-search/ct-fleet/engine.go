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
type engine struct{ question *parts.Question }

func newEngine(question []byte) (flow.Engine, error) {
	var q parts.Question
	if err := gob.NewDecoder(bytes.NewReader(question)).Decode(&q); err != nil {
		return nil, err
	}
	return engine{&q}, nil
}

func encode(q *parts.Question) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(q)
	return b.Bytes(), err
}

func (e engine) Scan(ctx context.Context, s *shard.Opened) ([]byte, error) {
	part, err := e.question.Scan(ctx, &parts.Tree{
		Elsewhere: grep.Elsewhere{Name: s.Shard.ID, Dir: s.Dir, Revision: s.Tree, Workers: s.Parallel}, Number: int(s.Shard.Ordinal),
	})
	if faulty, ok := errors.AsType[*parts.FaultyError](err); ok {
		return nil, &flow.QuestionError{Err: faulty.Err}
	}
	return part, err
}

func (e engine) Merge(a, b []byte) ([]byte, error) { return e.question.Merge(a, b) }
