package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// noise is what a survey always excludes, as listed in its help.
const noise = ".git target node_modules vendor dist build coverage generated scratch tmp *.log *.jsonl *.xml *.min.js *.map"

// survey returns a command line of ct-survey that compares terms.
func survey(terms []string) []string {
	return append(list("ct-survey", "--no-config"), each("--term", terms)...)
}

// sumsOf returns a check of a survey of terms: for each term it must count as many lines and files as ripgrep, which is
// run for one term after the other and without the noise that a survey excludes.
func sumsOf(terms []string) func(p programs, dir string) error {
	return func(p programs, dir string) error {
		run, err := p.start(dir, append(survey(terms), "--json"))
		if err != nil {
			return err
		}
		var ours struct {
			Survey struct {
				Overall []struct {
					Term           string
					Matches, Files int64
				}
			}
		}
		err = json.NewDecoder(run.stdout).Decode(&ours)
		_, rest := io.Copy(io.Discard, run.stdout)
		if err := errors.Join(err, rest, run.wait()); err != nil {
			return err
		}
		if len(ours.Survey.Overall) != len(terms) {
			return fmt.Errorf("results differ: ct-survey reports %d terms of %d", len(ours.Survey.Overall), len(terms))
		}
		for _, row := range ours.Survey.Overall {
			lines, files, err := p.sums(dir, row.Term)
			if err != nil {
				return err
			}
			if lines != row.Matches || files != row.Files {
				return fmt.Errorf("results differ in %s: ours %d lines in %d files, theirs %d in %d", row.Term, row.Matches, row.Files, lines, files)
			}
		}
		return nil
	}
}

// sums returns the number of lines and files that contain a text, as ripgrep counts them.
func (p programs) sums(dir, text string) (lines, files int64, err error) {
	words := ripgrep("-c", "-F", "-e", text)
	for g := range strings.FieldsSeq(noise) {
		words = append(words, "-g", "!"+g)
	}
	run, err := p.start(dir, append(words, "."))
	if err != nil {
		return 0, 0, err
	}
	in := bufio.NewScanner(run.stdout)
	for in.Scan() {
		n, err := strconv.ParseInt(in.Text()[strings.LastIndexByte(in.Text(), ':')+1:], 10, 64)
		if err != nil {
			return 0, 0, errors.Join(err, run.stop(false))
		}
		lines += n
		files++
	}
	return lines, files, errors.Join(in.Err(), run.wait())
}
