package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A LogRequest chooses commits, in the order of git log: newest first, merges without changes.
type LogRequest struct {
	From    string   // ID of the commit whose history it is
	Paths   []string // relative to Repository.Top; none means the whole repository
	Author  string   // part of the author's name or address, whatever its case; "" is anybody
	Since   int64    // seconds since 1970 of the oldest commit; 0 is no bound
	Until   int64    // likewise of the newest
	Reverse bool     // oldest first
	Text    bool     // changes of binary files are text too

	// Lines, if File is not "", follows lines First to Last of File, as From has them, through their changes. Paths are then
	// not honoured.
	File        string
	First, Last int64
}

// An Author says who wrote a commit, and when.
type Author struct {
	Name string
	Date string // ISO 8601 with the author's time zone
}

// A LogCommit is the heading of a commit.
type LogCommit struct {
	ID      string
	Short   string // the beginning of ID that names no other object
	Author  Author
	Subject string
}

// A FileChange is what a commit changes of a file.
type FileChange struct {
	Old, New     string // paths relative to Repository.Top; "" for a file that is created or removed
	OldID, NewID string // of the blobs; "" if there is none
	Binary       bool
}

// Path returns the path of the file after the commit, or before it if the commit removes it.
func (c *FileChange) Path() string {
	if c.New == "" {
		return c.Old
	}
	return c.New
}

// A LogVisitor receives a log in its order. A function that returns false ends the log.
type LogVisitor struct {
	Commit func(c LogCommit) bool
	// File is called before the lines of a file, with what is known of it, and for binary files.
	File func(c *FileChange) bool
	// Line is called for each changed line, without its line end. n is its number, in the new file if added and else in the
	// old one. text is valid during the call. long says that it has more bytes than mostLine, and text the first of them.
	Line func(added bool, n int64, text []byte, long bool)
	End  func() bool // after the last file of a commit
}

// Log calls v for the commits that q chooses. The error says why git failed; after the end of the context it is the
// cause of that. It is nil if v ended the log.
func (r *Repository) Log(ctx context.Context, q *LogRequest, v *LogVisitor) error {
	return r.Stream(ctx, func(out io.Reader) error { return parseLog(out, v) }, q.args()...)
}

// errEnough ends a log that a visitor does not want to go on with.
var errEnough = errors.New("the rest is not wanted")

// args returns the arguments of git log. What the repository could set to change its output is given.
func (q *LogRequest) args() []string {
	args := []string{
		"log", "--format=%x00%H%x00%h%x00%aI%x00%an%x00%s", "--encoding=UTF-8", "--no-decorate", "--no-notes", "--no-color", "--no-ext-diff", "--no-textconv",
		"--diff-algorithm=myers", "--src-prefix=a/", "--dst-prefix=b/", "--full-index", "--ignore-submodules=none", "--submodule=short",
	}
	if q.Reverse {
		args = append(args, "--reverse")
	}
	if q.Text {
		args = append(args, "--text")
	}
	if q.Since != 0 {
		args = append(args, fmt.Sprintf("--max-age=%d", q.Since))
	}
	if q.Until != 0 {
		args = append(args, fmt.Sprintf("--min-age=%d", q.Until))
	}
	if q.Author != "" {
		args = append(args, "--fixed-strings", "--regexp-ignore-case", "--author="+q.Author)
	}
	if q.File != "" {
		return append(args, fmt.Sprintf("-L%d,%d:%s", q.First, q.Last, q.File), q.From)
	}
	args = append(args, "-p", "-U0", q.From, "--")
	return append(args, q.Paths...)
}

// mostLine is how many bytes of a line a log keeps.
const mostLine = 64 << 20

// logReader reads what git log prints with the arguments of LogRequest.
type logReader struct {
	in    *bufio.Reader
	v     *LogVisitor
	file  FileChange
	shown bool // File was called for it
	open  bool // a commit has begun
	kept  []byte
}

var errLog = errors.New("git's log is not as git writes it")

