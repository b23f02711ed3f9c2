package backend

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// errEnded means that the output of a program ends in the middle.
var errEnded = errors.New("its output ends early")

// Limits of what a program prints, in bytes.
const (
	maxOutput     = 16 << 30 // of one run; the time limits allow less
	maxHead       = 4 << 10  // kept of its version and of its error messages
	maxComplaints = 1 << 20  // a program that prints more is out of order
)

// stream is the output of a program.
type stream struct {
	r    *bufio.Reader
	left int64
	long []byte // a text that is longer than r's buffer
}

func newStream(r io.Reader) *stream {
	return &stream{r: bufio.NewReaderSize(r, 64<<10), left: maxOutput}
}

// until returns the bytes before the next byte end, which it consumes too. They are valid until the next call. It is an
// error if they are more than limit bytes; the error is errEnded if the output ends first.
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

// begin returns the start of the text that until has read.
func (s *stream) begin(part []byte) []byte {
	if len(s.long) > 0 {
		part = s.long
	}
	return part[:min(len(part), maxQuoted)]
}

// end returns an error unless the output ends here.
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

// head keeps the start of what is written to it.
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

// drain reads a whole stream and keeps its start.
func (h *head) drain(s *stream) error {
	if _, err := io.Copy(h, s.r); err != nil {
		return fmt.Errorf("it prints more than %d KiB", maxComplaints>>10)
	}
	return nil
}

// Limits of what an error repeats of a program's output, in bytes.
const (
	maxComplaint = 300
	maxQuoted    = 60
)

// line returns the text as one printable line.
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
