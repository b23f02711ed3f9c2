package change

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
)

var errPatch = errors.New("git prints a patch that is not expected; this version of git is not supported")

// parsePatch reads the output of git diff-tree --raw -z -p -U0: the differences in the raw format, an empty one, and for
// each difference, in their order, its patch (git-diff(1), Generating patch text with -p). A path in a patch has no line
// breaks: git quotes them.
func parsePatch(r io.Reader) ([]File, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	files, err := parseRaws(in)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	p := &patches{in: in}
	if err := p.next(); err != nil {
		return nil, err
	}
	for i := range files {
		n := 1
		if files[i].Status == TypeChange {
			n = 2 // a deletion and an addition
		}
		for range n {
			if err := p.one(&files[i]); err != nil {
				return nil, err
			}
		}
	}
	if !p.over {
		return nil, errPatch
	}
	return files, nil
}

// parseRaws reads the differences in the raw format and what separates them from the patches.
func parseRaws(in *bufio.Reader) ([]File, error) {
	var files []File
	for {
		first, err := in.ReadByte()
		if errors.Is(err, io.EOF) && len(files) == 0 {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if first == 0 && len(files) > 0 {
			return files, nil
		}
		text, err := in.ReadBytes(0)
		paths := 1
		if renames(text) {
			paths = 2
		}
		for text = append([]byte{first}, text...); paths > 0 && err == nil; paths-- {
			var path []byte
			path, err = in.ReadBytes(0)
			text = append(text, path...)
		}
		if err != nil {
			return nil, errPatch
		}
		d, rest, err := parseRaw(text)
		if err != nil || len(rest) > 0 {
			return nil, errPatch
		}
		files = append(files, d.file())
	}
}

// renames reports whether the heading of a difference is followed by two paths.
func renames(heading []byte) bool {
	status := heading[bytes.LastIndexByte(heading, ' ')+1:]
	return len(status) > 1 && (status[0] == 'R' || status[0] == 'C')
}

// file returns the file of a difference, without lines.
func (d *difference) file() File {
	f := File{Path: d.path, Status: Status(d.status), Old: d.old.id, New: d.new.id, OldFile: d.old.kind() == kindFile, NewFile: d.new.kind() == kindFile}
	if d.path != d.from {
		f.From = d.from
	}
	f.Mode = d.old.mode != d.new.mode && d.old.mode != 0 && d.new.mode != 0 && f.Status != TypeChange
	return f
}

// patches reads patches line by line.
type patches struct {
	in   *bufio.Reader
	line string // the beginning of the current line, at least what is needed of it
	over bool   // there is no line any more
}

// mostHeading is how much of a line is kept.
const mostHeading = 256

// next goes to the next line.
func (p *patches) next() error {
	part, err := p.in.ReadSlice('\n')
	if errors.Is(err, io.EOF) && len(part) == 0 {
		p.over, p.line = true, ""
		return nil
	}
	p.line = string(part[:min(len(part), mostHeading)])
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = p.in.ReadSlice('\n')
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return err
}

// skip goes past n lines that begin with a byte.
func (p *patches) skip(n int64, mark byte) error {
	for ; n > 0; n-- {
		if p.over || p.line == "" || p.line[0] != mark {
			return errPatch
		}
		if err := p.next(); err != nil {
			return err
		}
	}
	for strings.HasPrefix(p.line, `\`) { // "\ No newline at end of file"
		if err := p.next(); err != nil {
			return err
		}
	}
	return nil
}

// one reads a patch and adds its lines to a file.
func (p *patches) one(f *File) error {
	if p.over || !strings.HasPrefix(p.line, "diff --git ") {
		return errPatch
	}
	for {
		if err := p.next(); err != nil {
			return err
		}
		if p.over || strings.HasPrefix(p.line, "diff --git ") {
			return nil
		}
		switch {
		case strings.HasPrefix(p.line, "Binary files "):
			f.Binary = true
		case strings.HasPrefix(p.line, "@@ "):
			return p.hunks(f)
		}
	}
}

// hunks reads the hunks of a patch, up to the next patch.
func (p *patches) hunks(f *File) error {
	for strings.HasPrefix(p.line, "@@ ") {
		part := strings.SplitN(p.line, " ", 5)
		if len(part) < 4 || !strings.HasPrefix(part[1], "-") || !strings.HasPrefix(part[2], "+") {
			return errPatch
		}
		removed, ok := parseRange(part[1][1:])
		added, also := parseRange(strings.TrimSpace(part[2][1:]))
		if !ok || !also {
			return errPatch
		}
		if err := p.next(); err != nil {
			return err
		}
		if err := p.skip(removed.count(), '-'); err != nil {
			return err
		}
		if err := p.skip(added.count(), '+'); err != nil {
			return err
		}
		if added.count() == 0 {
			f.Gaps = append(f.Gaps, added.First)
		}
		f.Removed, f.Added = f.Removed.with(removed), f.Added.with(added)
	}
	if !p.over && !strings.HasPrefix(p.line, "diff --git ") {
		return errPatch
	}
	return nil
}

func (r Range) count() int64 { return r.Last - r.First + 1 }

// with returns ranges with one more that has lines, joined with the last one if it follows it at once.
func (r Ranges) with(more Range) Ranges {
	if more.count() == 0 {
		return r
	}
	if n := len(r); n > 0 && r[n-1].Last+1 == more.First {
		r[n-1].Last = more.Last
		return r
	}
	return append(r, more)
}

// parseRange reads "FIRST,COUNT" or "FIRST" of the heading of a hunk. Of no lines, it names the line before.
func parseRange(text string) (Range, bool) {
	const most = 1 << 40
	from, count, counted := strings.Cut(text, ",")
	first, err := strconv.ParseInt(from, 10, 64)
	n := int64(1)
	if counted && err == nil {
		n, err = strconv.ParseInt(count, 10, 64)
	}
	if err != nil || first < 0 || n < 0 || first > most || n > most || n > 0 && first == 0 {
		return Range{}, false
	}
	return Range{first, first + n - 1}, true
}
