package toon

import "slices"

// field is a column of a table, or a group of columns whose values are in objects of the same shape.
type field struct {
	name  string
	inner []field // nil for a column
}

// table returns the fields that all rows have in common. The rows must be objects with the same keys, in any order, and
// for each key the values must all be scalars or all be such objects again (§9.3). The order is that of the first row.
func table(rows []*node) (fields []field, ok bool) {
	if len(rows) == 0 || slices.ContainsFunc(rows, func(r *node) bool { return r.kind != object || len(r.keys) == 0 }) {
		return nil, false
	}
	column := make([]*node, len(rows))
	for _, key := range rows[0].keys {
		for i, row := range rows {
			if column[i] = row.member(key, len(fields)); column[i] == nil || len(row.keys) != len(rows[0].keys) {
				return nil, false
			}
		}
		f := field{name: key}
		if !allScalar(column) {
			if f.inner, ok = table(column); !ok {
				return nil, false
			}
		}
		fields = append(fields, f)
	}
	return fields, true
}

// entries returns the fields of an object whose members are the rows of a table. There must be at least two (§9.5).
func (n *node) entries() (fields []field, ok bool) {
	if n.kind != object || len(n.items) < 2 {
		return nil, false
	}
	return table(n.items)
}

// leaves appends the cells of a row to dst.
func leaves(dst []*node, row *node, fields []field) []*node {
	for i, f := range fields {
		value := row.member(f.name, i)
		if f.inner == nil {
			dst = append(dst, value)
		} else {
			dst = leaves(dst, value, f.inner)
		}
	}
	return dst
}

func allScalar(nodes []*node) bool {
	return !slices.ContainsFunc(nodes, func(n *node) bool { return n.kind != scalar })
}
