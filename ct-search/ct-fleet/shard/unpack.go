package shard

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"

	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/klauspost/compress/zstd"
)

// unpack writes the content of an archive into the folder tree of a lease, and compares its digest.
func (o *Opener) unpack(ctx context.Context, s manifest.Shard, l *lease) error {
	in, err := o.source(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	sum := &summed{ctx: ctx, in: in, sum: sha256.New()}
	w, err := newWriter(ctx, sum, l)
	if err != nil {
		return err
	}
	if s.Kind == manifest.Zip {
		err = unpackZip(sum, in, s, l, w)
	} else {
		err = unpackTar(sum, w)
	}
	if closed := w.root.Close(); err == nil {
		err = closed
	}
	switch {
	case errors.Is(err, errFull), ctx.Err() != nil:
		return errors.Join(err, ctx.Err())
	case err == nil || errors.As(err, new(*UnsearchedError)):
	case errors.As(err, new(*scratchError)):
		return err
	default:
		err = reasonf(Corrupt, "%v", err)
	}
	// An archive that is not the one that was listed is called so, whatever else is wrong with it.
	if differs := sum.compare(s.Digest); differs != nil && !isTooLarge(err) {
		return differs
	}
	return err
}

func isTooLarge(err error) bool {
	r, ok := errors.AsType[*UnsearchedError](err)
	return ok && r.Code == TooLarge
}

// summed passes on the bytes of an archive and sums them.
type summed struct {
	ctx context.Context
	in  io.Reader
	sum hash.Hash
	n   int64
}

func (s *summed) Read(p []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, context.Cause(s.ctx)
	}
	n, err := s.in.Read(p)
	s.sum.Write(p[:n])
	s.n += int64(n)
	return n, err
}

// compare reads the rest and returns a reason if the digest is another one.
func (s *summed) compare(want string) error {
	if _, err := io.Copy(io.Discard, s); err != nil {
		return reasonf(Denied, "%v", err)
	}
	if got := manifest.DigestOf(s.sum.Sum(nil)); got != want {
		return reasonf(Changed, "the archive has the digest %s, not that of the manifest; list the corpus again", got)
	}
	return nil
}

// The first bytes of compressed streams (RFC 1952, section 2.3.1; RFC 8878, section 3.1.1).
var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// mostWindow bounds the memory of a decoder of Zstandard, in bytes.
const mostWindow = 64 << 20

// unpackTar writes the entries of a tar archive, which may be compressed.
func unpackTar(in *summed, w *writer) error {
	buffered := bufio.NewReaderSize(in, 64<<10)
	magic, err := buffered.Peek(len(zstdMagic))
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	var stream io.Reader = buffered
	switch {
	case bytes.HasPrefix(magic, gzipMagic):
		z, err := gzip.NewReader(buffered)
		if err != nil {
			return err
		}
		stream = z
	case bytes.HasPrefix(magic, zstdMagic):
		z, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow))
		if err != nil {
			return err
		}
		defer z.Close()
		stream = z
	}
	ending := &ending{in: &inflated{stream: stream, from: in}}
	t := tar.NewReader(ending)
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := w.tarEntry(h, t); err != nil {
			return err
		}
	}
	if ending.zeros < block {
		return errors.New("it has no end: the blocks of zeros after its last entry are missing, so entries may be too")
	}
	end := ending.n
	_, err = io.Copy(io.Discard, ending) // also the checksum of the compressed stream
	if err == nil && ending.zeros < ending.n-end {
		err = errors.New("more follows its end, such as another archive, which would not be searched")
	}
	return err
}

// block is the unit of a tar archive, in bytes. Two of zeros are its end; programs accept one (POSIX, pax).
const block = 512

// ending passes on an archive and counts the bytes that are zero at the end of what was read.
type ending struct {
	in    io.Reader
	n     int64
	zeros int64
}

func (e *ending) Read(p []byte) (int, error) {
	n, err := e.in.Read(p)
	e.n += int64(n)
	if text := bytes.TrimRight(p[:n], "\x00"); len(text) > 0 {
		e.zeros = int64(n - len(text))
	} else {
		e.zeros += int64(n)
	}
	return n, err
}

