package backend

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ugrepArgs returns the arguments that make ugrep print the matching lines of the files that follow, in the form: name,
// NUL, line number, colon, text; and after all files the line ugrepEnd. A single thread reads the files in their order.
func ugrepArgs(expr string, lines int) []string {
	return []string{
		"--binary", "--text", "--with-filename", "--null", "--line-number", "--no-mmap", "--jobs=1", "--color=never",
		"--format-end=" + strings.TrimSuffix(ugrepEnd, "\n") + "%~", "--max-count=" + strconv.Itoa(lines), "--regexp=" + expr, "--",
	}
}

// ugrepEnd starts like no file name that is passed to a program.
const ugrepEnd = "end\n"

// Limits in bytes.
const (
	maxName   = 64 << 10
	maxDigits = 19
)

func readUgrep(from *stream, to *reports) error {
	for {
		first, err := from.r.Peek(1)
		if err != nil {
			return errEnded
		}
		if first[0] == ugrepEnd[0] {
			return readUgrepEnd(from)
		}
		name, err := from.until(0, maxName)
		if err != nil {
			return err
		}
		if !to.isCurrent(name) {
			if err := to.begin(name); err != nil {
				return err
			}
		}
		number, err := readNumber(from)
		if err != nil {
			return err
		}
		text, err := from.until('\n', to.longest)
		if err != nil {
			return err
		}
		if err := to.line(number, noOffset, text); err != nil {
			return err
		}
	}
}

func readUgrepEnd(from *stream) error {
	line, err := from.until('\n', len(ugrepEnd))
	if err != nil {
		return err
	}
	if string(line)+"\n" != ugrepEnd {
		return fmt.Errorf("it prints %s, which is not a line of a file", quoted(line))
	}
	return from.end()
}

// readNumber reads a number without a sign or leading zeros, and the colon after it.
func readNumber(from *stream) (int64, error) {
	digits, err := from.until(':', maxDigits)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != string(digits) {
		return 0, errors.New("it prints an invalid line number: " + quoted(digits))
	}
	return n, nil
}
