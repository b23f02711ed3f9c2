package walk

// anchor opens the tree of a root when work on its first unit begins and closes it after the last,
// so that thousands of roots do not need thousands of descriptors.
type anchor struct {
	p   *plan
	dir string // absolute path

	// Under p.mu.
	units int  // not finished yet
	tree  tree // nil while closed
}

func (a *anchor) hold() {
	a.p.mu.Lock()
	a.units++
	a.p.mu.Unlock()
}

func (a *anchor) release() {
	a.p.mu.Lock()
	defer a.p.mu.Unlock()
	if a.units--; a.units == 0 && a.tree != nil {
		a.tree.close()
		a.tree = nil
		delete(a.p.open, a)
	}
}

// folder opens the folder at rel for a unit that called hold.
func (a *anchor) folder(rel string) (dir, error) {
	t, err := a.root()
	if err != nil {
		return nil, err
	}
	return t.open(rel)
}

func (a *anchor) root() (tree, error) {
	a.p.mu.Lock()
	defer a.p.mu.Unlock()
	if a.tree != nil {
		return a.tree, nil
	}
	var t tree
	var err error
	if a.p.box != nil {
		t, err = a.p.box.open(a.dir)
	} else {
		t, err = openTree(a.dir, a.p.o.force)
	}
	if err != nil {
		return nil, err
	}
	a.tree = t
	a.p.open[a] = struct{}{}
	return t, nil
}
