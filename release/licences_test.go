package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ct-tools/ct/shared/tooltest"
)

// mit and gpl are short texts that are known.
const (
	mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`
	gpl = `This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation, either version 3 of the License, or (at your option) any later version.

This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more details.

You should have received a copy of the GNU General Public License along with this program. If not, see <https://www.gnu.org/licenses/>.
`
)

func TestModulesArePassedOnOnlyUnderAllowedLicences(t *testing.T) {
	for _, c := range []struct {
		name       string
		files      map[string]string
		want, says string
	}{
		{"a known text", map[string]string{"LICENSE": mit, "a.go": ""}, "MIT", ""},
		{"any case and ending", map[string]string{"licence.TXT": mit, "a.go": ""}, "MIT", ""},
		{"none", map[string]string{"README.md": mit, "a.go": ""}, "", "no licence was found"},
		{"an unknown text", map[string]string{"LICENSE": "Use it on Sundays only, and pay me.", "a.go": ""}, "", "LICENSE: 0 % of it"},
		{"one that is not allowed", map[string]string{"COPYING": gpl, "a.go": ""}, "", "COPYING: GPL-3.0-or-later is not among"},
		{"one that is not allowed in a folder with code", map[string]string{"LICENSE": mit, "x/y/LICENSE": gpl, "x/y/z/a.go": ""}, "", "x/y/LICENSE: GPL-3.0-or-later"},
		{"code that is not linked", map[string]string{"LICENSE": mit, "testdata/LICENSE": gpl, "testdata/a.go": "", "docs/LICENSE": gpl, "sub/go.mod": "", "sub/a.go": "", "sub/COPYING": gpl, "LICENSE.docs": gpl}, "MIT", ""},
		{"a notice", map[string]string{"LICENSE": mit, "NOTICE": "Made by me.", "PATENTS": "None."}, "MIT", ""},
		{"a notice alone", map[string]string{"NOTICE": "Made by me."}, "", "no licence was found"},
	} {
		root := fstest.MapFS{}
		for at, text := range c.files {
			root[at] = &fstest.MapFile{Data: []byte(text)}
		}
		files, err := notices(root, false)
		if err != nil {
			t.Fatal(err)
		}
		got, err := identify(files)
		if expression(got) != c.want || (err == nil) != (c.says == "") || err != nil && !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%s: %q, %v; want %q, %q", c.name, got, err, c.want, c.says)
		}
	}
}

func TestNoticesHaveEachTextOnceWithAllThatHaveIt(t *testing.T) {
	of := []terms{
		{module{Path: "example.org/a", Version: "v1.0.0"}, []string{"MIT"}, []notice{{"LICENSE", []byte(mit)}}},
		{module{Path: "example.org/b", Version: "v2.0.0"}, []string{"MIT"}, []notice{{"LICENSE", []byte(strings.ReplaceAll(mit, "\n", "\r\n"))}, {"NOTICE", []byte("Made by b.")}}},
	}
	text := string(thirdParty(&products[0], of))
	for _, part := range []string{
		"example.org/a  v1.0.0  MIT\n", "https://pkg.go.dev/example.org/b@v2.0.0\n",
		"example.org/a v1.0.0: LICENSE\nexample.org/b v2.0.0: LICENSE\n\nPermission", "example.org/b v2.0.0: NOTICE\n\nMade by b.\n",
	} {
		if strings.Count(text, part) != 1 {
			t.Errorf("%q is not once in\n%s", part, text)
		}
	}
	if strings.Count(text, "Permission is hereby granted") != 1 {
		t.Error("a text is there twice")
	}
}

// The programs that users get are checked by make licences.
func TestLicencesOfAProgramAreThoseOfWhatItIsLinkedWith(t *testing.T) {
	program := filepath.Join(tooltest.Bin(t, "ct"), "ct")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	got, err := licences([]string{program})
	if want := "ct-fleet is not checked: none of the programs is built from " + products[1].Module; err == nil || err.Error() != want {
		t.Fatalf("%v, want %s", err, want)
	}
	linkedWith := goVersionM(t, program)
	for _, m := range linkedWith {
		if !strings.Contains(got, m+" ") {
			t.Errorf("%s is missing in\n%s", m, got)
		}
	}
	if lines := strings.Count(got, "\n"); lines != len(linkedWith)+2 || !strings.Contains(got, "\nstd ") {
		t.Errorf("%d lines for %d modules and std:\n%s", lines, len(linkedWith), got)
	}
	other := filepath.Join(t.TempDir(), "other")
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, text[:len(text)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := licences([]string{other}); err == nil || !strings.Contains(err.Error(), "is not a program that Go built") {
		t.Errorf("half a program has the licences\n%s", got)
	}
}

// goVersionM returns the paths of the modules that the go command finds in a program.
func goVersionM(t *testing.T, program string) []string {
	t.Helper()
	out, err := goCommand(".", "version", "-m", program)
	if err != nil {
		t.Fatal(err)
	}
	var modules []string
	for line := range strings.Lines(string(out)) {
		if fields := strings.Fields(line); len(fields) > 2 && fields[0] == "dep" {
			modules = append(modules, fields[1])
		}
	}
	return modules
}
