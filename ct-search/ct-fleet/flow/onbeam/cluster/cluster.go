// Package cluster is what tests run jobs on: Prism's job server in a process of its own, and a pool that starts worker
// processes, as a container of Beam's workers does.
package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"sync"
	"testing"

	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"google.golang.org/grpc"
)

// jobServer is the variable with the port on which the test program serves jobs.
const jobServer = "CT_FLEET_TEST_JOBS"

// Main makes the process the job server, if Jobs started it for that: it then does not return. Tests call it first.
func Main() {
	port := os.Getenv(jobServer)
	if port == "" {
		return
	}
	var n int
	if _, err := fmt.Sscan(port, &n); err != nil {
		panic(err)
	}
	slog.SetDefault(slog.New(slog.DiscardHandler))
	if _, err := prism.CreateJobServer(context.Background(), prism.Options{Port: n}); err != nil {
		panic(err)
	}
	fmt.Println("ready")
	select {}
}

// Jobs starts the test program as a job server and returns its process and its endpoint. It ends with the test.
func Jobs(t *testing.T) (_ *exec.Cmd, endpoint string) {
	t.Helper()
	port := freePort(t)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", jobServer, port))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	if first := string(line[:n]); first != "ready\n" {
		t.Fatal(first)
	}
	return cmd, fmt.Sprintf("localhost:%d", port)
}

// freePort returns a port that nobody listens on.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port //nolint:errcheck // what a TCP listener has
}

// A Pool starts a process for each worker that a runner asks for.
type Pool struct {
	fnpb.UnimplementedBeamFnExternalWorkerPoolServer
	At string // HOST:PORT

	program string
	mu      sync.Mutex
	workers []*exec.Cmd
}

// NewPool returns a pool whose workers run a program. It ends with the test.
func NewPool(t *testing.T, program string) *Pool {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Pool{At: l.Addr().String(), program: program}
	server := grpc.NewServer()
	fnpb.RegisterBeamFnExternalWorkerPoolServer(server, p)
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { server.Stop(); p.Kill() })
	return p
}

// StartWorker starts the program with the options of a worker.
func (p *Pool) StartWorker(_ context.Context, r *fnpb.StartWorkerRequest) (*fnpb.StartWorkerResponse, error) {
	cmd := exec.Command(p.program, "--worker=true", "--id="+r.GetWorkerId(), "--logging_endpoint="+r.GetLoggingEndpoint().GetUrl(), "--control_endpoint="+r.GetControlEndpoint().GetUrl())
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.workers = append(p.workers, cmd)
	return &fnpb.StartWorkerResponse{}, nil
}

// StopWorker does nothing: the workers end with the test.
func (p *Pool) StopWorker(context.Context, *fnpb.StopWorkerRequest) (*fnpb.StopWorkerResponse, error) {
	return &fnpb.StopWorkerResponse{}, nil
}

// Running returns how many workers were started and not killed.
func (p *Pool) Running() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.workers)
}

// Kill ends all workers and returns how many there were.
func (p *Pool) Kill() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.workers)
	for _, cmd := range p.workers {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	p.workers = nil
	return n
}
