package plug

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/match/plug/wire"
)

// Anything too large is refused as it arrives, and all answers together take no more than mostHeld.
func TestWhatIsHeldIsBounded(t *testing.T) {
	long := strings.Repeat("a", 300)
	for _, m := range []*wire.Match{
		{Category: long},
		{Text: []byte(long)},
		{Captures: []*wire.Capture{{Name: long}}},
		{Captures: make([]*wire.Capture, foreign.MostCaptures+1)},
	} {
		g := &gathered{answers: make([]foreign.Answer, 1), done: make([]bool, 1), room: 10}
		if err := g.take(&wire.MatchReply{Files: []*wire.FileMatches{{Matches: []*wire.Match{m}}}}); err == nil || g.answers[0].Matches.Len() > 0 {
			t.Errorf("%.80v: %v", m, err)
		}
	}
	h := &host{held: mostHeld}
	if _, err := h.takeCandidates(nil, &wire.CandidatesReply{Files: []*wire.Candidate{{Path: []byte("a")}}}); err == nil || !strings.HasPrefix(err.Error(), "answers of more than 96 MiB") {
		t.Error(err)
	}
	h = &host{}
	if _, err := h.takeCandidates(nil, &wire.CandidatesReply{Files: []*wire.Candidate{{Path: make([]byte, mostPath+1)}}}); err == nil {
		t.Error("a path beyond all bounds was taken")
	}
	if _, err := h.takeCandidates(make([]foreign.Candidate, foreign.MostMatches), &wire.CandidatesReply{Files: []*wire.Candidate{{Path: []byte("a")}}}); err == nil {
		t.Error("more candidates than there may be were taken")
	}
	h = &host{}
	many := make([]*wire.Candidate, foreign.MostMatches/64)
	path := []byte(strings.Repeat("p", 40))
	for i := range many {
		many[i] = &wire.Candidate{Path: path, Matches: []*wire.Match{{Start: 1 << 20, End: 1<<20 + 8, Text: []byte("a needle")}}}
	}
	for range 64 {
		if _, err := h.takeCandidates(nil, &wire.CandidatesReply{Files: many}); err != nil {
			t.Fatalf("an index with a match in each of many files is refused after %d: %v", h.files, err)
		}
	}
}
