package plug

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/match/plug/wire"
)

// match asks about one batch.
func (h *host) match(ctx context.Context, files []foreign.File) ([]foreign.Answer, error) {
	d := h.request.Program.Batch
	question, done := h.overall(ctx, d)
	defer done()
	h.batches++
	r := &wire.MatchRequest{Pattern: h.pattern, Batch: h.batches}
	for _, f := range files {
		r.Files = append(r.Files, &wire.File{Path: []byte(filepath.ToSlash(f.Path)), Content: f.Content})
	}
	stream, err := h.client.Match(question, r)
	if err != nil {
		return nil, h.failed(h.late(question, err, "for a batch of files", d))
	}
	g := &gathered{answers: make([]foreign.Answer, len(files)), done: make([]bool, len(files)), room: foreign.MostMatches - h.matches, held: h.held}
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, h.failed(h.late(question, err, "for a batch of files", d))
		}
		if err := g.take(part); err != nil {
			done() // no more of it is wanted
			return nil, h.failed(err)
		}
	}
	if i := slices.Index(g.done, false); i >= 0 {
		return nil, h.failed(fmt.Errorf("no answer about %s", oneLine(files[i].Path)))
	}
	h.matches, h.held = h.matches+g.matches, g.held
	for i := range g.answers {
		if a := &g.answers[i]; a.Fault == "" && !a.Excluded {
			h.files++
		}
	}
	return g.answers, nil
}

// gathered is the part of the answer to a batch that has arrived.
type gathered struct {
	answers []foreign.Answer
	done    []bool
	matches uint64
	room    uint64 // matches that the whole search may still have
	held    held
}

// held is approximately how many bytes the answers of a session take here.
type held int

// mostHeld is the limit for held. The maximum number of matches with two or three captures each
// takes half of it, as does the same number of candidates with a match each.
const mostHeld = 96 << 20

// add counts n more bytes.
func (h *held) add(n int) error {
	if *h += held(n); *h > mostHeld {
		return fmt.Errorf("answers of more than %d MiB: give a pattern or paths that match less", mostHeld>>20)
	}
	return nil
}

// hold adds a match to those of its file, if no part of it is too large.
func (h *held) hold(w *wire.Match, to *foreign.Matches) error {
	if err := foreign.CheckSizes(len(w.GetCategory()), len(w.GetText()), len(w.GetCaptures())); err != nil {
		return err
	}
	for _, c := range w.GetCaptures() {
		if err := foreign.CheckName(c.GetName()); err != nil {
			return err
		}
	}
	m := received(w)
	return h.add(to.Add(&m))
}

// errTooMany is the error for a matcher that finds too much.
var errTooMany = fmt.Errorf("more than %d matches: give a pattern or paths that match less", foreign.MostMatches)

// take checks a part of an answer and adds it.
func (g *gathered) take(part *wire.MatchReply) error {
	for _, f := range part.GetFiles() {
		i := int(f.GetFile())
		switch {
		case i >= len(g.answers):
			return fmt.Errorf("an answer about file %d of a batch of %d", i, len(g.answers))
		case g.done[i]:
			return errors.New("an answer about a file that was done")
		}
		a := &g.answers[i]
		if g.matches += uint64(len(f.GetMatches())); g.matches > g.room {
			return errTooMany
		}
		for _, m := range f.GetMatches() {
			if err := g.held.hold(m, &a.Matches); err != nil {
				return err
			}
		}
		if len(a.Notes)+len(f.GetNotes()) > foreign.MostNotes {
			return fmt.Errorf("more than %d notes about a file", foreign.MostNotes)
		}
		for _, n := range f.GetNotes() {
			a.Notes = append(a.Notes, foreign.Note{Text: oneLine(n.GetText()), Count: min(n.GetCount(), maxOffset), Stale: n.GetStale()})
		}
		if f.GetDone() {
			g.done[i], a.Fault, a.Excluded, a.Reason = true, oneLine(f.GetFault()), f.GetExcluded(), oneLine(f.GetReason())
		}
		if (a.Excluded || a.Fault != "") && a.Matches.Len() > 0 {
			return errors.New("matches in a file that it does not search")
		}
	}
	return nil
}

