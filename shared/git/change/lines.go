package change

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/git"
)

// timed is a reader that ends when the context does.
type timed struct {
	io.Reader
	ctx context.Context
}

func (t timed) Read(p []byte) (int, error) {
	if t.ctx.Err() != nil {
		return 0, context.Cause(t.ctx)
	}
	return t.Reader.Read(p)
}

// lines adds to the change the files of pairs, with the lines in which they differ.
func (c *comparison) lines(pairs []pair) error {
	if len(pairs) == 0 {
		return nil
	}
	if c.private == nil {
		like := pairs[0].old.id
		if like == "" {
			like = pairs[0].new.id
		}
		var err error
		if c.private, err = newStore(c.o.Scratch, like); err != nil {
			return err
		}
	}
	if err := c.private.finish(); err != nil {
		return err
	}
	pairs, err := c.available(pairs)
	if err != nil {
		return err
	}
	err = c.compare(pairs, c.o.Text)
	if failed, is := errors.AsType[*git.FailedError](err); is && c.ctx.Err() == nil {
		// An object is there but cannot be read.
		whole := c.legible(pairs)
		if len(whole) == len(pairs) {
			c.unseen("", failed.Error())
			return nil
		}
		err = c.compare(whole, c.o.Text)
	}
	if err != nil {
		return err
	}
	if !c.o.Text {
		return c.byAttribute(pairs)
	}
	return nil
}

// available takes out the pairs whose lines cannot be compared, because an object is missing or too large, and adds them
// to the change as they are.
func (c *comparison) available(pairs []pair) ([]pair, error) {
	sizes := map[string]int64{}
	var ids strings.Builder
	for i := range pairs {
		for _, v := range []version{pairs[i].old, pairs[i].new} {
			if v.mode != 0 && v.kind() != kindGitlink {
				ids.WriteString(v.id + "\n")
				sizes[v.id] = missing
			}
		}
	}
	const format = "--batch-check=%(objectname) %(objectsize)"
	err := c.sizes(sizes, strings.NewReader(ids.String()), "cat-file", format)
	if _, failed := errors.AsType[*git.FailedError](err); failed && c.ctx.Err() == nil {
		// An older git ends at the first object that a partial clone lacks. The objects that it has can still be listed.
		err = c.sizes(sizes, nil, "cat-file", "--batch-all-objects", "--unordered", format)
	}
	if err != nil {
		return nil, err
	}
	wrong := map[string]string{}
	for id, size := range sizes {
		if size == missing {
			wrong[id] = "the object of a version of it is missing in this clone"
		} else if size > MaxFile {
			wrong[id] = fmt.Sprintf("it has %d bytes, more than %d", size, MaxFile)
		}
	}
	return slices.DeleteFunc(pairs, func(p pair) bool {
		why := p.unknown
		for _, v := range []version{p.old, p.new} {
			if v.mode != 0 && v.kind() != kindGitlink && why == "" {
				why = wrong[v.id]
			}
		}
		if why != "" {
			c.add(p, why)
		}
		return why != ""
	}), nil
}

// missing is the size of an object that the clone does not have.
const missing = -1

// sizes enters the sizes of objects. git prints "ID SIZE" for each, or another line if it does not have the object.
func (c *comparison) sizes(sizes map[string]int64, ids io.Reader, args ...string) error {
	from, to := io.Pipe()
	done := make(chan error, 1)
	go func() {
		lines := bufio.NewScanner(from)
		for lines.Scan() {
			id, text, _ := strings.Cut(lines.Text(), " ")
			size, err := strconv.ParseInt(text, 10, 64)
			if _, asked := sizes[id]; asked && err == nil {
				sizes[id] = size
			}
		}
		_ = from.CloseWithError(lines.Err())
		done <- lines.Err()
	}()
	err := c.repo.WithObjects(c.private.dir).Run(c.ctx, ids, to, args...)
	_ = to.Close()
	if wrong := <-done; err == nil {
		err = wrong
	}
	return err
}

// add adds a pair whose lines are unknown.
func (c *comparison) add(p pair, why string) {
	d := difference{old: p.old, new: p.new, status: byte(Modified), from: p.path, path: p.path}
	switch {
	case p.old.mode == 0:
		d.status = byte(Added)
	case p.new.mode == 0:
		d.status = byte(Deleted)
	case p.old.kind() != p.new.kind():
		d.status = byte(TypeChange)
	}
	f := d.file()
	f.Unknown = why
	c.change.Files = append(c.change.Files, f)
}

