package script

import (
	"testing"

	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// TestMarkedFile checks that a byte order mark is not part of the first word.
func TestMarkedFile(t *testing.T) {
	sourcetest.Marked(t, []sourcetest.Case{
		{Name: "Lua", Scanner: Lua, Src: "function f() g() end\n", Want: "function f 1-1 function f()\n"},
		{Name: "Lua with an interpreter", Scanner: Lua, Src: "#!/usr/bin/lua\nfunction f() g() end\n", Want: "function f 2-2 function f()\n"},
		{Name: "Ruby", Scanner: Ruby, Src: "def f() g() end\n", Want: "function f 1-1 def f()\n"},
		{Name: "Ruby class", Scanner: Ruby, Src: "class A\nend\n", Want: "class A 1-2 class A\n"},
		{Name: "Bash", Scanner: Bash, Src: "f() { g; }\n", Want: "function f 1-1 f()\n"},
		{Name: "Bash keyword", Scanner: Bash, Src: "function f { g; }\n", Want: "function f 1-1 function f\n"},
	})
}
