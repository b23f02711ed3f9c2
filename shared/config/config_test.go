package config

import (
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// place is a working folder with a user's folder beside it.
type place struct {
	t    *testing.T
	root string
	env  map[string]string
}

func newPlace(t *testing.T) *place {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &place{t, root, map[string]string{"XDG_CONFIG_HOME": filepath.Join(root, "home")}}
	p.mkdir("repo/.git")
	p.mkdir("repo/a/b")
	return p
}

func (p *place) path(name string) string { return filepath.Join(p.root, filepath.FromSlash(name)) }

func (p *place) mkdir(name string) {
	p.t.Helper()
	if err := os.MkdirAll(p.path(name), 0o755); err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) write(name, text string) {
	p.t.Helper()
	p.mkdir(filepath.ToSlash(filepath.Dir(name)))
	if err := os.WriteFile(p.path(name), []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) user(text string)    { p.t.Helper(); p.write("home/ct/config.toml", text) }
func (p *place) project(text string) { p.t.Helper(); p.write("repo/ct.toml", text) }

func (p *place) load(dir string) (*Config, error) {
	return Load(Options{Dir: p.path(dir), Env: func(name string) string { return p.env[name] }})
}

func (p *place) must(dir string) *Config {
	p.t.Helper()
	c, err := p.load(dir)
	if err != nil {
		p.t.Fatal(err)
	}
	return c
}

// origin returns where the value of key comes from.
func origin(c *Config, key string) string {
	for _, v := range c.Values() {
		if v.Key == key {
			return v.Origin
		}
	}
	return "nowhere"
}

func TestNothingIsSetWithoutFilesAndEnvironment(t *testing.T) {
	c := newPlace(t).must("repo/a")
	for i, v := range c.Values() {
		if v.Key != keys[i].Name || v.Value != keys[i].Default || v.Origin != BuiltIn {
			t.Errorf("%+v", v)
		}
		if _, ok := c.String(v.Key); ok {
			t.Errorf("%s is set", v.Key)
		}
		if c.Origin(v.Key) != BuiltIn {
			t.Errorf("%s comes from %s", v.Key, c.Origin(v.Key))
		}
	}
}

func TestNearerSourcesWin(t *testing.T) {
	p := newPlace(t)
	check := func(want int, from string) {
		t.Helper()
		c := p.must("repo")
		n, ok := c.Int("output.max_lines")
		if n != want || !ok || origin(c, "output.max_lines") != from {
			t.Errorf("got %d, %v from %s; want %d from %s", n, ok, origin(c, "output.max_lines"), want, from)
		}
	}
	p.user("# mine\n[output]\nmax_lines = 1\n")
	check(1, p.path("home/ct/config.toml")+":3")
	p.project("output.max_lines = 2")
	check(2, "ct.toml:1")
	p.env["CT_MAX_LINES"] = "3"
	check(3, "CT_MAX_LINES")
	if v := p.must("repo").Values()[0]; v != (Value{"output.max_lines", "3", "CT_MAX_LINES"}) {
		t.Errorf("%+v", v)
	}
}

func TestEveryWayToWriteAKeyIsRead(t *testing.T) {
	for _, text := range []string{
		"output.max_bytes = 5000", "[output]\nmax_bytes = 5_000", "output = { max_bytes = 0x1388 }",
		"\"output\".'max_bytes' = 5000", "[ output ]\r\nmax_bytes\t=\t5000\r\n", "\xef\xbb\xbfoutput.max_bytes = 5000",
	} {
		p := newPlace(t)
		p.project(text)
		if n, ok := p.must("repo").Int("output.max_bytes"); n != 5000 || !ok {
			t.Errorf("%q: %d, %v", text, n, ok)
		}
	}
}

func TestSecondsTakeWholeAndFractionalNumbers(t *testing.T) {
	for text, want := range map[string]float64{"0.25": 0.25, "3": 3, "1e3": 1000} {
		p := newPlace(t)
		p.user("timeout = " + text)
		if f, ok := p.must("repo").Float("timeout"); f != want || !ok {
			t.Errorf("file %s: %v, %v", text, f, ok)
		}
		p.env["CT_TIMEOUT"] = " " + text + " "
		if f, ok := p.must("repo").Float("timeout"); f != want || !ok {
			t.Errorf("variable %s: %v, %v", text, f, ok)
		}
	}
}

func TestTruthsAndFractionsAreRead(t *testing.T) {
	const ignore, hidden, fuzzy = "tools.search_files.respect_gitignore_default", "tools.search_files.include_hidden_default", "tools.search_files.fuzzy_threshold"
	for _, tc := range []struct {
		text           string
		ignore, hidden bool
		fuzzy          float64
	}{
		{"", true, false, 0.8},
		{ignore + " = false\n" + hidden + " = true\n" + fuzzy + " = 0", false, true, 0},
		{ignore + " = true\n" + hidden + " = false\n" + fuzzy + " = 0.25", true, false, 0.25},
	} {
		p := newPlace(t)
		p.user(tc.text)
		c := p.must("repo")
		i, _ := c.Bool(ignore)
		h, set := c.Bool(hidden)
		f, _ := c.Float(fuzzy)
		if i != tc.ignore || h != tc.hidden || f != tc.fuzzy || set != (tc.text != "") {
			t.Errorf("%+v: %v %v %v, set %v", tc, i, h, f, set)
		}
	}
}

func TestTheStrictestConfinementHolds(t *testing.T) {
	for _, tc := range []struct{ user, env, want, origin string }{
		{"off", "", "off", "user"},
		{"off", "require", "require", "CT_CONFINE"},
		{"require", "off", "require", "user"},
		{"off", "auto", "auto", "CT_CONFINE"},
		{"auto", "auto", "auto", "CT_CONFINE"},
		{"auto", "off", "auto", "user"},
		{"", "off", "off", "CT_CONFINE"},
	} {
		p := newPlace(t)
		if tc.user != "" {
			p.user("confine = \"" + tc.user + "\"")
		}
		p.env["CT_CONFINE"] = tc.env
		c := p.must("repo")
		from := strings.Replace(origin(c, "confine"), p.path("home/ct/config.toml")+":1", "user", 1)
		if got, _ := c.String("confine"); got != tc.want || from != tc.origin {
			t.Errorf("%+v: got %s from %s", tc, got, from)
		}
	}
}

func TestAProjectCanOnlyLowerAHardCap(t *testing.T) {
	const key = "tools.search_files.max_results"
	for _, tc := range []struct {
		user, project string
		want          int
		origin        string
	}{
		{"", "", 200, BuiltIn},
		{"", "500", 200, BuiltIn},
		{"", "50", 50, "ct.toml:1"},
		{"1000", "", 1000, "user"},
		{"1000", "500", 500, "ct.toml:1"},
		{"1000", "2000", 1000, "user"},
		{"100", "150", 100, "user"},
		{"100", "100", 100, "ct.toml:1"},
	} {
		p := newPlace(t)
		if tc.user != "" {
			p.user(key + " = " + tc.user)
		}
		if tc.project != "" {
			p.project(key + " = " + tc.project)
		}
		c := p.must("repo")
		n, _ := c.Int(key)
		from := strings.Replace(c.Origin(key), p.path("home/ct/config.toml")+":1", "user", 1)
		if n != tc.want || from != tc.origin {
			t.Errorf("%+v: %d from %s", tc, n, from)
		}
	}
}

func TestProjectFileIsTheNearestInsideTheRepository(t *testing.T) {
	p := newPlace(t)
	check := func(dir, from string) {
		t.Helper()
		if got := origin(p.must(dir), "output.max_lines"); got != from {
			t.Errorf("%s: got %s, want %s", dir, got, from)
		}
	}
	p.write("ct.toml", "output.max_lines = 1") // above the repository
	check("repo/a/b", BuiltIn)
	check("repo", BuiltIn)
	p.project("\noutput.max_lines = 2")
	check("repo/a/b", "../../ct.toml:2")
	check("repo", "ct.toml:2")
	p.write("repo/a/ct.toml", "output.max_lines = 3")
	check("repo/a/b", "../ct.toml:1")

	// In a worktree .git is a file.
	p.write("tree/.git", "gitdir: elsewhere")
	p.mkdir("tree/sub")
	p.write("tree/ct.toml", "output.max_lines = 4")
	check("tree/sub", "../ct.toml:1")
}

func TestOutsideARepositoryOnlyTheWorkingFolderCounts(t *testing.T) {
	p := newPlace(t)
	if _, in := project(p.root); in {
		t.Fatal("the temporary folder has a ct.toml")
	}
	for dir := p.root; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if exists(filepath.Join(dir, ".git")) {
			t.Skip("skipped: the temporary folder is in a repository")
		}
	}
	p.mkdir("loose/sub")
	p.write("loose/ct.toml", "output.max_lines = 1")
	if got := origin(p.must("loose/sub"), "output.max_lines"); got != BuiltIn {
		t.Errorf("below: %s", got)
	}
	if got := origin(p.must("loose"), "output.max_lines"); got != "ct.toml:1" {
		t.Errorf("there: %s", got)
	}
}

func TestParentsAreThoseOfTheRealFolder(t *testing.T) {
	p := newPlace(t)
	p.project("output.max_lines = 1")
	if err := os.Symlink(p.path("repo/a"), p.path("link")); err != nil {
		t.Skip("skipped: no symbolic links: " + err.Error())
	}
	if got := origin(p.must("link"), "output.max_lines"); got != "../ct.toml:1" {
		t.Errorf("%s", got)
	}
}

func TestNoConfigReadsNoFileButTheEnvironment(t *testing.T) {
	p := newPlace(t)
	p.user("broken")
	p.project("broken")
	p.env["CT_CONFIG"] = p.path("absent")
	p.env["CT_MAX_BYTES"] = "900"
	c, err := Load(Options{NoConfig: true, Dir: p.path("repo"), Env: func(name string) string { return p.env[name] }})
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := c.Int("output.max_bytes"); n != 900 || !ok {
		t.Errorf("%d, %v", n, ok)
	}
}

func TestCTConfigReplacesTheUsersFile(t *testing.T) {
	p := newPlace(t)
	p.user("timeout = 1")
	p.write("repo/other.toml", "timeout = 2")
	p.env["CT_CONFIG"] = "other.toml"
	if c := p.must("repo"); origin(c, "timeout") != "other.toml:1" {
		t.Errorf("%s", origin(c, "timeout"))
	}
	p.env["CT_CONFIG"] = p.path("absent.toml")
	if _, err := p.load("repo"); err == nil || !strings.HasPrefix(err.Error(), "CT_CONFIG: "+p.path("absent.toml")+": ") {
		t.Errorf("a file that was asked for is missing: %v", err)
	}
}

func TestUserFileIsWhereTheSystemKeepsIt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: paths of Unix")
	}
	below := ".config"
	if runtime.GOOS == "darwin" {
		below = "Library/Application Support"
	}
	for _, tc := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"CT_CONFIG": "x", "XDG_CONFIG_HOME": "/xdg", "HOME": "/u/me"}, "x"},
		{map[string]string{"XDG_CONFIG_HOME": "/xdg", "HOME": "/u/me"}, "/xdg/ct/config.toml"},
		{map[string]string{"XDG_CONFIG_HOME": "relative", "HOME": "/u/me"}, "/u/me/" + below + "/ct/config.toml"},
		{map[string]string{"HOME": "/u/me"}, "/u/me/" + below + "/ct/config.toml"},
		{map[string]string{}, ""},
	} {
		if got := UserFile(func(name string) string { return tc.env[name] }); got != tc.want {
			t.Errorf("%v: %s, want %s", tc.env, got, tc.want)
		}
	}
}