// legible takes out the pairs with an object that git cannot read, and adds them to the change as they are.
func (c *comparison) legible(pairs []pair) []pair {
	objects := c.repo.WithObjects(c.private.dir).Objects(c.ctx)
	defer objects.Close()
	return slices.DeleteFunc(slices.Clone(pairs), func(p pair) bool {
		for _, v := range []version{p.old, p.new} {
			if v.mode == 0 || v.kind() == kindGitlink {
				continue
			}
			if _, _, err := objects.Read(v.id, MaxFile); err != nil {
				c.add(p, "git cannot read a version of it: "+err.Error())
				return true
			}
		}
		return false
	})
}

// compare finds the lines in which pairs differ.
func (c *comparison) compare(pairs []pair, text bool) error {
	var paths [2][]string
	var versions [2][]version
	for i := range pairs {
		for side, v := range []version{pairs[i].old, pairs[i].new} {
			if v.mode != 0 {
				paths[side], versions[side] = append(paths[side], pairs[i].path), append(versions[side], v)
			}
		}
	}
	var trees [2]string
	for side := range trees {
		var err error
		if trees[side], err = c.private.tree(paths[side], versions[side]); err != nil {
			return err
		}
	}
	if err := c.private.finish(); err != nil {
		return err
	}
	args := []string{
		"diff-tree", "-r", "-M", "--raw", "-p", "-U0", "-z", "--no-abbrev", "--full-index", "--no-ext-diff", "--no-textconv", "--no-color",
		"--diff-algorithm=myers", "--ignore-submodules=none", "--submodule=short", "--src-prefix=a/", "--dst-prefix=b/",
	}
	if text {
		args = append(args, "--text")
	}
	from, to := io.Pipe()
	read := make(chan error, 1)
	var files []File
	go func() {
		var err error
		files, err = parsePatch(from)
		_ = from.CloseWithError(err)
		read <- err
	}()
	err := c.repo.WithObjects(c.private.dir).Run(c.ctx, nil, to, append(args, trees[0], trees[1])...)
	_ = to.CloseWithError(io.EOF)
	if wrong := <-read; err == nil {
		err = wrong
	}
	if err == nil {
		c.change.Files = append(c.change.Files, files...)
	}
	return err
}

// byAttribute finds the lines of files that git takes for binary only because an attribute says so.
func (c *comparison) byAttribute(pairs []pair) error {
	byPath := map[string]*pair{}
	for i := range pairs {
		byPath[pairs[i].path] = &pairs[i]
	}
	objects := c.repo.WithObjects(c.private.dir).Objects(c.ctx)
	defer objects.Close()
	var again []pair
	for i := range c.change.Files {
		f := &c.change.Files[i]
		old, now := byPath[f.OldPath()], byPath[f.Path]
		if !f.Binary || old == nil || now == nil {
			continue
		}
		if isText(objects, old.old) && isText(objects, now.new) {
			again = append(again, pair{path: f.Path, old: old.old, new: now.new})
		}
	}
	if len(again) == 0 {
		return nil
	}
	have := len(c.change.Files)
	if err := c.compare(again, true); err != nil {
		return err
	}
	found := slices.Clone(c.change.Files[have:])
	c.change.Files = c.change.Files[:have]
	for _, as := range found {
		i := slices.IndexFunc(c.change.Files, func(f File) bool { return f.Binary && f.Path == as.Path })
		if i >= 0 {
			f := &c.change.Files[i]
			f.Binary, f.Added, f.Removed, f.Gaps = false, as.Added, as.Removed, as.Gaps
		}
	}
	return nil
}

// head is how many bytes at the beginning of a file decide whether it is text, as in git.
const head = 8000

// isText reports whether a version, if there is one, has no zero byte in its beginning.
func isText(objects *git.Objects, v version) bool {
	if v.mode == 0 {
		return true
	}
	b, err := objects.Open(v.id)
	if err != nil {
		return false
	}
	defer b.Close()
	var text [head]byte
	n, err := readFull(b, text[:])
	return err == nil && bytes.IndexByte(text[:n], 0) < 0
}
