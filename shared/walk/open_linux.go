package walk

// openTree opens the folder at an absolute path.
func openTree(dir string, f forced) (tree, error) {
	if f.portable {
		return openPathTree(wholePaths{}, dir, f)
	}
	return openSysTree(dir, f)
}

// bind sets s.below and s.release: how folders below s are opened and closed.
func (s *sandbox) bind(f forced) error {
	if f.portable {
		s.bindRoot(f)
		return nil
	}
	t, err := openSysTree(s.dir, f)
	if err != nil {
		return err
	}
	s.release = t.close
	s.below = t.below
	return nil
}
