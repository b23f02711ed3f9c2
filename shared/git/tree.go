package git

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Kind is what an entry of a tree is.
type Kind uint8

// The kinds of entries.
const (
	File Kind = iota
	Folder
	Link
	Submodule
)

// An Entry is an entry of a tree.
type Entry struct {
	Name string
	Kind Kind
	id   string // its bytes
}

// ID returns the ID of the blob, the tree, or a submodule's commit, in hexadecimal digits.
func (e *Entry) ID() string { return hex.EncodeToString([]byte(e.id)) }

// mostTree limits the bytes of a tree object.
const mostTree = 256 << 20

var errTree = errors.New("the tree is not as git writes it")

// Tree returns the entries of a tree, in git's order.
func (o *Objects) Tree(id string) ([]Entry, error) {
	b, text, err := o.Read(id, mostTree)
	if err != nil {
		return nil, err
	}
	if b.Type != "tree" {
		return nil, fmt.Errorf("%s is a %s, not a tree", id, b.Type)
	}
	return parseTree(string(text), len(b.ID)/2)
}

// parseTree reads the entries of a tree object, "MODE NAME\0ID" each, with IDs of size bytes.
func parseTree(text string, size int) ([]Entry, error) {
	entries := make([]Entry, 0, strings.Count(text, "\x00")) // too many if IDs have zero bytes, which few have
	for text != "" {
		mode, rest, ok := strings.Cut(text, " ")
		name, id, ended := strings.Cut(rest, "\x00")
		if !ok || !ended || len(id) < size || !fit(name) {
			return nil, errTree
		}
		bits, err := strconv.ParseUint(mode, 8, 32)
		if err != nil {
			return nil, errTree
		}
		e := Entry{Name: name, id: id[:size]} // parts of the text, which so is kept once
		switch bits & 0o170000 {
		case 0o040000:
			e.Kind = Folder
		case 0o120000:
			e.Kind = Link
		case 0o160000:
			e.Kind = Submodule
		case 0o100000:
		default:
			return nil, errTree
		}
		entries = append(entries, e)
		text = id[size:]
	}
	return entries, nil
}

// fit reports whether a name can be that of an entry: a hostile tree may have others.
func fit(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.Contains(s, "/")
}

// A Commit is what a revision names.
type Commit struct {
	ID   string // "" if the revision names a tree
	Tree string // ID of its tree
}

// mostCommit limits the bytes of a commit object.
const mostCommit = 1 << 20

// Commit returns the commit, or the tree, that a revision names.
func (o *Objects) Commit(revision string) (Commit, error) {
	if revision == "" || strings.HasPrefix(revision, "-") {
		return Commit{}, fmt.Errorf("%s: %w", revision, ErrUnknown)
	}
	b, text, err := o.Read(revision+"^{commit}", mostCommit)
	if errors.Is(err, ErrUnknown) {
		if t, _, asTree := o.Read(revision+"^{tree}", mostTree); asTree == nil {
			return Commit{Tree: t.ID}, nil
		}
		b, text, err = o.named(revision)
	}
	if err == nil && b.Type == "tree" {
		return Commit{Tree: b.ID}, nil
	}
	if err != nil {
		return Commit{}, fmt.Errorf("%s: %w", revision, err)
	}
	for line := range bytes.Lines(text) {
		if tree, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "tree "); ok && isID(tree) {
			return Commit{b.ID, tree}, nil
		}
	}
	return Commit{}, fmt.Errorf("%s: commit %s names no tree", revision, b.ID)
}

// named returns the commit or tree whose name cannot be followed by ^{commit}, which would be part of a path or a text:
// HEAD:src, :/subject. The error says what else has the name.
func (o *Objects) named(revision string) (*Blob, []byte, error) {
	b, err := o.Open(revision)
	if err != nil {
		return nil, nil, err
	}
	defer b.Close()
	most := int64(mostCommit)
	switch b.Type {
	case "commit":
	case "tree":
		most = mostTree
	default:
		return nil, nil, fmt.Errorf("%w: it names a %s, not a commit or tree", ErrUnknown, b.Type)
	}
	if b.Size > most {
		return nil, nil, fmt.Errorf("object %s has %d bytes, more than %d", b.ID, b.Size, most)
	}
	text := make([]byte, b.Size)
	_, err = io.ReadFull(b, text)
	return b, text, err
}
