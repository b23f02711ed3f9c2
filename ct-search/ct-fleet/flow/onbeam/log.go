package onbeam

import (
	"context"
	"errors"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"
)

// said keeps the errors that Beam logs while a job runs, and nothing else: the answer goes to standard output and errors
// of one line to standard error.
type said struct {
	mu     sync.Mutex
	errors []string
}

// mostSaid bounds how many errors are kept.
const mostSaid = 100

// listen replaces the loggers of Beam and Prism.
func listen() *said {
	s := &said{}
	log.SetLogger(s)
	slog.SetDefault(slog.New(s))
	return s
}

func (s *said) keep(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.errors) < mostSaid {
		s.errors = append(s.errors, text)
	}
}

// Log keeps an error of Beam's SDK.
func (s *said) Log(_ context.Context, severity log.Severity, _ int, text string) {
	if severity >= log.SevError {
		s.keep(text)
	}
}

// Enabled reports whether Prism's record is kept.
func (s *said) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelError }

// Handle keeps an error of Prism.
func (s *said) Handle(_ context.Context, r slog.Record) error {
	text := r.Message
	r.Attrs(func(a slog.Attr) bool { text += " " + a.String(); return true })
	s.keep(text)
	return nil
}

// WithAttrs returns s: what precedes all records of a logger says nothing about an error.
func (s *said) WithAttrs([]slog.Attr) slog.Handler { return s }

// WithGroup returns s.
func (s *said) WithGroup(string) slog.Handler { return s }

// ours finds, in what Beam says, the sentence of this program.
var ours = regexp.MustCompile(`shard \d+ \([^\n]*?\): [^\n]*`)

// failure returns the error of a failed job in one line. If it names a shard, that comes first.
func (s *said) failure(runner string, err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range append([]string{err.Error()}, s.errors...) {
		if at := ours.FindString(text); at != "" {
			return errors.New("the job on " + runner + " failed: " + shard.Line(at))
		}
	}
	return errors.New("the job on " + runner + " failed: " + shard.Line(strings.ReplaceAll(err.Error(), "\n\t", " ")))
}

// patience is how long a job service may take to cancel a job.
const patience = 5 * time.Second

// cancel cancels the job with a name, if its service knows it: the process ends anyway.
func (r *Runner) cancel(name string) {
	if *jobopts.Endpoint == "" {
		return
	}
	ctx, done := context.WithTimeout(context.Background(), patience)
	defer done()
	conn, err := grpc.NewClient(*jobopts.Endpoint, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	client := jobpb.NewJobServiceClient(conn)
	jobs, err := client.GetJobs(ctx, &jobpb.GetJobsRequest{})
	if err != nil {
		return
	}
	for _, j := range jobs.GetJobInfo() {
		if j.GetJobName() == name {
			_, _ = client.Cancel(ctx, &jobpb.CancelJobRequest{JobId: j.GetJobId()})
		}
	}
}
