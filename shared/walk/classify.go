package walk

import (
	"errors"
	"io"
	"path/filepath"
	"slices"

	"github.com/ct-tools/ct/shared/ledger"
)

// lister lists folders for one worker. It reuses its buffers from one folder to the next.
type lister struct {
	p       *plan
	listing *listing
	matcher ruleMatcher
	path    []byte // printed path of an entry
	text    []byte // of an ignore file
	parts   []part
	missing unread // ignore files of the folder
}

func newLister(p *plan) *lister {
	l, _ := listings.Get().(*listing)
	return &lister{p: p, listing: l}
}

// close returns the listing to the pool. Nothing of it is used then.
func (s *lister) close() {
	listings.Put(s.listing)
	s.listing = nil
}

// part is a range of a folder's entries in path order: a batch to visit or a folder to enter.
type part struct {
	from, to int  // entries of a batch; a folder to enter is at from
	enter    bool // enter the folder at from
	kid      *place
}

// nothing forgets the folder that was listed before.
func (s *lister) nothing() {
	s.listing.reset()
	s.missing = s.missing[:0]
}

// list lists f, and classifies and sorts its entries. Those read before an error of the file system are kept.
func (s *lister) list(f *folder, d dir) error {
	s.nothing()
	l := s.listing
	err := d.list(l)
	if hook := s.p.o.force.afterList; hook != nil {
		hook(f.printed())
	}
	if !s.p.o.NoIgnore {
		s.readRules(f, d)
	}
	s.matcher.enter(f.rules, f.path)
	kept := l.entries[:0]
	for i := range l.entries {
		if e := &l.entries[i]; s.wanted(f, e) && s.classify(f, d, e) {
			kept = append(kept, *e)
		}
	}
	l.entries = kept
	l.sort()
	return err
}

// readRules adds the ignore files in f to its rules. At the top folder of a repository git's rules start from scratch.
func (s *lister) readRules(f *folder, d dir) {
	l := s.listing
	if l.git >= 0 && len(f.path) >= len(f.root.stem) {
		dir := f.full()
		if gitDir, ok := s.p.git.gitDir(dir, &s.missing); ok {
			f.rules.git = s.p.git.inside(f.path, dir, gitDir, &s.missing)
		}
	}
	f.rules.git = under(f.rules.git, s.ignoreFile(f, d, l.gitignore), f.path)
	if !s.p.o.GitOnly {
		f.rules.own = under(f.rules.own, s.ignoreFile(f, d, l.ignore), f.path)
	}
	f.rules.lack(s.missing)
	s.missing = slices.DeleteFunc(s.missing, func(e ledger.Entry) bool { return slices.Contains(s.p.missing, e) }) // already in the ledger
}

// maxIgnoreFile is the size in bytes above which an ignore file counts as unreadable. Git's limit is 100 MB.
const maxIgnoreFile = 1 << 20

var errTooLarge = errors.New("larger than 1048576 bytes") // maxIgnoreFile

// ignoreFile parses the ignore file at index i of the listing. A symbolic link is not followed, as in git.
func (s *lister) ignoreFile(f *folder, d dir, i int) *patterns {
	if i < 0 {
		return nil
	}
	e := &s.listing.entries[i]
	if k := s.kindOf(d, e); k != file && k != untyped {
		return nil
	}
	var rules *patterns
	var err error
	if e.kind == untyped { // its kind is not known because this fails
		_, err = d.stat(s.listing.name(e), false)
	} else if s.text, err = readIgnore(d, s.listing.name(e), s.text[:0]); err == nil {
		rules, err = parseIgnore(s.text, s.p.o.stop)
	}
	if cap(s.text) > manyBytes {
		s.text = nil
	}
	if err != nil {
		s.missing.add(filepath.Join(f.full(), string(s.listing.name(e))), err)
		e.why = ledger.Unreadable
		return nil
	}
	return rules
}

// readIgnore appends the text of the ignore file with that name to text.
func readIgnore(d dir, name, text []byte) ([]byte, error) {
	var r Reader
	if err := d.openFile(name, false, &r); err != nil {
		return text, err
	}
	defer func() { _ = r.Close() }() // it was only read
	for {
		if len(text) == cap(text) {
			text = append(text, make([]byte, max(4096, len(text)))...)[:len(text)]
		}
		n, err := r.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case len(text) > maxIgnoreFile:
			return text, errTooLarge
		case errors.Is(err, io.EOF):
			return text, nil
		case err != nil:
			return text, err
		}
	}
}

// kindOf returns the kind of e. It asks the file system if the listing does not say; if that fails e stays untyped.
func (s *lister) kindOf(d dir, e *entry) kind {
	if e.kind == untyped {
		if info, err := d.stat(s.listing.name(e), false); err == nil {
			e.kind = info.kind
		}
	}
	return e.kind
}