// The bounds of what bytes of an archive may become for a search, each name of a file counted by itself: ratio times as many,
// beyond the first free.
const (
	mostRatio = 250
	free      = 16 << 20
)

// inflated is a decompressed stream that stops at a bomb, also one that no entry holds.
type inflated struct {
	stream io.Reader
	from   *summed
	out    int64
}

func (b *inflated) Read(p []byte) (int, error) {
	n, err := b.stream.Read(p)
	b.out += int64(n)
	if bomb(b.out, b.from.n) {
		return 0, bombed(b.out, b.from.n)
	}
	return n, err
}

// bomb reports whether so many bytes are too many from an archive of a size.
func bomb(out, in int64) bool { return out > free && out/mostRatio > in }

func bombed(out, in int64) error {
	return reasonf(Refused, "%d bytes of it become %d, more than %d times as many", in, out, mostRatio)
}

// tarEntry writes an entry of a tar archive.
func (w *writer) tarEntry(h *tar.Header, content io.Reader) error {
	switch h.Typeflag {
	case tar.TypeXGlobalHeader: // git archive names the commit there
		return nil
	case tar.TypeReg, tar.TypeGNUSparse:
		return w.file(h.Name, h.Size, h.ModTime, content)
	case tar.TypeDir:
		return w.folder(h.Name)
	case tar.TypeSymlink:
		return w.link(h.Name, h.Linkname)
	case tar.TypeLink:
		return w.hardLink(h.Name, h.Linkname)
	case tar.TypeChar, tar.TypeBlock:
		return refused(h.Name, "is a device")
	case tar.TypeFifo:
		return refused(h.Name, "is a FIFO")
	}
	return refused(h.Name, "has the unknown type %q", string(h.Typeflag))
}

// unpackZip writes the entries of a zip archive, whose directory stands at its end: what is not a file of this machine
// is first copied into the scratch.
func unpackZip(sum *summed, in io.Reader, s manifest.Shard, l *lease, w *writer) error {
	file, local := in.(*os.File)
	if !local {
		copied, err := download(sum, l)
		if err != nil {
			return err
		}
		defer func() { _ = copied.Close() }()
		file = copied
	}
	if err := sum.compare(s.Digest); err != nil { // before anything of it is trusted
		return err
	}
	z, err := zip.NewReader(file, sum.n)
	if err != nil {
		return err
	}
	var out int64 // what the directory says, before anything is unpacked
	for _, f := range z.File {
		if f.UncompressedSize64 > 1<<50 {
			return bombed(1<<50, sum.n)
		}
		if out += int64(f.UncompressedSize64); bomb(out, sum.n) {
			return bombed(out, sum.n)
		}
		if err := w.zipEntry(f); err != nil {
			return err
		}
	}
	return nil
}

// download copies an archive into the folder of a lease, beside the tree.
func download(sum *summed, l *lease) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(l.dir, "archive"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, &scratchError{err}
	}
	if err := copyGrowing(file, sum, l); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// zipEntry writes an entry of a zip archive.
func (w *writer) zipEntry(f *zip.File) error {
	mode := f.Mode()
	switch {
	case mode.IsDir():
		return w.folder(f.Name)
	case mode&os.ModeSymlink != 0:
		if f.UncompressedSize64 > mostTarget {
			return refused(f.Name, "is a link with a target of %d bytes", f.UncompressedSize64)
		}
		in, err := f.Open()
		if err != nil {
			return err
		}
		target, err := io.ReadAll(io.LimitReader(in, mostTarget))
		_ = in.Close()
		if err != nil {
			return err
		}
		return w.link(f.Name, string(target))
	case mode&(os.ModeDevice|os.ModeCharDevice) != 0:
		return refused(f.Name, "is a device")
	case !mode.IsRegular():
		return refused(f.Name, "is neither a file nor a folder nor a link")
	case f.Flags&1 != 0:
		return refused(f.Name, "is encrypted")
	}
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	return w.file(f.Name, int64(f.UncompressedSize64), f.Modified, in)
}
