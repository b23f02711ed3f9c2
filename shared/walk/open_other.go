//go:build !linux

package walk

// openTree opens the folder at an absolute path.
func openTree(dir string, f forced) (tree, error) { return openPathTree(wholePaths{}, dir, f) }

// bind sets s.below: how folders below s are opened.
func (s *sandbox) bind(f forced) error {
	s.bindRoot(f)
	return nil
}
