package grep

import (
	"bytes"
	"context"
	"fmt"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// maxAligned is the size in bytes up to which a file is compared with a pattern of several lines.
const maxAligned = 8 << 20

// A miss is the place of one file that comes nearest to a pattern.
type miss struct {
	path  string
	place match.Miss
	found bool
	bytes int64
}

// nearest notes where a pattern of several lines nearly matches, and the first line that differs there.
func (d *Diagnosis) nearest(ctx context.Context, a *tool.Answer) error {
	for _, p := range d.Patterns {
		if p.Mode != pattern.Block {
			continue
		}
		best, err := d.nearestTo(ctx, p)
		if err != nil {
			return err
		}
		if best.found {
			a.Reading.Notes = append(a.Reading.Notes, best.String())
		}
	}
	return nil
}

// nearestTo looks through the files for the place with most lines of p in common, the first of several in path order.
func (d *Diagnosis) nearestTo(ctx context.Context, p *pattern.Pattern) (miss, error) {
	var best miss
	newVisit := func() walk.Visit[miss] {
		var buffer bytes.Buffer
		return func(e *walk.Entry) walk.Outcome[miss] {
			if !d.accepts(e) {
				return walk.Outcome[miss]{Skip: ledger.Excluded}
			}
			text, err := Text(ctx, e, &buffer, maxAligned)
			if err != nil {
				return walk.Outcome[miss]{Skip: ledger.Unreadable, Detail: Cause(err)}
			}
			m := miss{bytes: int64(len(text))}
			if m.place, m.found = match.Nearest(text, p); m.found {
				m.path = e.Path()
			}
			return walk.Outcome[miss]{Value: m, Keep: m.bytes > 0, Size: len(m.path)}
		}
	}
	_, err := walk.Run(ctx, d.Files, newVisit, func(m miss) bool {
		if m.found && m.place.Equal > best.place.Equal {
			best = m
		}
		d.allowance -= m.bytes
		return d.allowance > 0
	})
	return best, err
}

// String says where the nearest place is and what differs first.
func (m miss) String() string {
	const clip = 80
	got := "the file ends"
	if !m.place.Ended {
		text, _ := budget.ClipLine([]byte(m.place.Got), 0, 0, clip)
		got = "is " + text
	}
	want, _ := budget.ClipLine([]byte(m.place.Want), 0, 0, clip)
	return fmt.Sprintf("nearest %s:%d with %d of %d lines; there line %d %s, wanted %s", m.path, m.place.Line, m.place.Equal, m.place.Total, m.place.At, got, want)
}
