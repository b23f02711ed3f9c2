package brace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

const javaDetails = `package a;
import b.C;
import static d.E.*;
/**
 * Says what it is.
 * More.
 */
@F("x") public class G<T> extends H.I<T> implements J, K {
  /** One. */
  private int n = 1;
  @Override protected void m(C c, int... rest) throws X {
    int local = c.d(1, n, this::m).e();
    rest.forEach(x -> new C(x));
  }
}
`

func TestJavaDeclarationsSayWhatStandsAroundThem(t *testing.T) {
	src := []byte(javaDetails)
	f := source.Scan(Java, src, source.Want{Declarations: true})
	var got strings.Builder
	for i, d := range f.Declarations {
		fmt.Fprintf(&got, "%s %s doc=%q bases=%s decorators=%s\n", f.Qualname(src, i), d.Visibility, d.Doc.Of(src), texts(src, d.Bases), texts(src, d.Decorators))
	}
	want := `G public doc="Says what it is." bases=[H.I J K] decorators=[@F("x")]
G.n private doc="One." bases=[] decorators=[]
G.m internal doc="" bases=[] decorators=[@Override]
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

func TestJavaCallsCountTheirArguments(t *testing.T) {
	src := []byte(javaDetails)
	at := strings.Index(javaDetails, "d(1")
	f := source.Scan(Java, src, source.Want{Places: []source.Span{{Start: at, End: at + 1}}})
	if o := f.Occurrences[0]; o.Kind != source.Callsite || o.Of == source.None {
		t.Fatalf("a %s", o.Kind)
	}
	c := f.Calls[f.Occurrences[0].Of]
	if callee, whole := c.Callee.Of(src), c.Span.Of(src); callee != "c.d" || whole != "c.d(1, n, this::m)" || c.Positional != 3 {
		t.Errorf("callee %q, call %q, %d arguments", callee, whole, c.Positional)
	}
}

func TestJavaBindsNamesInTheirScopes(t *testing.T) {
	src := []byte(javaDetails)
	f := source.Scan(Java, src, source.Want{Bindings: true})
	hows := map[source.BindingKind]string{source.Defined: "defined", source.Parameter: "parameter", source.Local: "local", source.Imported: "imported", source.Unknown: "unknown"}
	var got strings.Builder
	for _, b := range f.Bindings {
		scope := "file"
		if b.Scope != source.None {
			scope = f.Qualname(src, b.Scope)
		}
		fmt.Fprintf(&got, "%s %s in %s\n", b.Name, hows[b.Kind], scope)
	}
	want := `C imported in file
E unknown in file
G defined in file
n defined in G
m defined in G
c parameter in G.m
rest parameter in G.m
local local in G.m
x parameter in G.m
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	if !f.MembersInScope {
		t.Error("members are in scope by their names in Java")
	}
	if im := f.Imports[0]; im.Module != "b" || im.Name != "C" {
		t.Errorf("import of %q from %q", im.Name, im.Module)
	}
	if im := f.Imports[1]; im.Module != "d.E" || im.Name != "*" {
		t.Errorf("import of %q from %q", im.Name, im.Module)
	}
}

func texts(src []byte, spans []source.Span) []string {
	all := []string{}
	for _, s := range spans {
		all = append(all, s.Of(src))
	}
	return all
}
