package main

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// pictured is the command whose answer README.md shows as a picture, and picturedFor the release of Go whose source it
// searched.
const (
	pictured    = "ct search ErrUnexpectedEOF bufio io"
	picturedFor = "go1.26"
)

// theme is the colours of a picture.
type theme struct{ name, page, edge, text, faint, place, title string }

// TestDocsPicture draws the answer of a command in Go's own source and compares it with the pictures in README.md. With
// -update it writes them.
func TestDocsPicture(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: the pages' commands are a POSIX shell's")
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	answer := shell(t, tooltest.Bin(t, members...))(pictured)
	for _, colours := range []theme{
		{"light", "#ffffff", "#d0d7de", "#1f2328", "#59636e", "#0969da", "#8250df"},
		{"dark", "#0d1117", "#3d444d", "#f0f6fc", "#9198a1", "#4493f8", "#ab7df8"},
	} {
		got := picture(pictured, answer, colours)
		if err := xml.Unmarshal(got, new(struct{ XMLName xml.Name })); err != nil {
			t.Fatal(err)
		}
		path := "docs/first-answer-" + colours.name + ".svg"
		if !strings.Contains(string(readme), path) || !strings.Contains(string(readme), pictured) {
			t.Errorf("README.md does not show %s, or does not name its command", path)
		}
		have, err := os.ReadFile("../" + path)
		switch {
		case err == nil && bytes.Equal(have, got):
		case flag.Lookup("update").Value.String() == "true":
			if err := os.WriteFile("../"+path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		case err == nil && !strings.HasPrefix(runtime.Version(), picturedFor):
			t.Skipf("skipped: %s shows the source of %s, not of %s", path, picturedFor, runtime.Version())
		default:
			t.Errorf("%s is out of date; run make docs", path)
		}
	}
}

// Measures of a picture, in pixels but for columns.
const (
	columns    = 100
	lineHeight = 19
	charWidth  = 8
	margin     = 18
)

// picture returns an SVG image of a command and its output, as a terminal shows them.
func picture(command, output string, colours theme) []byte {
	rows := []string{row(colours.faint, "$ ") + row(colours.text, command)}
	for line := range strings.Lines(output) {
		colour, parts := colours.of(line), wrapped(strings.TrimSuffix(line, "\n"))
		for i, part := range parts {
			if at := place.FindStringIndex(part); at != nil && i == 0 && colour == colours.text {
				rows = append(rows, row(colour, part[:at[0]])+row(colours.place, part[at[0]:at[1]])+row(colour, part[at[1]:]))
			} else {
				rows = append(rows, row(colour, part))
			}
		}
	}
	var b bytes.Buffer
	width, height := columns*charWidth+2*margin, len(rows)*lineHeight+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`+"\n", width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n", escaped(command))
	fmt.Fprintf(&b, `<rect x="0.5" y="0.5" width="%d" height="%d" rx="8" fill="%s" stroke="%s"/>`+"\n", width-1, height-1, colours.page, colours.edge)
	fmt.Fprintf(&b, `<g font-family="ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13">`+"\n")
	for i, r := range rows {
		fmt.Fprintf(&b, `<text x="%d" y="%d" xml:space="preserve">%s</text>`+"\n", margin, margin+(i+1)*lineHeight-6, r)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

// wrapped returns a line in parts that fit, broken at spaces.
func wrapped(line string) []string {
	const indent = "    "
	var parts []string
	rest := []rune(line)
	for len(rest) > columns {
		at := columns
		if space := strings.LastIndexByte(string(rest[:columns]), ' '); space > len(indent) {
			at = len([]rune(string(rest[:columns])[:space]))
		}
		parts, rest = append(parts, string(rest[:at])), []rune(indent+strings.TrimSpace(string(rest[at:])))
	}
	return append(parts, string(rest))
}

// place is where a line of an answer says that something is.
var place = regexp.MustCompile(`[\w/]+\.go(:\d+(-\d+)?)?`)

// of returns the colour of a line of an answer.
func (t theme) of(line string) string {
	switch {
	case strings.HasPrefix(line, "### "):
		return t.title
	case strings.HasPrefix(line, "identifier,"):
		return t.faint
	}
	return t.text
}

// row returns text in a colour, as the content of an SVG text.
func row(colour, text string) string {
	if text == "" {
		return ""
	}
	return `<tspan fill="` + colour + `">` + escaped(text) + `</tspan>`
}

func escaped(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