func TestVariablesAreCheckedLikeFiles(t *testing.T) {
	for _, tc := range []struct{ name, value, want string }{
		{"CT_MAX_LINES", "0", "CT_MAX_LINES: output.max_lines must be an integer of at least 1, not 0"},
		{"CT_MAX_LINES", "1.5", `CT_MAX_LINES: output.max_lines must be an integer of at least 1, not "1.5"`},
		{"CT_MAX_BYTES", "9999999999", "CT_MAX_BYTES: output.max_bytes must be at most 2147483647, not 9999999999"},
		{"CT_MAX_BYTES", "100", "CT_MAX_BYTES: output.max_bytes must be an integer of at least 512, not 100"},
		{"CT_MAX_BYTES", "many\x1b[31m", `CT_MAX_BYTES: output.max_bytes must be an integer of at least 512, not "many\x1b[31m"`},
		{"CT_CONFINE", "on", `CT_CONFINE: confine must be one of auto, require, off, not "on"`},
		{"CT_TIMEOUT", "0", "CT_TIMEOUT: timeout must be a number of seconds above 0, not 0"},
		{"CT_TIMEOUT", "NaN", "CT_TIMEOUT: timeout must be a number of seconds above 0, not NaN"},
		{"CT_TIMEOUT", "Inf", "CT_TIMEOUT: timeout must be at most 1000000000, not Inf"},
		{"CT_TIMEOUT", "10s", `CT_TIMEOUT: timeout must be a number of seconds above 0, not "10s"`},
	} {
		p := newPlace(t)
		maps.Copy(p.env, map[string]string{tc.name: tc.value})
		if _, err := p.load("repo"); err == nil || err.Error() != tc.want {
			t.Errorf("got  %v\nwant %s", err, tc.want)
		}
	}
}

