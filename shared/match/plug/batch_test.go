package plug

import (
	"io"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/match/plug/wire"
)

// No match of a part of an answer is lost: either the part is an error, or all its matches belong
// to files of the batch.
func FuzzAPartOfAnAnswer(f *testing.F) {
	add := func(r *wire.MatchReply) {
		text, err := proto.Marshal(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, uint64(3))
	}
	add(&wire.MatchReply{Files: []*wire.FileMatches{{File: 1, Matches: []*wire.Match{{Line: 1, Start: 1 << 63, End: 2}}, Done: true}}})
	add(&wire.MatchReply{Files: []*wire.FileMatches{{File: 1 << 31}, {File: 0, Excluded: true, Done: true, Reason: "\x1b"}}})
	add(&wire.MatchReply{Files: []*wire.FileMatches{{Matches: []*wire.Match{{Captures: []*wire.Capture{{Name: "A", Start: 1}}}}}, {Done: true}, {Done: true}}})
	f.Fuzz(func(t *testing.T, text []byte, room uint64) {
		var part wire.MatchReply
		if proto.Unmarshal(text, &part) != nil {
			return
		}
		g := &gathered{answers: make([]foreign.Answer, 2), done: make([]bool, 2), room: room % 8}
		if g.take(&part) != nil {
			return
		}
		n := uint64(0)
		for i, a := range g.answers {
			n += uint64(a.Matches.Len())
			for m := range a.Matches.All() {
				if n := max(m.Start, m.End, m.Line); n > maxOffset || min(m.Start, m.End, m.Line) < -maxOffset {
					t.Errorf("%+v", m)
				}
			}
			if a.Fault != oneLine(a.Fault) || a.Reason != oneLine(a.Reason) || (a.Fault != "" || a.Excluded) && !g.done[i] {
				t.Errorf("%+v", a)
			}
		}
		if n != g.matches || n > g.room {
			t.Errorf("%d matches of %d, at most %d", n, g.matches, g.room)
		}
	})
}

// The first line on standard output is separated from the rest, however the output is divided into
// writes.
func FuzzAHandshake(f *testing.F) {
	f.Add("1|1|unix|/s|grpc|\n", "")
	f.Add("1|1|unix|/s|grpc|\nmore", "and more\n")
	f.Add("\x00\x00", "\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		from, to := io.Pipe()
		_ = from.Close()
		ended := &handshakeLine{to: to}
		for _, part := range []string{a, b} {
			if n, err := ended.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatalf("%d, %v", n, err)
			}
		}
		if len(ended.head) > mostHandshake || len(ended.more) > mostKept || len(ended.extra()) > 4*mostKept {
			t.Errorf("%d and %d bytes are kept", len(ended.head), len(ended.more))
		}
		if ended.fault() == nil && !ended.over && ended.extra() != "" {
			t.Error("something stands behind a line that has not ended")
		}
	})
}
