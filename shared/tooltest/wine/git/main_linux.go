// Command git stands in for Git for Windows under Wine: a program of Windows passes on what it is asked to one of Linux,
// which runs git.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: git-relay ADDRESS ARG…")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "git-relay:", err)
		os.Exit(1)
	}
}

// run runs git with its streams connected to an address, and sends its status at the end.
func run(address string, args []string) error {
	var streams [3]net.Conn
	for i := range streams {
		c, err := net.Dial("tcp", address)
		if err != nil {
			return err
		}
		streams[i] = c
	}
	git := exec.Command("git", args...)
	in, err := git.StdinPipe()
	if err != nil {
		return err
	}
	git.Stdout, git.Stderr = streams[1], streams[2]
	if err = git.Start(); err == nil {
		go func() {
			_, _ = io.Copy(in, streams[0])
			_ = in.Close()
		}()
		err = git.Wait()
	}
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		_, _ = fmt.Fprintln(streams[2], "fatal:", err)
	}
	code := 128
	if git.ProcessState != nil {
		code = git.ProcessState.ExitCode()
	}
	_, err = streams[0].Write([]byte(strconv.Itoa(code)))
	for _, c := range streams {
		_ = c.Close()
	}
	return err
}