func TestTableOfKeysIsWhole(t *testing.T) {
	for _, k := range keys {
		if k.Name == "" || k.Default == "" || k.Env != "" && !strings.HasPrefix(k.Env, "CT_") {
			t.Errorf("%+v is not filled in", k)
		}
		if k.Project == (k.Why != "") {
			t.Errorf("%s: a key that a project may not set has a reason, another none", k.Name)
		}
		if k.Strict && k.Kind != word {
			t.Errorf("%s: only words of confinement have a strictest", k.Name)
		}
		if k.Cap && (k.Kind != integer || !k.Project) {
			t.Errorf("%s: a cap is a number that a project may lower", k.Name)
		}
		if _, err := k.parse(k.Default); err != nil && (k.Cap || k.Kind == truth || k.Kind == fraction || k.Values != nil) {
			t.Errorf("the built-in value: %v", err)
		}
	}
}

func TestAListIsReadFromFileAndEnvironment(t *testing.T) {
	p := newPlace(t)
	p.project("[spec]\ninclude = [\"a/*.md\", # one\n'b{c,d}',\n]")
	list, ok := p.must("repo").List("spec.include")
	if want := []string{"a/*.md", "b{c,d}"}; !ok || !slices.Equal(list, want) {
		t.Errorf("%q, %v", list, ok)
	}
	p.env["CT_SPEC_INCLUDE"] = "x.md,y.md"
	if list, _ := p.must("repo").List("spec.include"); !slices.Equal(list, []string{"x.md", "y.md"}) {
		t.Errorf("%q", list)
	}
}
