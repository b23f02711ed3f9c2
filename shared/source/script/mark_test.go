package script

import (
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// TestMarkedFile holds that a byte order mark is no part of the first word.
func TestMarkedFile(t *testing.T) {
	for _, c := range []struct {
		name    string
		scanner source.Scanner
		src     string
		want    string
	}{
		{"Lua", Lua, "function f() g() end\n", "function f 1-1 function f()\n"},
		{"Lua with an interpreter", Lua, "#!/usr/bin/lua\nfunction f() g() end\n", "function f 2-2 function f()\n"},
		{"Ruby", Ruby, "def f() g() end\n", "function f 1-1 def f()\n"},
		{"Ruby class", Ruby, "class A\nend\n", "class A 1-2 class A\n"},
		{"Bash", Bash, "f() { g; }\n", "function f 1-1 f()\n"},
		{"Bash keyword", Bash, "function f { g; }\n", "function f 1-1 function f\n"},
	} {
		t.Run(c.name, func(t *testing.T) { sourcetest.Marked(t, c.scanner, c.src, c.want) })
	}
}
