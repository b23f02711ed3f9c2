package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Blamed is a run of lines of a file that one commit wrote.
type Blamed struct {
	First, Count int64 // lines of the file
	Commit       *BlamedCommit
}

// A BlamedCommit is a commit that wrote lines.
type BlamedCommit struct {
	ID       string
	Author   Author
	Subject  string
	Path     string // of the file in the commit, relative to Repository.Top
	Boundary bool   // the lines may be older: a shallow clone ends with this commit

	seconds int64
	zone    string
}

// Blame returns which commits wrote lines first to last of the file at path, as the commit has it, in the order of the lines.
// No other text than that of the repository's objects is read.
func (r *Repository) Blame(ctx context.Context, commit, path string, first, last int64) ([]Blamed, error) {
	var runs []Blamed
	err := r.Stream(ctx, func(out io.Reader) (err error) {
		runs, err = parseBlame(out)
		return err
	}, "blame", "--porcelain", "--no-progress", "--encoding=UTF-8", "--root", "--no-textconv", "--no-ignore-revs-file", fmt.Sprintf("-L%d,%d", first, last), commit, "--", path)
	if err != nil {
		return runs, err
	}
	ends, err := r.Shallow()
	for _, run := range runs {
		run.Commit.Boundary = slices.Contains(ends, run.Commit.ID)
	}
	return runs, err
}

var errBlame = errors.New("git's blame is not as git writes it")

// mostBlamed bounds the runs that are read.
const mostBlamed = 1 << 20

// parseBlame reads git blame --porcelain (git-blame(1), The porcelain format): a group of lines begins with "ID OLD NEW
// COUNT", what is known of a commit follows at its first line, and each line of the file follows a tab.
func parseBlame(in io.Reader) ([]Blamed, error) {
	r := bufio.NewReaderSize(in, 64<<10)
	commits := map[string]*BlamedCommit{}
	var runs []Blamed
	var c *BlamedCommit
	for {
		line, err := shortLine(r)
		switch {
		case errors.Is(err, io.EOF):
			if c != nil {
				return runs, io.ErrUnexpectedEOF
			}
			return runs, nil
		case err != nil:
			return runs, err
		case c == nil:
			run, id, err := parseBlamed(line)
			if err != nil {
				return runs, err
			}
			if c = commits[id]; c == nil {
				c = &BlamedCommit{ID: id}
				commits[id] = c
			}
			run.Commit = c
			if runs, err = addBlamed(runs, run); err != nil {
				return runs, err
			}
		case strings.HasPrefix(line, "\t"):
			c = nil
		default:
			c.set(line)
		}
	}
}

// addBlamed adds a line, which follows the last one.
func addBlamed(runs []Blamed, line Blamed) ([]Blamed, error) {
	if n := len(runs); n > 0 {
		last := &runs[n-1]
		if line.First != last.First+last.Count {
			return runs, errBlame
		}
		if last.Commit == line.Commit {
			last.Count++
			return runs, nil
		}
	}
	if len(runs) == mostBlamed {
		return runs, fmt.Errorf("git blame has more than %d parts", mostBlamed)
	}
	return append(runs, line), nil
}

// parseBlamed reads "ID OLD NEW" or "ID OLD NEW COUNT".
func parseBlamed(line string) (Blamed, string, error) {
	part := strings.Split(line, " ")
	if len(part) < 3 || len(part) > 4 || !isID(part[0]) {
		return Blamed{}, "", errBlame
	}
	n, err := strconv.ParseInt(part[2], 10, 64)
	if err != nil || n < 1 || n > mostNumber {
		return Blamed{}, "", errBlame
	}
	return Blamed{First: n, Count: 1}, part[0], nil
}

// set takes what a line says of the commit.
func (c *BlamedCommit) set(line string) {
	key, value, _ := strings.Cut(line, " ")
	switch key {
	case "author":
		c.Author.Name = value
	case "author-time":
		c.seconds, _ = strconv.ParseInt(value, 10, 64)
		c.date()
	case "author-tz":
		c.zone = value
		c.date()
	case "summary":
		c.Subject = value
	case "filename":
		c.Path = unquote(value)
	}
}

// date sets the author's date in ISO 8601, as git log --format=%aI has it.
func (c *BlamedCommit) date() {
	minutes, err := strconv.Atoi(c.zone)
	if err != nil || minutes < -9999 || minutes > 9999 {
		minutes = 0
	}
	offset := (minutes/100*60 + minutes%100) * 60
	c.Author.Date = time.Unix(c.seconds, 0).In(time.FixedZone("", offset)).Format("2006-01-02T15:04:05-07:00")
}

// mostShort is how many bytes of a line are kept where it is known to be short, or is not needed.
const mostShort = 16 << 10

// shortLine reads a line without its end; of a long one it returns the beginning.
func shortLine(r *bufio.Reader) (string, error) {
	var text []byte
	for any := false; ; any = true {
		part, err := r.ReadSlice('\n')
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		text = append(text, part[:min(len(part), mostShort-len(text))]...)
		switch {
		case ended:
			return string(text), nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && (any || len(text) > 0):
			return string(text), nil
		default:
			return "", err
		}
	}
}
