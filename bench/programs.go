package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// suite returns the folders of the programs of this source that rows run.
func suite() []string {
	return list("ct", "ct-search", "ct-search/ct-search-plugins", "ct-spec", "ct-survey", "ct-test")
}

// plain is a small program of Unix, with which ct-test is compared.
const plain = "ls"

// rgName is ripgrep's name in a row's command line.
const rgName = "rg"

// programs are what rows name by the first word of a command line.
type programs struct {
	paths    map[string]string // absolute
	versions map[string]string // the first line of each program's --version
	matchers string            // folder of matchers that searches may name
	goBuild  string            // the release of Go, with experiments, that ct-search was built with
}

// findPrograms finds all programs before anything is measured.
func findPrograms(o options) (programs, error) {
	p := programs{paths: map[string]string{}, versions: map[string]string{}}
	for _, folder := range suite() {
		name := filepath.Base(folder)
		path, err := filepath.Abs(filepath.Join(o.bin, name))
		if err != nil {
			return p, err
		}
		if _, err := os.Stat(path); err != nil {
			return p, fmt.Errorf("%s is not in %s: build it with make, or name the folder with -bin", name, o.bin)
		}
		p.paths[name] = path
	}
	path, err := exec.LookPath(cmp.Or(o.rg, rgName))
	switch {
	case err != nil && o.rg == "":
		return p, errors.New("no rg on PATH: install ripgrep, or name one with RG=PROGRAM")
	case err != nil:
		return p, fmt.Errorf("%s is not a program: name ripgrep with RG=PROGRAM", o.rg)
	}
	if p.paths[rgName], err = filepath.Abs(path); err != nil {
		return p, err
	}
	for name := range p.paths {
		if p.versions[name], err = p.firstLine("", list(name, "--version")); err != nil {
			return p, err
		}
	}
	if p.paths[plain], err = exec.LookPath(plain); err != nil {
		return p, err
	}
	if info, err := buildinfo.ReadFile(p.paths["ct-search"]); err == nil {
		p.goBuild = info.GoVersion
	}
	return p, nil
}

func (p programs) firstLine(dir string, words []string) (string, error) {
	run, err := p.start(dir, words)
	if err != nil {
		return "", err
	}
	out, err := io.ReadAll(run.stdout)
	if err := errors.Join(err, run.wait()); err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line), nil
}

// process is a started program whose output must be read to its end.
type process struct {
	cmd    *exec.Cmd
	stdout io.Reader // a pipe, as when an agent runs the program
	stderr beginning
	name   string
}

// start runs words in dir. The programs see no user's configuration, and their standard input is empty.
func (p programs) start(dir string, words []string) (*process, error) {
	c := &process{cmd: exec.Command(p.paths[words[0]], words[1:]...), name: words[0]}
	c.cmd.Dir, c.cmd.Env, c.cmd.Stderr = dir, append(environment(), "CT_PLUGIN_DIR="+p.matchers), &c.stderr
	var err error
	if c.stdout, err = c.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	return c, nil
}

func environment() []string {
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1", "LANG=C.UTF-8"}
	if race := os.Getenv("GORACE"); race != "" { // for tests that measure programs with the race detector
		env = append(env, "GORACE="+race)
	}
	return env
}

// wait waits for the end of a process whose output was read. Status 1, nothing found, is not an error.
func (c *process) wait() error {
	err := c.cmd.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		if exit.ExitCode() == 1 {
			return nil
		}
		line, _, _ := strings.Cut(string(c.stderr), "\n")
		return fmt.Errorf("%s: %w: %s", c.name, err, line)
	}
	return err
}

// stop ends a process that may have more to print. After its output ended, its failure is the error.
func (c *process) stop(ended bool) error {
	if ended {
		return c.wait()
	}
	_ = c.cmd.Process.Kill() // it may already have ended
	_ = c.cmd.Wait()
	return nil
}

// beginning keeps the first bytes that are written to it.
type beginning []byte

func (b *beginning) Write(p []byte) (int, error) {
	const enough = 400
	*b = append(*b, bytes.ToValidUTF8(p[:min(len(p), max(0, enough-len(*b)))], nil)...)
	return len(p), nil
}
