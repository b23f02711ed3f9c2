package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/ct-tools/ct/shared/cause"
)

// Limits of an index. Of a larger one nothing is used.
const (
	maxDocument  = 64 << 20 // bytes of a document of the index, and of the file that it is about
	maxDocuments = 1 << 20
	maxPlaces    = 1 << 20 // definitions of the name
)

// The fields of the messages of SCIP that are read one by one, so that memory does not grow with the index.
const (
	indexMetadata  = 1
	indexDocuments = 2
	indexExternal  = 3

	documentPath        = 1
	documentOccurrences = 2
	documentSymbols     = 3
	documentText        = 5
	documentEncoding    = 6
)

// index is an open index and what it says about one name.
type index struct {
	file  *os.File
	path  string // as people know it
	root  string // of the files, absolute
	size  int64
	asOf  time.Time
	query *query

	documents map[string][]section // by absolute path
	kinds     map[string]bool      // the extensions of these
	// definitions has where the symbols with the name are defined, by symbol.
	definitions map[string]definition
	// over has, by symbol, the symbols that a symbol with the name implements or overrides.
	over map[string][]string
}

// section is the part of the index that is one document.
type section struct {
	at   int64
	size int
	hits bool // it has an occurrence of a symbol with the name
}

// definition is a place in a document, as the index has it.
type definition struct {
	path  string // absolute
	place scip.Range
	more  int  // further definitions of the symbol
	apart bool // not all of them are in one file
}

// openIndex opens an index and reads what it says about the name of q.
func openIndex(ctx context.Context, path, shown string, q *query) (*index, error) {
	x := &index{path: shown, query: q, documents: map[string][]section{}, kinds: map[string]bool{}, definitions: map[string]definition{}, over: map[string][]string{}}
	info, err := os.Stat(path) // opening a pipe would wait
	switch {
	case err != nil:
		return nil, x.unusable(err)
	case !info.Mode().IsRegular():
		return nil, x.unusable(errors.New("it is not a file"))
	}
	if x.file, err = os.Open(path); err != nil {
		return nil, x.unusable(err)
	}
	x.size, x.asOf = info.Size(), info.ModTime()
	if err = x.scan(ctx, io.NewSectionReader(x.file, 0, x.size), filepath.Dir(path)); err != nil {
		_ = x.file.Close()
		return nil, x.unusable(err)
	}
	return x, nil
}

// unusable returns the error for an index that cannot be used.
func (x *index) unusable(err error) error {
	return fmt.Errorf("the index %s cannot be used: %w; make it with the indexer of the language (scip-typescript index), or name another, --matcher scip=PATH", x.path, cause.Of(err))
}

// errTruncated is the error for a message that ends before its length says.
var errTruncated = errors.New("it is cut short or damaged, or not an index in the format SCIP")

// scan reads the index once, one part after the other.
func (x *index) scan(ctx context.Context, r io.Reader, folder string) error {
	in := bufio.NewReaderSize(r, 1<<18)
	var buffer []byte
	for at := int64(0); ; {
		field, kind, size, n, err := nextField(in)
		if errors.Is(err, io.EOF) && n == 0 {
			break
		}
		if err != nil {
			return err
		}
		at += int64(n)
		switch {
		case kind != protowire.BytesType || uint64(x.size-at) < size:
			return errTruncated
		case size > maxDocument:
			return fmt.Errorf("a part of it has %d MiB, and %d are the most", size>>20, maxDocument>>20)
		case x.root == "" && field != indexMetadata:
			return errors.New("it does not begin as an index in the format SCIP does")
		case ctx.Err() != nil:
			return ctx.Err()
		}
		if uint64(cap(buffer)) < size {
			buffer = make([]byte, size)
		}
		part := buffer[:size]
		if _, err := io.ReadFull(in, part); err != nil {
			return errTruncated
		}
		if err := x.take(field, part, at, folder); err != nil {
			return err
		}
		at += int64(size)
	}
	if x.root == "" {
		return errors.New("it is empty")
	}
	return nil
}

// nextField reads the tag and the length of a field. n is the number of bytes read.
func nextField(in *bufio.Reader) (field protowire.Number, kind protowire.Type, size uint64, n int, err error) {
	tag, n, err := varint(in, true)
	if err != nil {
		return 0, 0, 0, n, err
	}
	field, kind = protowire.DecodeTag(tag)
	size, m, err := varint(in, false)
	return field, kind, size, n + m, err
}

// varint reads a number. If no byte is left, the error is EOF where the number may be missing, else errTruncated.
func varint(in *bufio.Reader, mayEnd bool) (v uint64, n int, err error) {
	for ; n < binary.MaxVarintLen64; n++ {
		b, err := in.ReadByte()
		switch {
		case err != nil && mayEnd && n == 0:
			return 0, 0, err
		case err != nil:
			return 0, n, errTruncated
		}
		v |= uint64(b&0x7f) << (7 * n)
		if b < 0x80 {
			return v, n + 1, nil
		}
	}
	return 0, n, errTruncated
}

