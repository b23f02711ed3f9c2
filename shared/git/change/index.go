package change

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// entry is an entry of the index.
type entry struct {
	path    string
	raw     string // its ID in bytes, if that is not in version yet
	version        // of stage 0, or of the first stage of a conflict
	stat    stat   // of the file when git compared it last
	flags   uint64 // in memory, as git ls-files --debug prints them
	stages  bool   // it has a conflict
}

// The flags in memory that matter (git's cache.h).
const (
	flagIntent = 1 << 29 // git add --intent-to-add: the entry has no content yet
	flagSkip   = 1 << 30 // the file is left out of the working tree (git sparse-checkout)
)

// stat is what the system says of a file, as the index has it. Sizes and inodes have 32 bits there.
type stat struct {
	ctime, mtime stamp
	size, ino    uint32
}

// stamp is a time.
type stamp struct{ sec, nsec uint32 }

// before reports whether s is earlier than t.
func (s stamp) before(t stamp) bool { return s.sec < t.sec || s.sec == t.sec && s.nsec < t.nsec }

var errListing = errors.New("git ls-files prints what is not expected; this version of git is not supported")

// parseIndex reads the output of git ls-files -s -z --debug: "MODE ID STAGE\tPATH\0", then lines that each begin with two
// spaces (git-ls-files(1)). Entries of a conflict are joined.
func parseIndex(text []byte) ([]entry, error) {
	entries := make([]entry, 0, bytes.Count(text, []byte{0}))
	for len(text) > 0 {
		heading, rest, ok := bytes.Cut(text, []byte{'\t'})
		path, rest, ended := bytes.Cut(rest, []byte{0})
		if !ok || !ended || len(path) == 0 {
			return nil, errListing
		}
		e := entry{path: string(path)}
		stage, err := e.parseHeading(string(heading))
		if err != nil {
			return nil, err
		}
		if text, err = e.parseDebug(rest); err != nil {
			return nil, err
		}
		e.stages = stage != "0"
		if n := len(entries); e.stages && n > 0 && entries[n-1].path == e.path {
			continue
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// parseHeading reads "MODE ID STAGE".
func (e *entry) parseHeading(text string) (stage string, err error) {
	part := strings.Split(text, " ")
	if len(part) != 3 {
		return "", errListing
	}
	mode, err := strconv.ParseUint(part[0], 8, 32)
	if err != nil || mode == 0 {
		return "", errListing
	}
	e.mode, e.id = uint32(mode), part[1]
	return part[2], nil
}

// parseDebug reads the lines about the file, and returns what follows them.
func (e *entry) parseDebug(text []byte) ([]byte, error) {
	read := 0
	for bytes.HasPrefix(text, []byte("  ")) {
		line, rest, ok := bytes.Cut(text, []byte{'\n'})
		if !ok {
			return nil, errListing
		}
		text = rest
		read++
		if !e.parseFact(line[2:]) {
			return nil, fmt.Errorf("%w: %q", errListing, line)
		}
	}
	if read != 5 {
		return nil, errListing
	}
	return text, nil
}

// parseFact reads one of the lines.
func (e *entry) parseFact(line []byte) bool {
	name, value, ok := bytes.Cut(line, []byte(": "))
	if !ok {
		return false
	}
	switch string(name) {
	case "ctime":
		e.stat.ctime, ok = parseStamp(value)
	case "mtime":
		e.stat.mtime, ok = parseStamp(value)
	case "dev":
		_, ino, found := bytes.Cut(value, []byte("ino: "))
		var n uint64
		n, ok = number(ino, 10)
		e.stat.ino, ok = uint32(n), ok && found
	case "size":
		size, flags, found := bytes.Cut(value, []byte("\tflags: "))
		var n uint64
		n, ok = number(size, 10)
		e.stat.size = uint32(n)
		var valid bool
		e.flags, valid = number(flags, 16)
		ok = ok && found && valid
	case "uid":
	default:
		return false
	}
	return ok
}

func parseStamp(text []byte) (stamp, bool) {
	sec, nsec, ok := bytes.Cut(text, []byte{':'})
	s, fine := number(sec, 10)
	n, also := number(nsec, 10)
	return stamp{uint32(s), uint32(n)}, ok && fine && also
}

// number reads a number without a sign. It allocates nothing: the index may have many entries.
func number(text []byte, base uint64) (uint64, bool) {
	if len(text) == 0 || len(text) > 16 {
		return 0, false
	}
	var n uint64
	for _, c := range text {
		var d uint64
		switch {
		case c >= '0' && c <= '9':
			d = uint64(c - '0')
		case c >= 'a' && c <= 'f':
			d = uint64(c-'a') + 10
		default:
			return 0, false
		}
		if d >= base {
			return 0, false
		}
		n = n*base + d
	}
	return n, true
}

var errRaw = errors.New("git prints a difference that is not expected; this version of git is not supported")

// difference is one of git's raw format: two versions of one or two paths.
type difference struct {
	old, new   version
	status     byte
	from, path string
}

// parseRaw reads one difference of git's raw format with -z, ":MODE MODE ID ID STATUS\0PATH\0" with two paths for a
// rename or copy (git-diff(1), Raw output format), and returns what follows.
func parseRaw(text []byte) (d difference, rest []byte, err error) {
	heading, rest, ok := bytes.Cut(text, []byte{0})
	part := strings.Split(string(heading), " ")
	if !ok || len(part) != 5 || !strings.HasPrefix(part[0], ":") || part[4] == "" {
		return d, nil, errRaw
	}
	for i, m := range []struct {
		text string
		to   *version
	}{{part[0][1:], &d.old}, {part[1], &d.new}} {
		mode, err := strconv.ParseUint(m.text, 8, 32)
		if err != nil {
			return d, nil, errRaw
		}
		if mode != 0 {
			*m.to = version{uint32(mode), part[2+i]}
		}
	}
	d.status = part[4][0]
	path, rest, ok := bytes.Cut(rest, []byte{0})
	d.from, d.path = string(path), string(path)
	if ok && (d.status == 'R' || d.status == 'C') {
		path, rest, ok = bytes.Cut(rest, []byte{0})
		d.path = string(path)
	}
	if !ok || d.from == "" || d.path == "" {
		return d, nil, errRaw
	}
	return d, rest, nil
}

// staged returns how the index differs from the base.
func (c *comparison) staged() ([]pair, error) {
	tree := c.change.Base.Commit
	if tree == "" {
		tree = c.emptyTree()
	}
	out, err := c.repo.Output(c.ctx, "diff-index", "--cached", "--raw", "-z", "-r", "--no-renames", "--no-abbrev", "--ignore-submodules=none", tree, "--")
	if err != nil {
		return nil, err
	}
	var pairs []pair
	for len(out) > 0 {
		var d difference
		if d, out, err = parseRaw(out); err != nil {
			return nil, err
		}
		pairs = append(pairs, pair{path: d.path, old: d.old, new: d.new, conflict: d.status == 'U'})
	}
	return pairs, nil
}

// emptyTree returns the ID of the tree without entries, which git knows without an object.
func (c *comparison) emptyTree() string {
	if format, err := c.git("rev-parse", "--show-object-format"); err == nil && strings.TrimSpace(format) == "sha256" {
		return "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
	}
	return "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
}
