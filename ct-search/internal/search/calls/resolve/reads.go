package resolve

// MaxRead bounds the files that are read to follow bindings: those of Go, and
// those of other languages. A Go file counts again when it is read again.
const MaxRead = 40_000

// MaxModule bounds how much of a file is read to follow bindings, in bytes.
const MaxModule = 8 << 20

// Reads counts files that are read.
type Reads struct {
	Read, Most int
	Lacking    bool // what was asked for since it was last set to false is not all there
}

// Left reports whether so many more files may be read.
func (r *Reads) Left(n int) bool { return r.Read+n <= r.Most }

// May is Left, and counts them.
func (r *Reads) May(n int) bool {
	if !r.Left(n) {
		r.Lacking = true
		return false
	}
	r.Read += n
	return true
}

// Lacks notes that something that was asked for is not all there, if it is so.
func (r *Reads) Lacks(so bool) { r.Lacking = r.Lacking || so }