// mostPath is the maximum length of the path of a candidate, in bytes.
const mostPath = 4 << 10

// maxOffset is the maximum offset, which fits an int on every system. No larger offset is inside a file.
const maxOffset = 1<<31 - 1

// received converts a match. Only the size of its numbers is checked.
func received(w *wire.Match) Match {
	m := Match{
		Start: offset(w.GetStart()), End: offset(w.GetEnd()), Line: offset(w.GetLine()),
		Score: w.GetScore(), Category: w.GetCategory(), Text: w.GetText(),
	}
	for _, c := range w.GetCaptures() {
		m.Captures = append(m.Captures, Capture{Name: c.GetName(), Start: offset(c.GetStart()), End: offset(c.GetEnd())})
	}
	if b := w.GetBinding(); b != nil {
		m.Binding = &Binding{
			Confidence: foreign.Confidence(min(uint32(b.GetConfidence()), uint32(foreign.High)+1)), Reason: oneLine(b.GetReason()),
			Path: string(b.GetPath()), Line: offset(b.GetLine()), Qualname: oneLine(b.GetQualname()), Certain: b.GetCertain(),
		}
	}
	return m
}

// offset converts a number of a match. One that the matcher's program had as a negative number stays negative.
func offset(n uint64) int {
	if signed := int64(n); signed < 0 {
		return int(max(signed, -maxOffset))
	}
	return int(min(n, maxOffset))
}

// candidates asks for the matches in an index.
func (h *host) candidates(ctx context.Context, roots []string) ([]foreign.Candidate, foreign.Index, error) {
	d := h.request.Program.Batch
	question, done := h.overall(ctx, d)
	defer done()
	h.batches++
	r := &wire.CandidatesRequest{Pattern: h.pattern}
	for _, root := range roots {
		r.Roots = append(r.Roots, []byte(filepath.ToSlash(root)))
	}
	var list []foreign.Candidate
	var index foreign.Index
	stream, err := h.client.Candidates(question, r)
	for err == nil {
		var part *wire.CandidatesReply
		if part, err = stream.Recv(); err != nil {
			break
		}
		if list, err = h.takeCandidates(list, part); err != nil {
			done()
			return nil, index, h.failed(err)
		}
		if known := part.GetIndex(); known != nil {
			index = foreign.Index{AsOf: time.Unix(known.GetAsOf(), 0), Files: known.GetFiles()}
		}
	}
	switch {
	case !errors.Is(err, io.EOF):
		return nil, index, h.failed(h.late(question, err, "for its candidates", d))
	case index == foreign.Index{}:
		return nil, index, h.failed(errors.New("it does not say how old its index is"))
	}
	return list, index, nil
}

// takeCandidates checks a part of an answer and adds it to list.
func (h *host) takeCandidates(list []foreign.Candidate, part *wire.CandidatesReply) ([]foreign.Candidate, error) {
	for _, f := range part.GetFiles() {
		if len(f.GetPath()) > mostPath {
			return nil, fmt.Errorf("a path of %d bytes, and %d are the most", len(f.GetPath()), mostPath)
		}
		if err := h.held.add(len(f.GetPath())); err != nil {
			return nil, err
		}
		c := foreign.Candidate{Path: string(f.GetPath()), Size: int64(min(f.GetSize(), 1<<62))}
		h.files++
		if h.matches += uint64(len(f.GetMatches())); h.matches > foreign.MostMatches {
			return nil, errTooMany
		}
		for _, m := range f.GetMatches() {
			if err := h.held.hold(m, &c.Matches); err != nil {
				return nil, err
			}
		}
		if len(list) == foreign.MostMatches {
			return nil, fmt.Errorf("more than %d candidates: give a pattern or paths that match less", foreign.MostMatches)
		}
		list = append(list, c)
	}
	return list, nil
}