// parseLog reads a whole log. It returns errEnough if the visitor ended it.
func parseLog(in io.Reader, v *LogVisitor) error {
	l := &logReader{in: bufio.NewReaderSize(in, 256<<10), v: v}
	for {
		line, _, err := l.next()
		switch {
		case errors.Is(err, io.EOF):
			return l.end()
		case err != nil:
			return err
		}
		if err := l.heading(line); err != nil {
			return err
		}
	}
}

// next returns the next line without its end, valid until the next call, and whether it was longer than mostLine.
func (l *logReader) next() (line []byte, long bool, err error) {
	line, err = l.in.ReadSlice('\n')
	if err == nil {
		return line[:len(line)-1], false, nil
	}
	l.kept = l.kept[:0]
	for errors.Is(err, bufio.ErrBufferFull) {
		l.kept = append(l.kept, line[:min(len(line), mostLine-len(l.kept))]...)
		long = long || len(l.kept) == mostLine
		line, err = l.in.ReadSlice('\n')
	}
	if err == nil {
		line = line[:len(line)-1]
	} else if !errors.Is(err, io.EOF) || len(line)+len(l.kept) == 0 {
		return nil, false, err
	}
	part := line[:min(len(line), mostLine-len(l.kept))]
	l.kept = append(l.kept, part...)
	return l.kept, long || len(part) < len(line), nil
}

// end ends the commit that is being read.
func (l *logReader) end() error {
	if l.open {
		l.open = false
		if !l.v.End() {
			return errEnough
		}
	}
	return nil
}

// heading reads a line outside of hunks.
func (l *logReader) heading(line []byte) error {
	switch {
	case len(line) > 0 && line[0] == 0:
		if err := l.end(); err != nil {
			return err
		}
		c, err := parseCommit(string(line))
		if err != nil {
			return err
		}
		l.open, l.shown, l.file = true, false, FileChange{}
		if !l.v.Commit(c) {
			return errEnough
		}
	case !l.open:
		return errLog
	case bytes.HasPrefix(line, []byte("@@ -")):
		return l.hunk(string(line))
	case bytes.HasPrefix(line, []byte("diff --git ")):
		l.file, l.shown = FileChange{}, false
	case bytes.HasPrefix(line, []byte("index ")):
		l.file.OldID, l.file.NewID = parseIndex(string(line))
	case bytes.HasPrefix(line, []byte("--- ")):
		l.file.Old = parsePath(string(line[4:]), "a/")
	case bytes.HasPrefix(line, []byte("+++ ")):
		l.file.New = parsePath(string(line[4:]), "b/")
	case bytes.HasPrefix(line, []byte("Binary files ")) && bytes.HasSuffix(line, []byte(" differ")):
		l.file.Binary = true
		l.file.Old, l.file.New = parseBinary(string(line))
		return l.show()
	}
	return nil
}

// show calls File once for a file.
func (l *logReader) show() error {
	if l.shown {
		return nil
	}
	l.shown = true
	if !l.v.File(&l.file) {
		return errEnough
	}
	return nil
}

// hunk reads a hunk after its heading. The heading has its number of lines, so that no line of a file is taken for another thing.
func (l *logReader) hunk(heading string) error {
	from, removed, to, added, ok := parseHunk(heading)
	if !ok {
		return errLog
	}
	if err := l.show(); err != nil {
		return err
	}
	for removed > 0 || added > 0 {
		line, long, err := l.next()
		if errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		if len(line) == 0 {
			return errLog
		}
		switch text := line[1:]; {
		case line[0] == '-' && removed > 0:
			l.v.Line(false, from, text, long)
			from, removed = from+1, removed-1
		case line[0] == '+' && added > 0:
			l.v.Line(true, to, text, long)
			to, added = to+1, added-1
		case line[0] == ' ' && removed > 0 && added > 0:
			from, removed, to, added = from+1, removed-1, to+1, added-1
		case line[0] == '\\':
		default:
			return errLog
		}
	}
	return nil
}

