//go:build windows

// Command git stands in for Git for Windows under Wine: it runs the git of Linux with paths of Linux, and prints paths as
// Git for Windows does. Wine starts a program of Linux, but says nothing of its end, so the end is read from a file.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() { os.Exit(run()) }

// relay writes the status of the command that follows the name of a file to that file. What rev-parse prints are paths.
const relay = `status=$1; shift
case " $* " in
*" rev-parse "*) "$@" >"$status.out"; code=$?; sed 's,^/,Z:/,' "$status.out" ;;
*) "$@"; code=$? ;;
esac
echo $code >"$status.new" && mv "$status.new" "$status"`

func run() int {
	dir, err := os.MkdirTemp(`Z:\tmp`, "git")
	if err != nil {
		return failed(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	status := dir + `\status`
	args := []string{"sh", "-c", relay, "sh", inLinux(status), "git"}
	for _, a := range os.Args[1:] {
		name, value, isSetting := strings.Cut(a, "=")
		if isSetting {
			a = name + "=" + inLinux(value)
		}
		args = append(args, inLinux(a))
	}
	var env []string
	for _, e := range os.Environ() {
		name, value, _ := strings.Cut(e, "=")
		env = append(env, name+"="+inLinux(value))
	}
	_, err = os.StartProcess(`Z:\bin\sh`, args, &os.ProcAttr{Env: env, Files: []*os.File{os.Stdin, os.Stdout, os.Stderr}})
	if err != nil {
		return failed(err)
	}
	for {
		if text, err := os.ReadFile(status); err == nil {
			code, err := strconv.Atoi(strings.TrimSpace(string(text)))
			if err != nil {
				return failed(err)
			}
			return code
		}
		time.Sleep(2 * time.Millisecond)
	}
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

func failed(err error) int {
	fmt.Fprintln(os.Stderr, "git:", err)
	return 128
}
