package plug

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// The matcher's timer may fire before ours. Whose time was over is known all the same.
func TestLate(t *testing.T) {
	const soon, long = timers / 2, time.Hour
	fired := status.Error(codes.DeadlineExceeded, "")
	for _, tt := range []struct {
		name            string
		whole, question time.Duration
		err             error
		late, ended     bool
	}{
		{"the whole search's time is over", soon, long, fired, false, true},
		{"the question's time is over", long, soon, fired, true, false},
		{"the question's time is over, nothing bounds the search", 0, soon, fired, true, false},
		{"the matcher's own words", soon, long, status.Error(codes.Internal, ""), false, false},
		{"the matcher ends long before", long, long, fired, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := &host{context: t.Context()}
			if tt.whole > 0 {
				var cancel context.CancelFunc
				h.context, cancel = context.WithTimeout(h.context, tt.whole)
				defer cancel()
			}
			question, cancel := h.within(tt.question)
			defer cancel()
			err := h.late(question, tt.err, "for a batch of files", tt.question)
			if errors.Is(err, errDeadline) != tt.late || tt.late && !strings.Contains(err.Error(), tt.question.String()) {
				t.Errorf("%v", err)
			}
			if (h.context.Err() != nil) != tt.ended {
				t.Errorf("the search's time: %v", h.context.Err())
			}
		})
	}
}
