package main

import (
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/verdict"
)

func TestWhatIsCertainOfSeveralRunsStandsBeforeWhatIsOpen(t *testing.T) {
	const cannot = "stdout line 1 is longer than 64 bytes"
	came := func(result verdict.Result, code int) run {
		return run{state: child.State{Code: code}, judgment: judgment{result: result, reason: "its reason"}}
	}
	success, failure, open := came(verdict.Success, 0), came(verdict.Error, 0), came(verdict.Undecided, 0)
	failed3, open3 := came(verdict.Error, 3), came(verdict.Undecided, 3)
	timeout := run{timeout: time.Second, judgment: judgment{result: verdict.Error, reason: "timed out"}}
	compared := func(r run, differs, incomparable string) run {
		r.differs, r.incomparable = differs, incomparable
		return r
	}
	for _, c := range []struct {
		name   string
		runs   []run
		want   verdict.Result
		reason string
	}{
		{"they agree", []run{success, success}, verdict.Success, "its reason"},
		{"all fail", []run{failed3, failed3}, verdict.Error, "its reason"},
		{"one is open, another timed out", []run{open, timeout}, verdict.Error, "timed out"},
		{"all fail and cannot be compared", []run{failure, compared(failure, "", cannot)}, verdict.Error, "its reason"},
		{"all exit with 3 and cannot be compared", []run{failed3, compared(failed3, "", cannot)}, verdict.Error, "its reason"},
		{"codes differ, one is open", []run{success, open3}, verdict.Error, "flaky: run 2 of 5 ended with exit=3, the first with exit=0"},
		{"codes differ, the first is open", []run{open, failed3}, verdict.Error, "flaky: run 2 of 5 ended with exit=3, the first with exit=0"},
		{"output differs, one is open", []run{open, compared(open, "stdout line 1", "")}, verdict.Error, "flaky: run 2 of 5 differs from the first in stdout line 1"},
		{"one fails for certain, others are open", []run{open, failure, open}, verdict.Error, "its reason"},
		{"they come to different results", []run{success, failure}, verdict.Error, "flaky: run 2 of 5 came to ERROR (its reason), the first to SUCCESS"},
		{"one is open", []run{success, open}, verdict.Undecided, "its reason"},
		{"they cannot be compared", []run{success, success, compared(success, "", cannot)}, verdict.Undecided, "undecided: run 3 of 5 cannot be compared with the first: " + cannot},
		{"one cannot be compared, a later one differs", []run{success, compared(success, "", cannot), compared(success, "stderr line 1", "")}, verdict.Error, "flaky: run 3 of 5 differs from the first in stderr line 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := &experiment{request: &request{repeat: 5}, runs: c.runs}
			if got := x.overall(); got.result != c.want || got.reason != c.reason {
				t.Errorf("%v: %s", got.result, got.reason)
			}
		})
	}
}
