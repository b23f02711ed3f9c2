package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/rank/bm25"
)

// page is a typical spec of some 600 bytes.
const page = `---
title: Rate limits of uploads
desc: How many uploads a client may make.
code:
  - src/limit.go
---
# Rate limits

A client that sends more than a hundred requests in a minute is answered 429
until the minute is over. The limit is kept for each token, and merged over
all nodes of a cluster once a second; what two nodes let pass in between is
not taken back.

## Uploads

Uploads count by their size: each begun megabyte is a request. A paused upload
counts again when it goes on. ` + "`X-Limit`" + ` tells what is left.

` + "```sh\ncurl -I https://example.org/limit\n```\n"

func BenchmarkReading(b *testing.B) {
	r := newReader(bm25.Parse("how is the rate limit of tokens merged"), false)
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.read(context.Background(), "specs/a.md", strings.NewReader(page)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadingLongText(b *testing.B) {
	r := newReader(bm25.Parse("how is the rate limit of tokens merged"), false)
	_, body, _ := strings.Cut(page, "# Rate")
	text := strings.Repeat(body, 2000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := r.read(context.Background(), "specs/a.md", strings.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRankingOf10000(b *testing.B) {
	q := bm25.Parse("how is the rate limit of tokens merged")
	r := newReader(q, false)
	for b.Loop() {
		b.StopTimer()
		nodes := make([]node, 10_000)
		for i := range nodes {
			if i%100 == 0 {
				_, _ = r.read(context.Background(), "a.md", strings.NewReader(page))
			}
			nodes[i] = r.nodes[0]
			nodes[i].path = fmt.Sprintf("specs/area%02d/node%d.md", i%100, i)
		}
		b.StartTimer()
		nodes, _ = alone(nodes)
		nameNodes(nodes, ".")
		if len(rank(q, nodes)) == 0 {
			b.Fatal("nothing ranked")
		}
	}
}
