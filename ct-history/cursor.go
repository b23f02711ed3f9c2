package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/committed"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
)

// A cursor is where a page ended: after so many commits of a history that begins with a commit.
type cursor struct {
	head    string // ID of the commit
	shown   int64
	request string // hash of what was asked for
}

func (c cursor) String() string { return fmt.Sprintf("%s.%d.%s", c.head, c.shown, c.request) }

var errCursor = errors.New("is not a complete cursor; pass the next_cursor of an answer unchanged")

// parseCursor reads what String wrote.
func parseCursor(text string) (cursor, error) {
	part := strings.Split(text, ".")
	if len(part) != 3 {
		return cursor{}, errCursor
	}
	n, err := strconv.ParseInt(part[1], 10, 64)
	c := cursor{part[0], n, part[2]}
	if err != nil || n < 1 || c.String() != text || len(c.head) < 40 || strings.Trim(c.head+c.request, "0123456789abcdef") != "" {
		return cursor{}, errCursor
	}
	return c, nil
}

// hashOf returns a hash of what is asked for. The revision is not part of it: a cursor has the commit.
func (r *request) hashOf(args []string) string {
	words := r.table.Words(opt.Search(), "at")
	sum := sha256.Sum256([]byte(r.form + "\x00" + strings.Join(words, "\x00") + "\x00\x00" + strings.Join(args, "\x00")))
	return hex.EncodeToString(sum[:6])
}

// check returns an error for a cursor of another request, or of a history that begins with another commit now.
func (c *cursor) check(ctx context.Context, h *committed.History, request string) error {
	if c.request != request {
		return opt.Usagef("cursor", "{cursor} belongs to another request; repeat the command that came with it")
	}
	if c.head == h.Commit.ID {
		return nil
	}
	changed := ""
	if n, err := h.CommitsBetween(ctx, c.head, h.Commit.ID); err == nil && n > 0 {
		changed = ", with " + grep.Plural(n, "commit that was not there", "commits that were not there")
	}
	if n, err := h.CommitsBetween(ctx, h.Commit.ID, c.head); err == nil && n > 0 {
		changed += ", without " + grep.Plural(n, "commit that was", "commits that were")
	}
	const short = 12
	return opt.Usagef("cursor", "{cursor} is of the history of %s, and %s is %s now%s; begin again without {cursor}, or go on there with {at} %s", c.head[:short], h.Name, h.Short, changed, c.head[:short])
}