// take reads one part of the index, whose bytes begin at offset at.
func (x *index) take(field protowire.Number, part []byte, at int64, folder string) error {
	switch field {
	case indexMetadata:
		m := &scip.Metadata{}
		if err := proto.Unmarshal(part, m); err != nil {
			return errTruncated
		}
		x.root = rootOf(m.GetProjectRoot(), folder)
		return nil
	case indexDocuments:
		return x.takeDocument(part, at)
	case indexExternal:
		return x.takeSymbol(part)
	}
	return nil // of a later version of SCIP
}

// rootOf returns the folder that the paths of an index are relative to: its project root, or, on a machine that does not
// have it, the folder of the index.
func rootOf(project, folder string) string {
	if u, err := url.Parse(project); err == nil && u.Scheme == "file" {
		root := filepath.FromSlash(u.Path)
		if filepath.VolumeName(u.Path) == "" && len(u.Path) > 2 && u.Path[2] == ':' { // file:///C:/x
			root = filepath.FromSlash(u.Path[1:])
		}
		if info, err := os.Stat(root); err == nil && info.IsDir() && filepath.IsAbs(root) {
			return resolved(root)
		}
	}
	return resolved(folder)
}

// resolved returns a path without links, as far as they can be followed.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// fields calls each for the fields of a message.
func fields(message []byte, each func(field protowire.Number, kind protowire.Type, value []byte) error) error {
	for len(message) > 0 {
		field, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return errTruncated
		}
		message = message[n:]
		n = protowire.ConsumeFieldValue(field, kind, message)
		if n < 0 {
			return errTruncated
		}
		value := message[:n]
		if kind == protowire.BytesType {
			value, _ = protowire.ConsumeBytes(message)
		}
		if err := each(field, kind, value); err != nil {
			return err
		}
		message = message[n:]
	}
	return nil
}

// takeDocument notes where a document is, and what it says about the name.
func (x *index) takeDocument(part []byte, at int64) error {
	of := section{at: at, size: len(part)}
	path := ""
	type found struct {
		symbol string
		place  scip.Range
	}
	var here []found
	err := fields(part, func(field protowire.Number, kind protowire.Type, value []byte) error {
		switch {
		case kind != protowire.BytesType:
		case field == documentPath:
			path = string(value)
		case field == documentOccurrences && bytes.Contains(value, x.query.needle):
			o := &scip.Occurrence{}
			if err := proto.Unmarshal(value, o); err != nil {
				return errTruncated
			}
			if s := x.query.read(o.GetSymbol()); s.named {
				of.hits = true
				if place, ok := o.SourceRange(); ok && scip.SymbolRole_Definition.Matches(o) {
					here = append(here, found{o.GetSymbol(), place})
				}
			}
		case field == documentSymbols:
			return x.takeSymbol(value)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if !filepath.IsLocal(filepath.FromSlash(path)) {
		return nil // its file is not in the tree of the index
	}
	path = filepath.Join(x.root, filepath.FromSlash(path))
	x.documents[path] = append(x.documents[path], of)
	x.kinds[filepath.Ext(path)] = true
	for _, f := range here {
		if scip.IsLocalSymbol(f.symbol) {
			continue
		}
		d, known := x.definitions[f.symbol]
		switch {
		case !known:
			d = definition{path: path, place: f.place}
		case d.path != path || d.place != f.place:
			d.more++
			d.apart = d.apart || d.path != path
		}
		x.definitions[f.symbol] = d
	}
	if len(x.documents) > maxDocuments || len(x.definitions) > maxPlaces {
		return fmt.Errorf("it has more than %d files, or definitions of the name", maxDocuments)
	}
	return nil
}

// takeSymbol notes which symbols one with the name implements or overrides.
func (x *index) takeSymbol(part []byte) error {
	if !bytes.Contains(part, x.query.needle) {
		return nil
	}
	s := &scip.SymbolInformation{}
	if err := proto.Unmarshal(part, s); err != nil {
		return errTruncated
	}
	if len(x.query.chain) == 0 || !x.query.read(s.GetSymbol()).asked {
		return nil
	}
	for _, r := range s.GetRelationships() {
		if r.GetIsImplementation() && len(x.over) < maxPlaces {
			x.over[r.GetSymbol()] = append(x.over[r.GetSymbol()], s.GetSymbol())
		}
	}
	return nil
}

// document reads one document of the index.
func (x *index) document(of section) ([]byte, error) {
	part := make([]byte, of.size)
	if _, err := x.file.ReadAt(part, of.at); err != nil {
		return nil, fmt.Errorf("it changed during the search: %w", err)
	}
	return part, nil
}
