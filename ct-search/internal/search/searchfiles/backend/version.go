package backend

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// version is the version of a program, as far as it matters.
type version struct{ major, minor int }

func (v version) String() string {
	if v.minor == 0 {
		return strconv.Itoa(v.major)
	}
	return fmt.Sprintf("%d.%d", v.major, v.minor)
}

func (v version) less(w version) bool {
	return v.major < w.major || v.major == w.major && v.minor < w.minor
}

// versionTime limits how long a program may take to print its version.
const versionTime = 10 * time.Second

// version asks the program for its version.
func (b *Backend) version(ctx context.Context) (version, error) {
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	var output head
	status, err := b.run(ctx, b.command("", []string{"--version"}), output.drain)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return version{}, fmt.Errorf("%s does not print its version within %v", b.path, versionTime)
	case err != nil:
		return version{}, err
	}
	v, ok := parseVersion(output.line(), b.kind.project)
	if !ok || status != 0 {
		return version{}, fmt.Errorf("%s is no %s: asked for its version it says %q", b.path, b.kind.project, output.line())
	}
	return v, nil
}

// parseVersion parses "ripgrep 13.0.0 (rev 1)": the name of the program, then at least two numbers.
func parseVersion(line, project string) (v version, ok bool) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != project {
		return v, false
	}
	parts := strings.Split(words[1], ".")
	if len(parts) < 2 {
		return v, false
	}
	major, errMajor := strconv.ParseUint(parts[0], 10, 31)
	minor, errMinor := strconv.ParseUint(parts[1], 10, 31)
	return version{int(major), int(minor)}, errMajor == nil && errMinor == nil
}
