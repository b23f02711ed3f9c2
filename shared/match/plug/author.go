package plug

import (
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

	"github.com/ct-tools/ct/shared/match/plug/wire"
)

// A Matcher is what an author writes.
type Matcher interface {
	// Describe says what the matcher is; it is called before anything else and
	// does no work.
	Describe() Description
	// Compile reads a pattern. Its error, one line, says what is wrong with the
	// pattern or the argument, or what is missing on this machine.
	Compile(ctx context.Context, p Pattern) (Compiled, error)
}

// A Compiled is a pattern that can be looked for.
type Compiled interface {
	// Match looks for the pattern in files, 128 at most, and calls found for every
	// match; file is an index in files. The matches of a file are told in ascending
	// order of Start, those of different files in any order; found may be called
	// from several goroutines, but those of a file from one at a time. An error of
	// found is to be returned. Files that cannot be searched are told by File.Fail
	// and File.Exclude. An error, one line, ends the whole search: it is for what
	// makes the matcher useless, not for a file. When ctx ends, so should Match.
	Match(ctx context.Context, files []*File, found func(file int, m Match) error) error
}

// An Index is a Compiled that brings its own candidates. Match is not called.
type Index interface {
	Compiled
	// Candidates calls found for every file with matches in scope, the roots of
	// the search as File.Path has paths, from one goroutine; size is that of the
	// file when it was indexed, and every match has its Text. What the tree does not bear out is
	// reported as stale.
	Candidates(ctx context.Context, scope []string, found func(path string, size int64, matches []Match) error) (Indexed, error)
}

// Indexed is what is known of an index.
type Indexed struct {
	AsOf  int64  // seconds since 1970 of its last update's beginning
	Files uint64 // that it has
}

// A File is one that is to be searched.
type File struct {
	Path string // to be opened by; relative to the working folder or absolute

	text     []byte
	read     bool
	err      error
	fault    string
	excluded bool
	reason   string
	line     int // number of the line that at is on
	at       int
	told     int
}

// Text gives the content of the file; it is read once. The file is not
// changed by the caller.
func (f *File) Text() ([]byte, error) {
	if !f.read {
		f.read = true
		f.text, f.err = os.ReadFile(f.Path)
	}
	return f.text, f.err
}

// Fail says that the file could not be searched, which makes the search
// incomplete.
func (f *File) Fail(err error) { f.fault = oneLine(err.Error()) }

// Exclude says that the file is none for this matcher, of another language for
// instance. If that is because of the pattern, which does not fit the language,
// then why says so, in words that are the same for all such files; where nothing
// is found the search is then no proof that there is nothing. Else why is empty.
func (f *File) Exclude(why string) { f.excluded, f.reason = true, oneLine(why) }

// EachFile makes a Compiled of a function that looks at one file and gives its
// matches in ascending order. The files of a batch are looked at in parallel. A
// file of which Text gives an error is Failed, whatever the function does.
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
	if failed == nil {
		failed = ctx.Err()
	}
	return failed
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

// Serve serves m to the search that started the program, and returns when the
// search is over; then main is to end. Where the program was started by hand it
// says what it is on standard error, and returns.
//
// Standard output belongs to the protocol: nothing may be written to it, by the
// program or by what it starts. The first line on standard error, of a
// traceback of Python's the last, is quoted where the matcher fails.
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

// pluginName is what go-plugin calls the service.
const pluginName = "matcher"

func handshake() plugin.HandshakeConfig {
	return plugin.HandshakeConfig{ProtocolVersion: Version, MagicCookieKey: cookieKey, MagicCookieValue: cookieValue}
}

// link joins the service to go-plugin.
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
