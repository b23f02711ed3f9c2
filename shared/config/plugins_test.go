package config

import (
	"slices"
	"strings"
	"testing"
)

const sum = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789ABCDEF"

func TestThePluginsOfTheUser(t *testing.T) {
	p := newPlace(t)
	p.user("[plugins]\nrequire_checksum = true\n[plugins.a]\npath = \"/opt/../m/a\"\nsha256 = \"" + sum + "\"\n[plugins.b-2]\ndeadline = 2\n[plugins.c]")
	c := p.must("repo")
	if a, ok := c.Plugin("a"); !ok || a.Path != "/m/a" || a.SHA256 != strings.ToLower(sum) || a.Deadline != 0 || !strings.HasSuffix(a.Origin, ":3") {
		t.Errorf("%+v, %v", a, ok)
	}
	if b, ok := c.Plugin("b-2"); !ok || b.Deadline != 2 {
		t.Errorf("%+v, %v", b, ok)
	}
	if _, ok := c.Plugin("d"); ok || !c.RequireChecksum() || !slices.Equal(c.Plugins(), []string{"a", "b-2", "c"}) {
		t.Errorf("%v, %q", c.RequireChecksum(), c.Plugins())
	}
	values := c.Values()
	if last := values[len(values)-1]; last.Key != "plugins.b-2.deadline" || last.Value != "2" || c.Typed(last.Key) != "2" {
		t.Errorf("%+v, %v", last, c.Typed(last.Key))
	}
}

func TestAPluginInBraces(t *testing.T) {
	p := newPlace(t)
	p.user("plugins = { a = { path = \"/a\" } }")
	if a, ok := p.must("repo").Plugin("a"); !ok || a.Path != "/a" {
		t.Errorf("%+v, %v", a, ok)
	}
}

func TestPluginsOfAProjectAreRefused(t *testing.T) {
	const why = "may be set in the user's configuration only: a project must not decide which programs are run"
	for _, text := range []string{
		"[plugins.x]", "[plugins.x]\npath = \"/x\"", "plugins.x.path = \"/x\"", "plugins = { x = { path = \"/x\" } }", "[plugins]\nrequire_checksum = false",
	} {
		p := newPlace(t)
		p.project(text)
		if _, err := p.load("repo"); err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestMistakesInPlugins(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"[plugins.\"../x\"]", "only a-z, 0-9 and -"},
		{"[plugins.A]", "only a-z, 0-9 and -"},
		{"[[plugins.a]]", "unknown table"},
		{"[plugins.a.b]", "unknown table"},
		{"[plugins]\na = 1", "plugins.a is a table"},
		{"[plugins.a]\npath = \"bin/a\"", "plugins.a.path must be an absolute path"},
		{"[plugins.a]\npath = 3", "plugins.a.path must be an absolute path"},
		{"[plugins.a]\nsha256 = \"12\"", "plugins.a.sha256 must be 64 hexadecimal digits"},
		{"[plugins.a]\ndeadline = 0", "plugins.a.deadline must be a number of seconds above 0"},
		{"[plugins.a]\npth = \"/a\"", "unknown key plugins.a.pth; did you mean path?"},
	} {
		p := newPlace(t)
		p.user(tc.text)
		if _, err := p.load("repo"); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: %v", tc.text, err)
		}
	}
}