// wanted reports whether an entry is one of Options.Only or leads to one.
func (s *lister) wanted(f *folder, e *entry) bool {
	if s.p.only == nil {
		return true
	}
	s.path = f.appendPath(s.path[:0], s.listing.name(e))
	return s.p.only[string(s.path)]
}

// classify decides about one entry by its name and kind. It reports whether the entry belongs in the ledger.
func (s *lister) classify(f *folder, d dir, e *entry) bool {
	name := s.listing.name(e)
	hidden, r := s.rule(f, d, e)
	if hidden && (!s.shows(f, d, e) || string(name) == ".git") {
		if e.why == ledger.Unreadable {
			return false // the ledger has it as an ignore file
		}
		e.why, e.fate.unsure = ledger.Hidden, f.rules.ownUnread && string(name) != ".git"
		if f.place != nil {
			s.kindOf(d, e)
		}
		return true
	}
	k := s.kindOf(d, e)
	isDir := k == folderKind
	path := func() []byte {
		s.path = f.appendPath(s.path[:0], name)
		return s.path
	}
	if s.p.o.LeftOut {
		e.left = f.left || hidden || r.ignored
		r.ignored = false
		if !isDir && !e.left {
			return false
		}
	}
	switch {
	case r.ignored:
		e.why, e.fate = ledger.Ignored, fate{f.rules.unread, r.outer}
	case s.p.exclude != nil && s.p.exclude.match(name, isDir, path):
		e.why = ledger.Excluded
	case isDir:
		e.why = s.p.tooDeep(f)
	case k == file && s.p.types&File == 0:
		return false
	default:
		e.why = s.scope(k, name, path)
	}
	return true
}

// shows reports whether a hidden entry is not left out for that.
func (s *lister) shows(f *folder, d dir, e *entry) bool {
	return s.p.o.Hidden || s.p.o.LeftOut || f.root != nil && f.root.hidden && s.kindOf(d, e) == folderKind
}

// tooDeep returns why a folder in f is not entered.
func (p *plan) tooDeep(f *folder) ledger.Reason {
	if p.o.MaxDepth > 0 && f.depth >= p.o.MaxDepth {
		return ledger.MaxDepth
	}
	return ledger.None
}

// rule reports whether an entry is hidden, and returns what rules say about it unless it is left out for that.
func (s *lister) rule(f *folder, d dir, e *entry) (hidden bool, r decision) {
	name := s.listing.name(e)
	if hidden = name[0] == '.'; hidden && (string(name) == ".git" || !s.shows(f, d, e) && f.rules.own == nil) {
		return true, r
	}
	r = s.matcher.rule(name, s.kindOf(d, e) == folderKind)
	return hidden && !r.shown, r
}

// scope returns why an entry that is not a folder and that no rule excludes is skipped.
func (s *lister) scope(k kind, name []byte, path func() []byte) ledger.Reason {
	switch {
	case k == special:
		return ledger.Special
	case k == link && !s.p.o.Follow && s.p.types&Link == 0:
		return ledger.Symlink
	case s.p.include != nil && !s.p.include.match(name, false, path), s.p.narrow != nil && !s.p.narrow.match(name, false, path),
		s.p.without != nil && s.p.without.match(name, false, path):
		return ledger.Excluded
	}
	return ledger.None
}

// divide splits f's entries into parts of at most batch entries. Each named root in f is a part of its own.
func (s *lister) divide(f *folder, batch int) []part {
	s.parts = s.parts[:0]
	var kids []*place
	if f.place != nil {
		kids = f.place.kids
	}
	from := 0
	for i := range s.listing.entries {
		e := &s.listing.entries[i]
		name := s.listing.name(e)
		for len(kids) > 0 && kids[0].name < asString(name) {
			s.batches(from, i, batch)
			from = i
			s.parts = append(s.parts, part{kid: kids[0]})
			kids = kids[1:]
		}
		var kid *place
		if len(kids) > 0 && kids[0].name == asString(name) {
			kid, kids = kids[0], kids[1:]
		}
		enter := e.kind == folderKind && e.why == ledger.None
		if kid == nil && !enter {
			continue
		}
		end := i // the folder itself is not visited
		switch {
		case kid != nil && kid.root != nil:
			// A named root is walked as a root whatever rules say. It may still be visited as an entry as well.
			if enter && s.p.types&Dir != 0 {
				end = i + 1
			}
			enter = false
		case s.p.types&Dir != 0 || !enter:
			end = i + 1
		}
		s.batches(from, end, batch)
		from = i + 1
		s.parts = append(s.parts, part{from: i, enter: enter, kid: kid})
	}
	s.batches(from, len(s.listing.entries), batch)
	for _, kid := range kids {
		s.parts = append(s.parts, part{kid: kid})
	}
	return s.parts
}

// batches adds the entries [from, to) in batches.
func (s *lister) batches(from, to, batch int) {
	for ; from < to; from += batch {
		s.parts = append(s.parts, part{from: from, to: min(to, from+batch)})
	}
}
