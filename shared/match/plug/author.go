package plug

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/match/plug/wire"
)

// Matcher is implemented by the author of a matcher.
type Matcher interface {
	// Describe returns the description of the matcher. It is called before anything else and does no work.
	Describe() Description
	// Compile reads a pattern. Its error, one line, says what is wrong with it, or missing on this machine.
	Compile(ctx context.Context, p Pattern) (Compiled, error)
}

// Compiled is a pattern that can be searched for.
type Compiled interface {
	// Match searches files, at most 128, for the pattern and calls found for every match; file is an index in files.
	// The matches of a file are reported in ascending order of Start, those of different files in any order. found may
	// be called from several goroutines, but for one file only from one at a time. If found returns an error, Match
	// must return it. Files that cannot be searched are reported by File.Fail and File.Exclude. An error, one line,
	// ends the whole search: it is for problems of the matcher, not of a file. When ctx ends, Match should end too.
	Match(ctx context.Context, files []*File, found func(file int, m Match) error) error
}

// Index is a Compiled that returns its own candidates. Match is not called.
type Index interface {
	Compiled
	// Candidates calls found, from one goroutine, for every file with matches in scope. scope is the roots of the
	// search, in the form of File.Path. size is the size of the file when it was indexed, and every match has its Text.
	// Candidates that do not agree with the tree are reported as stale.
	Candidates(ctx context.Context, scope []string, found func(path string, size int64, matches []Match) error) (Indexed, error)
}

// Indexed describes an index.
type Indexed struct {
	AsOf  int64  // when its last update began, in seconds since 1970
	Files uint64 // number of files in the index
}

// File is a file to be searched.
type File struct {
	Path string // where to open it; relative to the working folder, or absolute

	text     []byte
	read     bool
	err      error
	fault    string
	excluded bool
	reason   string
	notes    []Note
	line     int // number of the line that at is on
	at       int
}

// Text returns the content of the file. It is read once. The caller must not change it.
func (f *File) Text() ([]byte, error) {
	if !f.read {
		f.read = true
		f.text, f.err = os.ReadFile(f.Path)
	}
	return f.text, f.err
}

// Fail records that the file could not be searched, which makes the search incomplete.
func (f *File) Fail(err error) { f.fault = oneLine(err.Error()) }

// Exclude records that this matcher does not search the file, for instance because of its language. If the reason is
// that the pattern does not fit the language, why says so, in words that are the same for all such files; a search that
// finds nothing then does not prove that there is nothing. Otherwise why is empty.
func (f *File) Exclude(why string) { f.excluded, f.reason = true, oneLine(why) }

// Note adds to what the answer says about the files that were searched: a line, the same for all such files, and what
// it counts in this one. Further notes than four of a file are dropped.
func (f *File) Note(text string, count int) { f.note(Note{Text: text, Count: uint64(count)}) }

// Stale is Note for a file that was searched without the matcher's index, and says why. The ledger counts such files.
func (f *File) Stale(text string) { f.note(Note{Text: text, Count: 1, Stale: true}) }

func (f *File) note(n Note) {
	if len(f.notes) < foreign.MostNotes {
		n.Text = oneLine(n.Text)
		f.notes = append(f.notes, n)
	}
}

// EachFile returns a Compiled for a function that searches one file and returns its matches in ascending order. Files are
// searched in parallel. One whose Text returns an error is marked with Fail.
func EachFile(match func(ctx context.Context, f *File) ([]Match, error)) Compiled {
	return eachFile(match)
}

type eachFile func(ctx context.Context, f *File) ([]Match, error)

func (match eachFile) Match(ctx context.Context, files []*File, found func(int, Match) error) error {
	var next atomic.Int64
	var workers sync.WaitGroup
	var failed error
	var once sync.Once
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(files) || ctx.Err() != nil {
					return
				}
				if err := match.one(ctx, files[i], i, found); err != nil {
					once.Do(func() { failed = err })
					next.Store(int64(len(files)))
				}
			}
		})
	}
	workers.Wait()
	return cmp.Or(failed, ctx.Err())
}

func (match eachFile) one(ctx context.Context, f *File, i int, found func(int, Match) error) error {
	matches, err := match(ctx, f)
	switch {
	case f.err != nil:
		f.Fail(f.err)
		matches, err = nil, nil
	case err != nil:
		return err
	}
	for _, m := range matches {
		if err := found(i, m); err != nil {
			return err
		}
	}
	return err
}

// Serve serves m to the search that started the program, and returns when the search is over; main should then end. If
// the program was started by hand, Serve prints its description to standard error and returns.
//
// Standard output belongs to the protocol: neither the program nor what it starts may write to it. If the matcher
// fails, the first line on standard error is quoted, or the last line of a Python traceback.
func Serve(m Matcher) {
	d := m.Describe()
	if os.Getenv(cookieKey) != cookieValue {
		fmt.Fprintf(os.Stderr, "%s%s %s: %s\nThis is a matcher for ct-search, which starts it: ct-search --matcher %s QUERY\n", prefix, d.Name, oneLine(d.Version), oneLine(d.Summary), d.Name)
		return
	}
	s := &server{matcher: m, stdout: os.Stdout, stderr: os.Stderr, patterns: map[uint64]*session{}}
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: handshake(),
		Plugins:         plugin.PluginSet{pluginName: &link{server: s}},
		Logger:          hclog.New(&hclog.LoggerOptions{Output: io.Discard, Level: hclog.Off}),
		GRPCServer: func(o []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(o, grpc.MaxRecvMsgSize(maxMessage), grpc.MaxSendMsgSize(maxMessage))...)
		},
	})
}

// pluginName is the name of the service in go-plugin.
const pluginName = "matcher"

func handshake() plugin.HandshakeConfig {
	return plugin.HandshakeConfig{ProtocolVersion: Version, MagicCookieKey: cookieKey, MagicCookieValue: cookieValue}
}

// link connects the service with go-plugin.
type link struct {
	plugin.NetRPCUnsupportedPlugin
	server *server
}

func (l *link) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	wire.RegisterMatcherServer(s, l.server)
	return nil
}

func (l *link) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, c *grpc.ClientConn) (any, error) {
	return wire.NewMatcherClient(c), nil
}
