// Command git stands in for Git for Windows under Wine: it runs the git of Linux with paths of Linux, and prints paths as
// Git for Windows does. Wine can start a program of Linux, but gives it none of its pipes and says nothing of its end. So
// the same program, built for Linux as git-relay, runs git, and the two speak through sockets.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

func main() {
	code, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "git:", err)
		code = 128
	}
	os.Exit(code)
}

func run() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	args := []string{"git-relay", listener.Addr().String()}
	for _, a := range os.Args[1:] {
		if name, value, isSetting := strings.Cut(a, "="); isSetting {
			a = name + "=" + inLinux(value)
		}
		args = append(args, inLinux(a))
	}
	var env []string
	for _, e := range os.Environ() {
		name, value, _ := strings.Cut(e, "=")
		env = append(env, name+"="+inLinux(value))
	}
	_, err = os.StartProcess(filepath.Join(filepath.Dir(self), "git-relay"), args, &os.ProcAttr{Env: env, Files: []*os.File{nil, nil, nil}})
	if err != nil {
		return 0, err
	}
	streams := make([]net.Conn, 0, 3)
	for range cap(streams) {
		c, err := listener.Accept()
		if err != nil {
			return 0, err
		}
		streams = append(streams, c)
	}
	return relayed(streams[0], streams[1], streams[2], slices.Contains(args, "rev-parse"))
}

// relayed passes the standard streams on and returns git's status, which in brings at the end.
func relayed(in, out, failures net.Conn, paths bool) (int, error) {
	go func() {
		_, _ = io.Copy(in, os.Stdin)
		if half, ok := in.(*net.TCPConn); ok {
			_ = half.CloseWrite()
		}
	}()
	failed := make(chan error, 1)
	go func() {
		_, err := io.Copy(os.Stderr, failures)
		failed <- err
	}()
	var err error
	if paths {
		var text []byte
		if text, err = io.ReadAll(out); err == nil {
			_, err = os.Stdout.Write(inWindows(text))
		}
	} else {
		_, err = io.Copy(os.Stdout, out)
	}
	if err = errors.Join(err, <-failed); err != nil {
		return 0, err
	}
	status, err := io.ReadAll(in)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(status))
}

// inWindows adds to lines that are absolute paths the drive that has them.
func inWindows(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	for i, line := range lines {
		if bytes.HasPrefix(line, []byte("/")) {
			lines[i] = slices.Concat([]byte("Z:"), line)
		}
	}
	return slices.Concat(lines...)
}

// inLinux returns a path of drive Z:, or the null device, as Linux has it, and other texts unchanged.
func inLinux(text string) string {
	switch {
	case text == "NUL":
		return "/dev/null"
	case len(text) > 2 && strings.EqualFold(text[:2], "z:") && (text[2] == '\\' || text[2] == '/'):
		return strings.ReplaceAll(text[2:], `\`, "/")
	}
	return text
}
