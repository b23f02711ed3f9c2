package backend

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// errEnded says that the output of a program ends where it must not.
var errEnded = errors.New("its output ends early")

// Bounds in bytes of what a program prints.
const (
	maxOutput     = 16 << 30 // one run; what there is time for is less
	maxHead       = 4 << 10  // what is kept of its version and its complaints
	maxComplaints = 1 << 20  // one that prints more has lost its way
)

// A stream is the output of a program.
type stream struct {
	r    *bufio.Reader
	left int64
	long []byte // of what is longer than r holds
}

func newStream(r io.Reader) *stream {
	return &stream{r: bufio.NewReaderSize(r, 64<<10), left: maxOutput}
}

// until gives what stands before the next byte end, which is taken too. It is
// valid until the next call. It is an error if that is more than limit bytes, and
// errEnded if the output ends before.
func (s *stream) until(end byte, limit int) ([]byte, error) {
	s.long = s.long[:0]
	for {
		part, err := s.r.ReadSlice(end)
		if s.left -= int64(len(part)); s.left < 0 {
			return nil, fmt.Errorf("it prints more than %d GiB", maxOutput>>30)
		}
		if len(s.long)+len(part) > limit+1 {
			return nil, fmt.Errorf("it prints %q… and more than can be in a line of these files", s.begin(part))
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			s.long = append(s.long, part...)
		case errors.Is(err, io.EOF):
			return nil, errEnded
		case err != nil:
			return nil, err
		case len(s.long) == 0:
			return part[:len(part)-1], nil
		default:
			s.long = append(s.long, part...)
			return s.long[:len(s.long)-1], nil
		}
	}
}

// begin gives the beginning of what until has.
func (s *stream) begin(part []byte) []byte {
	if len(s.long) > 0 {
		part = s.long
	}
	return part[:min(len(part), maxQuoted)]
}

// end takes the end of the output and nothing else.
func (s *stream) end() error {
	switch _, err := s.r.ReadByte(); {
	case err == nil:
		return errors.New("its output goes on after its end")
	case errors.Is(err, io.EOF):
		return nil
	default:
		return err
	}
}

// head keeps the beginning of what is written to it.
type head struct {
	text []byte
	all  int
}

func (h *head) Write(p []byte) (int, error) {
	h.text = append(h.text, p[:min(len(p), maxHead-len(h.text))]...)
	if h.all += len(p); h.all > maxComplaints {
		return 0, errors.New("too much")
	}
	return len(p), nil
}

// drain keeps the head of a stream and reads all of it.
func (h *head) drain(s *stream) error {
	if _, err := io.Copy(h, s.r); err != nil {
		return fmt.Errorf("it prints more than %d KiB", maxComplaints>>10)
	}
	return nil
}

// Bounds in bytes of what a message repeats of a program's words.
const (
	maxComplaint = 300
	maxQuoted    = 60
)

// line gives what there is as one line that can be printed.
func (h *head) line() string {
	text := strings.Join(strings.Fields(string(bytes.ToValidUTF8(h.text, []byte("\uFFFD")))), " ")
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return '\uFFFD'
		}
		return r
	}, text)
	if len(text) > maxComplaint {
		text = strings.ToValidUTF8(text[:maxComplaint], "") + "…"
	}
	return text
}