// parseCommit reads the line of LogRequest's format.
func parseCommit(line string) (LogCommit, error) {
	part := strings.SplitN(line, "\x00", 6)
	if len(part) != 6 || part[0] != "" || !isID(part[1]) || part[2] == "" || !strings.HasPrefix(part[1], part[2]) {
		return LogCommit{}, errLog
	}
	return LogCommit{ID: part[1], Short: part[2], Author: Author{Name: part[4], Date: part[3]}, Subject: part[5]}, nil
}

// parseHunk reads "@@ -A,N +B,M @@ …"; a number of lines that is not there is 1. A hunk without lines of one file names
// the line before it.
func parseHunk(line string) (from, removed, to, added int64, ok bool) {
	rest, ok := strings.CutPrefix(line, "@@ -")
	if !ok {
		return 0, 0, 0, 0, false
	}
	old, rest, ok := strings.Cut(rest, " +")
	if !ok {
		return 0, 0, 0, 0, false
	}
	now, _, ok := strings.Cut(rest, " @@")
	if !ok {
		return 0, 0, 0, 0, false
	}
	from, removed, ok = parseExtent(old)
	if !ok {
		return 0, 0, 0, 0, false
	}
	to, added, ok = parseExtent(now)
	return from, removed, to, added, ok
}

// mostNumber bounds numbers and counts of lines, so that they can be added.
const mostNumber = 1 << 60

func parseExtent(text string) (from, count int64, ok bool) {
	first, number, both := strings.Cut(text, ",")
	from, err := strconv.ParseInt(first, 10, 64)
	count = 1
	if both && err == nil {
		count, err = strconv.ParseInt(number, 10, 64)
	}
	return from, count, err == nil && from >= 0 && count >= 0 && from < mostNumber && count < mostNumber
}

// parseIndex reads "index OLD..NEW MODE" with whole IDs; those of files that do not exist are zeros.
func parseIndex(line string) (old, now string) {
	ids, _, _ := strings.Cut(strings.TrimPrefix(line, "index "), " ")
	old, now, _ = strings.Cut(ids, "..")
	return objectOrNone(old), objectOrNone(now)
}

func objectOrNone(id string) string {
	if !isID(id) || strings.Trim(id, "0") == "" {
		return ""
	}
	return id
}

// parsePath reads the path after "--- " or "+++ ". A tab follows one that has a space; one that has a tab is quoted.
func parsePath(text, prefix string) string {
	name := unquote(strings.TrimSuffix(text, "\t"))
	if name == "/dev/null" {
		return ""
	}
	return strings.TrimPrefix(name, prefix)
}

// parseBinary reads "Binary files OLD and NEW differ". Unquoted names that contain " and b/" are ambiguous: the division
// in which both names are the same is taken first.
func parseBinary(line string) (old, now string) {
	text := strings.TrimSuffix(strings.TrimPrefix(line, "Binary files "), " differ")
	for at := 0; ; at++ {
		next := strings.Index(text[at:], " and ")
		if next < 0 {
			break
		}
		at += next
		a, b := text[:at], text[at+len(" and "):]
		if a == "/dev/null" || b == "/dev/null" || parsePath(a, "a/") == parsePath(b, "b/") {
			return parsePath(a, "a/"), parsePath(b, "b/")
		}
	}
	a, b, _ := strings.Cut(text, " and ")
	return parsePath(a, "a/"), parsePath(b, "b/")
}

// unquote undoes the quoting of a path that has control characters, quotes or backslashes, as in C (quote.c of git).
func unquote(text string) string {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return text
	}
	inner := text[1 : len(text)-1]
	var out []byte
	for i := 0; i < len(inner); i++ {
		if inner[i] != '\\' || i+1 == len(inner) {
			out = append(out, inner[i])
			continue
		}
		i++
		if at := strings.IndexByte(`abfnrtv"\`, inner[i]); at >= 0 {
			out = append(out, "\a\b\f\n\r\t\v\"\\"[at])
			continue
		}
		if i+3 > len(inner) {
			return text
		}
		code, err := strconv.ParseUint(inner[i:i+3], 8, 8)
		if err != nil {
			return text
		}
		out = append(out, byte(code))
		i += 2
	}
	return string(out)
}
