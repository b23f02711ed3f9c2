package calls

import (
	"fmt"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/grep"
)

// unsure is a resolution for which a file was not read: it is never high, and what
// it leaves open is not seen to be another's.
func (m *cache) unsure(v resolve.Resolution) resolve.Resolution {
	why := fmt.Sprintf("not read: more than %d files were asked for", m.files.Most)
	m.ended = true
	switch {
	case v.Conversion:
	case v.Target == nil:
		v.Unread, v.Away, v.Other = true, false, false
		v.Reason = "its package was " + why
	case v.Tier == resolve.High:
		v.Tier = resolve.Med
		v.Reason += "; another package was " + why
	}
	return v
}

// limit says that files were not read.
func (m *cache) limit() []answer.Finding {
	if m.unread == 0 {
		return nil
	}
	var why []string
	if m.ended {
		why = append(why, fmt.Sprintf("more than %d were needed; search fewer folders", m.files.Most))
	}
	if notes := m.space.Notes(); len(notes) > 0 {
		why = append(why, notes[0])
		if len(notes) > 1 {
			why = append(why, fmt.Sprintf("%d more", len(notes)-1))
		}
	}
	text := grep.Plural(m.unread, "call", "calls") + " unresolved, because files that lead to the callee were not read: " + strings.Join(why, ", ")
	return []answer.Finding{answer.Limit("limit", text, m.unread)}
}
