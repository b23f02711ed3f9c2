package pycalls

import "slices"

// maxOrder bounds the classes of one order of resolution.
const maxOrder = 200

// order returns a class and those above it in the order in which Python looks for
// members (C3, https://www.python.org/download/releases/2.3/mro/); false where a
// base is not in the tree, or they have no such order.
func (r *Resolver) order(c entity, steps int) ([]entity, bool) {
	if steps <= 0 || c.what != class {
		return nil, false
	}
	var lists [][]entity
	var direct []entity
	for _, b := range r.bases(c, steps) {
		if b.what != class {
			if b.name == "object" {
				continue
			}
			return nil, false
		}
		list, ok := r.order(b, steps-1)
		if !ok {
			return nil, false
		}
		lists, direct = append(lists, list), append(direct, b)
	}
	lists = append(lists, direct)
	order := []entity{c}
	for len(order) <= maxOrder {
		lists = slices.DeleteFunc(lists, func(l []entity) bool { return len(l) == 0 })
		if len(lists) == 0 {
			return order, true
		}
		next, ok := head(lists)
		if !ok {
			break
		}
		order = append(order, next)
		for i := range lists {
			if sameClass(lists[i][0], next) {
				lists[i] = lists[i][1:]
			}
		}
	}
	return nil, false
}

// head returns the first of lists that stands after the first of none of them.
func head(lists [][]entity) (entity, bool) {
	for _, l := range lists {
		if !slices.ContainsFunc(lists, func(other []entity) bool {
			return slices.ContainsFunc(other[1:], func(e entity) bool { return sameClass(e, l[0]) })
		}) {
			return l[0], true
		}
	}
	return entity{}, false
}

func sameClass(a, b entity) bool { return a.mod == b.mod && a.decl == b.decl }

// reached returns the member that an object of a class has by a name; it is not
// sure where the order of the classes above is not known.
func (r *Resolver) reached(c entity, name string) (e entity, sure bool) {
	order, ok := r.order(c, maxSteps)
	if !ok {
		e, _ = r.ofClass(c, name, maxSteps)
		return e, false
	}
	for _, d := range order {
		if e, _ = r.ofClass(entity{what: class, mod: d.mod, decl: d.decl}, name, 1); e.what != nothing {
			return e, true
		}
	}
	return entity{}, true
}
