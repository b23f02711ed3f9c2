package plug

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ct-tools/ct/shared/match/plug/wire"
)

// server serves an author's matcher.
type server struct {
	wire.UnimplementedMatcherServer
	matcher        Matcher
	stdout, stderr *os.File // as the program was started with

	mu       sync.Mutex
	patterns map[uint64]*session
}

// session is the state for one pattern.
type session struct {
	compiled Compiled
	context  context.Context
	cancel   context.CancelFunc
	contents bool

	mu                      sync.Mutex
	batches, files, matches uint64
}

func (s *server) Describe(context.Context, *wire.DescribeRequest) (*wire.Description, error) {
	// go-plugin replaced them by slow pipes: the last words of a failing program would be lost.
	os.Stdout, os.Stderr = s.stdout, s.stderr
	d := s.matcher.Describe()
	return describe(&d), nil
}

func (s *server) Compile(ctx context.Context, r *wire.CompileRequest) (*wire.CompileReply, error) {
	p := Pattern{Text: r.GetPattern(), Argument: r.GetArgument(), Case: Case(r.GetCase()), Programs: r.GetPrograms(), Folder: string(r.GetFolder()), Languages: r.GetLanguages()}
	c, err := s.matcher.Compile(ctx, p)
	if err != nil {
		return &wire.CompileReply{Refusal: oneLine(err.Error())}, nil
	}
	d := s.matcher.Describe()
	work, cancel := context.WithCancel(context.Background())
	s.mu.Lock()
	defer s.mu.Unlock()
	id := uint64(len(s.patterns) + 1)
	s.patterns[id] = &session{compiled: c, context: work, cancel: cancel, contents: d.Contents}
	return &wire.CompileReply{Pattern: id}, nil
}

// session returns the compiled pattern with that id.
func (s *server) session(id uint64) (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, ok := s.patterns[id]; ok {
		return p, nil
	}
	return nil, status.Errorf(codes.NotFound, "no pattern %d", id)
}

// during returns a context that ends with the call and with the session.
func (p *session) during(call context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(call)
	stop := context.AfterFunc(p.context, cancel)
	return ctx, func() { stop(); cancel() }
}

func (s *server) Match(r *wire.MatchRequest, out grpc.ServerStreamingServer[wire.MatchReply]) error {
	p, err := s.session(r.GetPattern())
	if err != nil {
		return err
	}
	ctx, done := p.during(out.Context())
	defer done()
	files := make([]*File, len(r.GetFiles()))
	for i, f := range r.GetFiles() {
		files[i] = &File{Path: string(f.GetPath()), text: f.GetContent(), read: p.contents, line: 1}
	}
	a := &reply{files: files, send: out.Send}
	if err := p.compiled.Match(ctx, files, a.found); err != nil {
		return failure(ctx, err)
	}
	if err := a.end(); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.batches++
	p.matches += a.matches
	p.files += a.searched
	return nil
}

// failure returns the status for an error of the author's code.
func failure(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return status.Error(codes.Canceled, "cancelled")
	}
	if _, ok := status.FromError(err); ok {
		return err
	}
	return status.Error(codes.Aborted, oneLine(err.Error()))
}

// reply collects the matches of a batch and sends them in parts.
type reply struct {
	mu                sync.Mutex
	files             []*File
	send              func(*wire.MatchReply) error
	part              wire.MatchReply
	size              int // upper bound for the size of part, in bytes
	matches, searched uint64
}

