//go:build unix

package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/ct-tools/ct/shared/match/plug/wire"
)

// raw contains the matchers that violate the protocol, by name.
var raw = map[string]func(){
	"startcrash": func() { fmt.Fprintln(os.Stderr, "no licence"); os.Exit(3) },
	"traceback": func() {
		fmt.Fprint(os.Stderr, "\nTraceback (most recent call last):\n  File \"m\", line 1, in <module>\n", strings.Repeat("  File\n", 2000), "ModuleNotFoundError: No module named 'grpc'\n\n")
		os.Exit(1)
	},
	"starthang": func() { time.Sleep(time.Hour) },
	"handshake": func() { fmt.Println("hello, world"); time.Sleep(time.Hour) },
	"silent":    func() {},
	"chatty":    func() { fmt.Print(string(make([]byte, 100_000))); time.Sleep(time.Hour) },
	"elsewhere": func() { fmt.Println("1|1|tcp|127.0.0.1:9|grpc|"); time.Sleep(time.Hour) },
	"version":   func() { listen("1|2|unix|%s|grpc|\n", nil) },
	"netrpc":    func() { listen("1|1|unix|%s|netrpc|\n", nil) },
	"garbage": func() {
		listen("1|1|unix|%s|grpc|\n", []byte("\x00\xff this is not HTTP/2 at all, whatever it may be \n\n"))
	},
	"last": func() { serve(&rude{}) },
	"liar": func() { serve(&rude{lies: true}) },
	"lazy": func() { serve(&rude{lazy: true}) },
	"mad":  func() { serve(&rude{mad: true}) },
}

// listen prints what it receives and answers everyone with the same bytes.
func listen(line string, answer []byte) {
	path := filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf(line, path)
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		_, _ = c.Write(answer)
	}
}

// rude serves without plug.Serve.
type rude struct {
	wire.UnimplementedMatcherServer
	lies, lazy, mad bool
}

func serve(r *rude) {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{ProtocolVersion: 1, MagicCookieKey: "CT_MATCHER", MagicCookieValue: "a3f1c2d4-matcher"},
		Plugins:         plugin.PluginSet{"matcher": &link{r: r}},
		GRPCServer:      plugin.DefaultGRPCServer,
		Logger:          hclog.NewNullLogger(),
	})
}

type link struct {
	plugin.NetRPCUnsupportedPlugin
	r *rude
}

func (l *link) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	wire.RegisterMatcherServer(s, l.r)
	return nil
}

func (l *link) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, nil
}

func (r *rude) Describe(context.Context, *wire.DescribeRequest) (*wire.Description, error) {
	name := map[bool]string{r.lies: "liar", r.lazy: "lazy", r.mad: "mad"}[true]
	if name == "" {
		name = "last"
	}
	return &wire.Description{Name: name}, nil
}

func (r *rude) Compile(context.Context, *wire.CompileRequest) (*wire.CompileReply, error) {
	return &wire.CompileReply{Pattern: 1}, nil
}

func (r *rude) Match(q *wire.MatchRequest, out grpc.ServerStreamingServer[wire.MatchReply]) error {
	a := &wire.MatchReply{}
	for i := range q.GetFiles() {
		switch {
		case r.lazy && i == 0:
		case r.mad:
			a.Files = append(a.Files, &wire.FileMatches{File: 1 << 31, Matches: []*wire.Match{{Start: 1 << 63, End: 1}}, Done: true})
		default:
			a.Files = append(a.Files, &wire.FileMatches{File: uint32(i), Matches: []*wire.Match{{Line: 1, End: 1}}, Done: true})
		}
	}
	return out.Send(a)
}

func (r *rude) End(context.Context, *wire.EndRequest) (*wire.EndReply, error) {
	if r.lies {
		return &wire.EndReply{Batches: 1, Files: 1, Matches: 99}, nil
	}
	os.Exit(0)
	return nil, nil
}
