package calls

import (
	"fmt"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/shared/grep"
)

// maxRead bounds the files that are read to follow bindings: those of Go, and
// those of other languages. Of Go one counts again when it is read again.
const maxRead = 40_000

// reads counts files that are read.
type reads struct {
	read, most int
	lacking    bool // what was asked for since it was last set to false is not all there
}

// left reports whether so many more files may be read.
func (r *reads) left(n int) bool { return r.read+n <= r.most }

// may is left, and counts them.
func (r *reads) may(n int) bool {
	if !r.left(n) {
		r.lacking = true
		return false
	}
	r.read += n
	return true
}

// lacks notes that something that was asked for is not all there, if it is so.
func (r *reads) lacks(so bool) { r.lacking = r.lacking || so }

// mayRead reports whether a file may be read, and remembers it if not.
func (m *cache) mayRead(name string) bool {
	if m.may(1) {
		return true
	}
	m.missed[name] = true
	return false
}

// unsure is a resolution for which a file was not read: it is never high, and what
// it leaves open is not seen to be another's.
func (m *cache) unsure(v resolution) resolution {
	why := fmt.Sprintf("not read: more than %d files were asked for", m.most)
	switch {
	case v.conversion:
	case v.target == nil:
		v.unread, v.away, v.other = true, false, false
		v.reason = "its package was " + why
	case v.tier == High:
		v.tier = Med
		v.reason += "; another package was " + why
	}
	return v
}

// limit says that files were not read.
func (m *cache) limit() []answer.Finding {
	if m.unread == 0 {
		return nil
	}
	why := fmt.Sprintf("%s unresolved, because files that lead to the callee were not read: more than %d were needed; search fewer folders",
		grep.Plural(m.unread, "call", "calls"), m.most)
	return []answer.Finding{answer.Limit("limit", why, m.unread)}
}
