package resolve

// A Place is a definition by its file and its qualified name, or the byte where its name begins.
type Place struct {
	Path, Qual string
	At         int
}

// An Index has the definitions that calls may be bound to.
type Index struct {
	Name        string // of them all
	Definitions []*Definition
	ByPlace     map[Place]*Definition
	ByQual      map[Place][]*Definition // at 0: by path and qualified name
	Wanted      map[*Definition]bool    // of a dotted symbol: those that it means
	Dotted      bool                    // the symbol is one
}

// NewIndex returns the index of definitions of a name.
func NewIndex(name string, definitions []*Definition) *Index {
	x := &Index{Name: name, Definitions: definitions, ByPlace: map[Place]*Definition{}, ByQual: map[Place][]*Definition{}, Wanted: map[*Definition]bool{}}
	for _, t := range definitions {
		x.ByPlace[Place{Path: t.Path, At: t.Start}] = t
		at := Place{Path: t.Path, Qual: t.Qualname()}
		x.ByQual[at] = append(x.ByQual[at], t)
	}
	return x
}

// Want makes a definition one of those that are asked for.
func (x *Index) Want(t *Definition) { x.Wanted[t], t.Wanted = true, true }

// Rivals counts the members of types that a call by a receiver could mean.
func (x *Index) Rivals() int {
	n := 0
	for _, t := range x.Definitions {
		if t.Owner != "" && !t.Value {
			n++
		}
	}
	return n
}

// Here returns the definition of a qualified name in a file, if it is one of the symbol's name.
func (x *Index) Here(file, qual string) *Definition {
	if all := x.ByQual[Place{Path: file, Qual: qual}]; len(all) > 0 {
		return all[0]
	}
	return nil
}

// Lone returns the only definition that a call by a receiver can mean, if there is only one.
func (x *Index) Lone(member bool) *Definition {
	return x.LoneOf(member, func(*Definition) bool { return true })
}

// LoneOf is Lone among those that fit.
func (x *Index) LoneOf(member bool, fits func(*Definition) bool) *Definition {
	var only *Definition
	for _, t := range x.Definitions {
		if (t.Owner != "" || t.Language == "go" && !t.OfPackage()) != member || !fits(t) {
			continue
		}
		if only != nil {
			return nil
		}
		only = t
	}
	return only
}
