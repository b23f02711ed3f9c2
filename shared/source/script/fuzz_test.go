package script

import (
	"testing"

	"github.com/ct-tools/ct/shared/source/sourcetest"
)

func FuzzLua(f *testing.F) {
	f.Add([]byte(luaSample))
	f.Add([]byte("local a, b <close> = function(x, ...) return x.y[1]:z{...} end, require 'm'; f = function() end repeat until a ~= b; goto l ::l:: t = {a = 1; [2] = 3, f = function() end}"))
	f.Add([]byte("function a.b.c:d(e) if x then for i = 1, 2 do end while y do end else end end -- x\n--[==[ ]] ]==] 'a\\z\n b' \"\\\"\" [[\n"))
	f.Fuzz(func(t *testing.T, src []byte) { sourcetest.Hold(t, Lua, src) })
}

func FuzzRuby(f *testing.F) {
	f.Add([]byte(rubySample))
	f.Add([]byte("x = <<~A + <<-'B' + %w[a b] \\\n + %q(a(b)c)\n a #{b \"#{c}\"} \n A\n B\n p ?a, :b, :\"c\", d: 1, **e, *f, &g if h unless i; -> x, y { } ; def a = 1; begin; rescue A => b; end while c"))
	f.Add([]byte("class << self; private def self.x=(v); end; end; (a, b), *c = d; for e, f in g do end; case h when i then j in {k:} end; alias l m; =begin\n\n=begin\n=end\n__END__\n x"))
	f.Fuzz(func(t *testing.T, src []byte) { sourcetest.Hold(t, Ruby, src) })
}

func FuzzBash(f *testing.F) {
	f.Add([]byte(bashSample))
	f.Add([]byte("x[$i]+=`a \"$(b ${c:-'d'})\"` $'\\'' <<<e <(f) >(g) 2>&1 &>h; case i in (j|k) l ;& m) ;; esac; select n in o; do p; done; (( q = r++ ))"))
	f.Add([]byte("cat <<A <<'B' <<-C\n$a `b` $(c\n)\nA\n$d\nB\n\tC\nf() ( g ); function h if i; then j; fi; [[ k =~ (l|m) ]]; declare -A n=([o]=p)"))
	f.Fuzz(func(t *testing.T, src []byte) { sourcetest.Hold(t, Bash, src) })
}
