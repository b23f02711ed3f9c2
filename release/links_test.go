package main

import (
	"testing"

	"github.com/ct-tools/ct/shared/version"
)

func TestDocumentsOfAnArchiveLeadSomewhere(t *testing.T) {
	a := &archive{Product: &products[0], Folder: "ct-1", files: []file{{"ct-1/share/doc/ct/guide.md", false, nil}, {"ct-1/share/doc/ct/agents/mcp.md", false, nil}}}
	page := repository + "/blob/v" + version.Number + "/"
	for _, c := range []struct{ at, text, want string }{
		{"README.md", "[a](docs/guide.md#x)", "[a](" + page + "docs/guide.md#x)"},
		{"README.md", `<img alt="a (b)" src="docs/a.svg"> <source srcset="docs/b.svg">`, `<img alt="a (b)" src="` + repository + "/raw/v" + version.Number + `/docs/a.svg"> <source srcset="` + repository + "/raw/v" + version.Number + `/docs/b.svg">`},
		{"README.md", "[a](https://a.b/c#d) [b](#here) [c] (d)", "[a](https://a.b/c#d) [b](#here) [c] (d)"},
		{"CHANGELOG.md", "[a](guide.md)", "[a](" + page + "docs/guide.md)"},
		{"share/doc/ct/guide.md", "[a](agents/mcp.md) [b](agents) [c](guide.md#x)", "[a](agents/mcp.md) [b](agents) [c](guide.md#x)"},
		{"share/doc/ct/guide.md", "[a](other.md) [b](../shared/a.proto)", "[a](" + page + "docs/other.md) [b](" + page + "shared/a.proto)"},
		{"share/doc/ct/agents/mcp.md", "[a](../guide.md) [b](../explain/a.md)", "[a](../guide.md) [b](" + page + "docs/explain/a.md)"},
		{"LICENSE", "[a](b)", "[a](b)"},
	} {
		if got := string(a.led(file{"ct-1/" + c.at, false, []byte(c.text)}).text); got != c.want {
			t.Errorf("%s: %s\n%s, want\n%s", c.at, c.text, got, c.want)
		}
	}
}
