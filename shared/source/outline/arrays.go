package outline

// maxArrays is how many arrays of tables are counted at a time.
const maxArrays = 1 << 14

// arrays counts the elements of arrays of tables, as far as later headers can refer to them: those
// of an element are forgotten when the next one begins.
type arrays struct {
	root array
	size int
}

// An array is a name in the headers of tables.
type array struct {
	elements int // 0 for what is no array
	below    map[string]*array
}

// path returns the path to the table with a header, and counts it if the header is that of an
// element.
func (a *arrays) path(header []byte, element bool) []byte {
	var path []byte
	at := &a.root
	for len(header) > 0 {
		var name string
		name, header = firstName(header)
		path = appendName(path, name)
		at = a.find(at, name, element)
		switch {
		case at == nil:
		case len(header) == 0 && element:
			a.size -= at.forget()
			path = appendIndex(path, at.elements)
			at.elements++
		case at.elements > 0:
			path = appendIndex(path, at.elements-1)
		}
	}
	return path
}

// find returns what is known of a name below at, and makes it known if that is wanted.
func (a *arrays) find(at *array, name string, wanted bool) *array {
	if at == nil {
		return nil
	}
	found := at.below[name]
	if found != nil || !wanted || a.size == maxArrays {
		return found
	}
	if at.below == nil {
		at.below = map[string]*array{}
	}
	found = &array{}
	at.below[name] = found
	a.size++
	return found
}

// forget drops all below a and returns how many that were.
func (a *array) forget() (n int) {
	for _, b := range a.below {
		n += 1 + b.forget()
	}
	a.below = nil
	return n
}
