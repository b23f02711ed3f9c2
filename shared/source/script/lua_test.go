package script

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

const luaSample = `#!/usr/bin/lua
local json = require("cjson")
local x, y <const> = 1, [==[ a ]] b ]==]

--- Adds two.
local function add(a, ...)
  local n = a + select('#', ...)
  return n
end

--[[ Says
hello ]]
function M.sub:greet(who) self.name = who; print "hi" end
M.walk = function(t)
  for k, v in pairs(t) do t[k], M.n = v.f{1}, 'it\'s' end
end
return { run = function() goto out ::out:: end, add = add(1, x) }
`

func TestLuaKinds(t *testing.T) {
	want := `1:1 #!/usr/bin/lua comment_match <module>
2:7 json import <module>
2:14 require callsite <module>
2:22 "cjson" import <module>
3:7 x definition <module>
3:10 y definition <module>
3:13 const reference <module>
3:25 [==[ a ]] b ]==] string_match <module>
5:1 --- Adds two. comment_match <module>
6:16 add definition <module>
6:20 a assignment add
7:9 n assignment add
7:13 a reference add
7:17 select callsite add
7:24 '#' string_match add
8:10 n reference add
11:1 --[[ Says⏎hello ]] comment_match <module>
13:10 M reference M.sub.greet
13:12 sub reference M.sub.greet
13:16 greet definition <module>
13:22 who assignment M.sub.greet
13:27 self reference M.sub.greet
13:32 name assignment M.sub.greet
13:39 who reference M.sub.greet
13:44 print callsite M.sub.greet
13:50 "hi" string_match M.sub.greet
14:1 M reference M.walk
14:3 walk definition <module>
14:19 t assignment M.walk
15:7 k assignment M.walk
15:10 v assignment M.walk
15:15 pairs callsite M.walk
15:21 t reference M.walk
15:27 t reference M.walk
15:29 k reference M.walk
15:33 M reference M.walk
15:35 n assignment M.walk
15:39 v reference M.walk
15:41 f callsite M.walk
15:47 'it\'s' string_match M.walk
17:10 run definition <module>
17:32 out reference run
17:38 out reference run
17:49 add reference <module>
17:55 add callsite <module>
17:62 x reference <module>
`
	if diff := cmp.Diff(want, sourcetest.Show(Lua, luaSample)); diff != "" {
		t.Error(diff)
	}
}

func TestLuaDefinitions(t *testing.T) {
	want := `variable x 3-3 local x
variable y 3-3 local x, y
function add 6-9 local function add(a, ...)
method M.sub.greet 13-13 function M.sub:greet(who)
function M.walk 14-16 M.walk = function(t)
function run 17-17 run = function()
`
	if diff := cmp.Diff(want, sourcetest.Declarations(Lua, luaSample)); diff != "" {
		t.Error(diff)
	}
	f := source.Scan(Lua, []byte(luaSample), source.Want{Declarations: true})
	if got := f.Declarations[2].Doc.Of([]byte(luaSample)); got != "Adds two." {
		t.Errorf("doc is %q", got)
	}
}
