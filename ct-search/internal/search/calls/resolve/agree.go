package resolve

import (
	"strings"
)

// Agrees judges a call whose binding is not seen: where the tree has one
// definition that it can mean by how it is written, the name agrees.
// That a type of the file is the only one with a method says something if ownFile is set.
func Agrees(x *Index, site *Site, fits func(*Definition) bool, ownFile bool, why string) Resolution {
	c := &site.Callee
	member := len(c.Rest) > 0
	t := x.LoneOf(member, func(t *Definition) bool {
		return (member || !t.Nested) && fits(t)
	})
	switch {
	case t == nil || t.Language != site.Language:
		return Open("%s", why)
	case t.Renames:
		return Open("%s; the macro %s:%d gives it another name", why, t.Path, t.Line)
	case !member:
		return Bound(t, Med, "%s; the tree defines it once", why)
	}
	last := t.Owner[strings.LastIndexByte(t.Owner, '.')+1:]
	switch {
	case c.Before != "" && strings.EqualFold(strings.ReplaceAll(c.Before, "_", ""), last):
		return Bound(t, Med, "%s; the receiver is named like %s, and the tree defines its %s once", why, last, site.Word)
	case ownFile && t.Path == site.Path:
		return Bound(t, Med, "%s; of all types of the tree only %s, in this file, defines %s", why, last, site.Word)
	}
	return Open("%s", why)
}

// Receiver says what is known of the receiver of a call.
func Receiver(c *Callee) string {
	if len(c.Rest) == 0 {
		return "nothing in this file binds it"
	}
	switch c.Roots[0].Origin {
	case Unbound:
		return "nothing in this file binds its receiver"
	case Parameter:
		return "its receiver is a parameter"
	case Local:
		return "its receiver is a variable"
	}
	return "its receiver is not known"
}

// Shared returns how many parts, from the end on, the names of a module and the path of a file have in common.
func Shared(module, file []string) int {
	n := 0
	for n < len(module) && n < len(file) && module[len(module)-1-n] == file[len(file)-1-n] {
		n++
	}
	return n
}

// IsRoot reports whether modules may begin in a folder: in the one that paths begin in, and in folders of sources.
func IsRoot(folder []string) bool { return len(folder) == 0 || begins(folder[len(folder)-1]) }

// begins reports whether modules begin in folders of a name.
func begins(name string) bool {
	switch name {
	case ".", "src", "lib", "lua", "include", "source", "sources", "Sources":
		return true
	}
	return false
}
