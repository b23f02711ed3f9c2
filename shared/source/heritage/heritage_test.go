package heritage_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace"
	"github.com/ct-tools/ct/shared/source/heritage"
	"github.com/ct-tools/ct/shared/source/python"
	"github.com/ct-tools/ct/shared/source/rust"
	"github.com/ct-tools/ct/shared/source/script"
)

var scanners = map[string]source.Scanner{"java": brace.Java, "rust": rust.Scan, "ruby": script.Ruby, "py": python.Scan}

// places returns where a text has a word.
func places(text []byte, word string) []source.Span {
	var all []source.Span
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte(word))
		if i < 0 {
			return all
		}
		all = append(all, source.Span{Start: at + i, End: at + i + len(word)})
		at += i + len(word)
	}
}

func TestRelationsStandBesideHeads(t *testing.T) {
	for _, c := range []struct{ language, text, want string }{
		{"rust", "impl<T: Ord> a::Base<T> for S<T> where T: Copy { fn f() { '}'; } }\nimpl Base { }\nfn f(x: &dyn Base) {}", "implements a::Base S 66"},
		{"rust", "impl<T: Ord> Base for T {}\nimpl !Base for S {}", "implements Base T 26 <T: Ord> T"},
		{"rust", "#[derive(Debug, Base)]\nstruct S;", "derives Base"},
		{"java", "class A { Object o = new Base<String>(\"(\") { void f() {} }; Object p = new Base(); Base[] q = new Base[] {}; }", "extends Base Base 37"},
		{"ruby", "class A\n  include Base, M\n  def f\n    extend Base\n  end\nend\nB = Class.new(Base)\n", "includes Base|extends Base B 19"},
		{"py", "@Base.register\nclass A: pass\nBase.register(B)\n", "registers Base|registers Base B 16"},
	} {
		text := []byte(c.text)
		var got []string
		for _, r := range heritage.Of(c.language, scanners[c.language], text, places(text, "Base")) {
			one := fmt.Sprintf("%s %s", r.Kind, r.Base.Of(text))
			if r.New != nil {
				one += fmt.Sprintf(" %s %d %s", r.New.Name.Of(text), r.New.Span.Len(), r.Every)
			}
			got = append(got, strings.TrimSpace(one))
		}
		if all := strings.Join(got, "|"); all != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, all, c.want)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("rust", "impl<T> Base for S<T> {} #[derive(Base)] struct Q;")
	f.Add("java", "new Base<X>(1) { }")
	f.Add("ruby", "class A; include Base; end")
	f.Add("py", "Base.register(B)")
	f.Fuzz(func(t *testing.T, language, code string) {
		text := []byte(code)
		if scanners[language] == nil {
			return
		}
		for _, r := range heritage.Of(language, scanners[language], text, places(text, "Base")) {
			if r.New != nil && (r.New.Span.Start < 0 || r.New.Span.End > len(text) || r.New.Span.Len() < 0) {
				t.Errorf("%+v is outside of the text", r.New.Span)
			}
		}
	})
}