func (a *reply) found(i int, m Match) error {
	if i < 0 || i >= len(a.files) {
		return fmt.Errorf("file %d of a batch of %d", i, len(a.files))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	f := a.files[i]
	if m.Line == 0 {
		m.Line = f.lineOf(m.Start)
	}
	a.matches++
	w, size := message(&m)
	if n := len(a.part.Files); n > 0 && int(a.part.Files[n-1].File) == i {
		a.part.Files[n-1].Matches = append(a.part.Files[n-1].Matches, w)
	} else {
		a.part.Files = append(a.part.Files, &wire.FileMatches{File: uint32(i), Matches: []*wire.Match{w}})
		size += 20
	}
	a.size += size
	if a.size < maxPart {
		return nil
	}
	return a.flush()
}

func (a *reply) flush() error {
	err := a.send(&a.part)
	a.part, a.size = wire.MatchReply{}, 0
	return err
}

// end reports the result for every file.
func (a *reply) end() error {
	for i, f := range a.files {
		w := &wire.FileMatches{File: uint32(i), Done: true, Fault: f.fault, Excluded: f.excluded, Reason: f.reason}
		for _, n := range f.notes {
			w.Notes = append(w.Notes, &wire.Note{Text: n.Text, Count: n.Count, Stale: n.Stale})
		}
		if f.fault == "" && !f.excluded {
			a.searched++
		}
		a.part.Files = append(a.part.Files, w)
	}
	return a.flush()
}

// lineOf returns the number of the line that an offset is on, or 0 if the text is not known. Offsets must ascend.
func (f *File) lineOf(at int) int {
	if !f.read || f.err != nil || at < f.at || at > len(f.text) {
		return 0
	}
	f.line += bytes.Count(f.text[f.at:at], []byte{'\n'})
	f.at = at
	return f.line
}

// message converts a match for sending. It also returns an upper bound for its size in bytes. A negative number is sent
// as it is, so that ct-search refuses it (offset).
func message(m *Match) (*wire.Match, int) {
	w := &wire.Match{Line: uint64(m.Line), Start: uint64(m.Start), End: uint64(m.End), Score: m.Score, Category: m.Category, Text: m.Text}
	size := 50 + len(m.Category) + len(m.Text)
	for _, c := range m.Captures {
		w.Captures = append(w.Captures, &wire.Capture{Name: c.Name, Start: uint64(c.Start), End: uint64(c.End)})
		size += 30 + len(c.Name)
	}
	if b := m.Binding; b != nil {
		w.Binding = &wire.Binding{Confidence: wire.Confidence(b.Confidence), Reason: b.Reason, Path: []byte(b.Path), Line: uint64(b.Line), Qualname: b.Qualname, Certain: b.Certain}
		size += 40 + len(b.Reason) + len(b.Path) + len(b.Qualname)
	}
	return w, size
}

func (s *server) Candidates(r *wire.CandidatesRequest, out grpc.ServerStreamingServer[wire.CandidatesReply]) error {
	p, err := s.session(r.GetPattern())
	if err != nil {
		return err
	}
	index, ok := p.compiled.(Index)
	if !ok {
		return status.Error(codes.Unimplemented, "the matcher brings no candidates")
	}
	ctx, done := p.during(out.Context())
	defer done()
	scope := make([]string, len(r.GetRoots()))
	for i, root := range r.GetRoots() {
		scope[i] = string(root)
	}
	known, err := index.Candidates(ctx, scope, func(path string, size int64, matches []Match) error {
		p.mu.Lock()
		p.files++
		p.matches += uint64(len(matches))
		p.mu.Unlock()
		return sendCandidate(out.Send, path, size, matches)
	})
	if err != nil {
		return failure(ctx, err)
	}
	p.batches++
	return out.Send(&wire.CandidatesReply{Index: &wire.Index{AsOf: known.AsOf, Files: known.Files}})
}

// sendCandidate sends one file. Its matches have to fit into one message.
func sendCandidate(send func(*wire.CandidatesReply) error, path string, size int64, matches []Match) error {
	c := &wire.Candidate{Path: []byte(path), Size: uint64(size)}
	for _, m := range matches {
		w, _ := message(&m)
		c.Matches = append(c.Matches, w)
	}
	return send(&wire.CandidatesReply{Files: []*wire.Candidate{c}})
}

func (s *server) Cancel(_ context.Context, r *wire.CancelRequest) (*wire.CancelReply, error) {
	p, err := s.session(r.GetPattern())
	if err != nil {
		return nil, err
	}
	p.cancel()
	return &wire.CancelReply{}, nil
}

func (s *server) End(_ context.Context, r *wire.EndRequest) (*wire.EndReply, error) {
	p, err := s.session(r.GetPattern())
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return &wire.EndReply{Batches: p.batches, Files: p.files, Matches: p.matches}, nil
}
