package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"
	"github.com/ct-tools/ct/ct-search/internal/parts"
)

// several asks some questions about each shard while it is open: an archive is unpacked once for all of them. What happens to
// a question, such as that a shard cannot be searched for it, is not that of the others.
type several struct{ engines []engine }

// severalMark begins several questions. No encoded question begins so.
const severalMark = "\x00several\n"

func encodeSeveral(list []*parts.Question) ([]byte, error) {
	b := bytes.NewBufferString(severalMark)
	err := gob.NewEncoder(b).Encode(list)
	return b.Bytes(), err
}

// newSeveral makes the engine of questions, without their mark.
func newSeveral(encoded []byte) (flow.Engine, error) {
	var list []*parts.Question
	if err := gob.NewDecoder(bytes.NewReader(encoded)).Decode(&list); err != nil {
		return nil, err
	}
	x := several{}
	for _, q := range list {
		x.engines = append(x.engines, engine{question: q.Asker()})
	}
	return x, nil
}

// An outcome is what one of several questions found.
type outcome struct {
	shards *flow.Part // about which it was asked, without an engine's part
	found  *parts.Part
	fault  string // why it cannot be asked about any shard, "" if it can
}

// carried is an outcome as it is encoded.
type carried struct {
	Shards []byte
	Found  *parts.Part
	Fault  string
}

// outcomes are those of several questions, in their order.
type outcomes []outcome

func (x several) none() outcomes {
	list := make(outcomes, len(x.engines))
	for i := range list {
		list[i] = outcome{shards: &flow.Part{}, found: &parts.Part{}}
	}
	return list
}

// scan asks the questions about a shard and adds what they found.
func (x several) scan(ctx context.Context, s *shard.Opened, list outcomes) {
	for i, e := range x.engines {
		part, err := e.ask(ctx, s)
		list[i].add(ctx, s.Shard.Ordinal, part, err)
	}
}

// add adds what was found in a shard, or why nothing was sought there.
func (o *outcome) add(ctx context.Context, ordinal int64, part *parts.Part, err error) {
	if faulty, ok := errors.AsType[*flow.QuestionError](err); ok {
		o.blame(faulty.Error())
		return
	}
	seen := &flow.Part{Seen: flow.One(ordinal)}
	if err != nil || ctx.Err() != nil {
		seen.Reasons = []flow.Why{{Ordinal: ordinal, Code: shard.Deadline, Text: "its time was over"}}
		seen.Cut = seen.Seen
	}
	if err != nil {
		seen.Lost, seen.Cut = seen.Seen, flow.Ordinals{}
	}
	if err != nil && ctx.Err() == nil {
		why := shard.ReasonOf(err, shard.Failed)
		seen.Reasons[0].Code, seen.Reasons[0].Text = why.Code, why.Text
	}
	if err == nil {
		o.found.Add(part)
	}
	o.shards = flow.Together(o.shards, seen)
}

// blame keeps one of the faults of a question, the same in any order.
func (o *outcome) blame(fault string) {
	if fault != "" && (o.fault == "" || fault < o.fault) {
		o.fault = fault
	}
}

// merge adds the outcomes of other shards.
func (l outcomes) merge(others outcomes) {
	for i := range others {
		l[i].shards = flow.Together(l[i].shards, others[i].shards)
		l[i].found.Add(others[i].found)
		l[i].blame(others[i].fault)
	}
}

func (l outcomes) encode() ([]byte, error) {
	list := make([]carried, len(l))
	for i := range l {
		list[i] = carried{l[i].shards.Encode(), l[i].found, l[i].fault}
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(list); err != nil {
		return nil, fmt.Errorf("encoding what was found: %w", err)
	}
	return b.Bytes(), nil
}

// decode reads the outcomes of the questions.
func (x several) decode(data []byte) (outcomes, error) {
	var list []carried
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
		return nil, fmt.Errorf("decoding what was found: %w", err)
	}
	if len(list) != len(x.engines) {
		return nil, fmt.Errorf("decoding what was found: the answers to %d questions, want %d", len(list), len(x.engines))
	}
	l := x.none()
	for i := range list {
		var err error
		if l[i].shards, err = flow.Decode(list[i].Shards); err != nil {
			return nil, err
		}
		if list[i].Found != nil {
			l[i].found = list[i].Found
		}
		l[i].fault = list[i].Fault
	}
	return l, nil
}

// Scan returns the outcomes of a shard.
func (x several) Scan(ctx context.Context, s *shard.Opened) ([]byte, error) {
	l := x.none()
	x.scan(ctx, s, l)
	return l.encode()
}

// Merge returns the outcomes of the shards of both.
func (x several) Merge(a, b []byte) ([]byte, error) {
	l, err := x.decode(a)
	if err != nil {
		return nil, err
	}
	others, err := x.decode(b)
	if err != nil {
		return nil, err
	}
	l.merge(others)
	return l.encode()
}

// Gather returns what one worker finds; see flow.Gatherer.
func (x several) Gather() flow.Gathering { return &severalGathering{x, x.none()} }

type severalGathering struct {
	several several
	sum     outcomes
}

func (g *severalGathering) Scan(ctx context.Context, s *shard.Opened) error {
	g.several.scan(ctx, s, g.sum)
	return nil
}

func (g *severalGathering) Part() ([]byte, error) { return g.sum.encode() }
