package main

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestFoldersOfURIs(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("skipped: paths of Unix")
	}
	for uri, want := range map[string]string{
		"file:///srv/project":          "/srv/project",
		"file:///srv/project/":         "/srv/project",
		"file:/srv/project":            "/srv/project",
		"file://localhost/srv/project": "/srv/project",
		"file:///a%20b/%C3%A9%23%3F":   "/a b/é#?",
		"file:///a%2Fb":                "/a/b",
		"file:///a/../b":               "/b",
		"file:///a%25b":                "/a%b",
		"FILE:///a":                    "/a",
	} {
		if got, err := folderOf(uri); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", uri, got, err, want)
		}
	}
	for uri, want := range map[string]string{
		"https://example.com/a": "only file://", "vscode-remote://ssh/a": "only file://", "/home/me": "only file://", "": "only file://",
		"file://server/share": "another machine", "file:///a?b": "%3F", "file:///a#b": "%23", "file:///a%00b": "not an absolute path", "file:a": "not an absolute path",
		"file:///%zz": "not a URI", "file://": "not an absolute path",
	} {
		if got, err := folderOf(uri); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v, want %q", uri, got, err, want)
		}
	}
	for _, c := range [][3]string{{"", "/c:/x", "c:/x"}, {"server", "/share/x", "//server/share/x"}, {"", "/x", "/x"}} {
		if got := windowsPath(c[0], c[1]); got != c[2] {
			t.Errorf("%q: %q", c, got)
		}
	}
}

func FuzzFoldersOfURIs(f *testing.F) {
	for _, seed := range []string{"file:///a%20b", "file://localhost/c:/x", "file:///../..", "file:///a%2F..%2F..", "http://a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		dir, err := folderOf(uri)
		if err == nil && (!filepath.IsAbs(dir) || dir != filepath.Clean(dir) || strings.ContainsRune(dir, 0)) {
			t.Errorf("%q is %q", uri, dir)
		}
	})
}

func TestPathsDetermineTheRoot(t *testing.T) {
	t.Parallel()
	a, b := tooltest.Tree(t, map[string]string{"src/x.go": "", "both": ""}), tooltest.Tree(t, map[string]string{"lib/y.go": "", "both": ""})
	inner := filepath.Join(b, "lib")
	gone := root{dir: filepath.Join(a, "gone")}
	bad := root{err: os.ErrInvalid}
	for _, test := range []struct {
		roots []root
		paths []string
		dir   string
		fault string
	}{
		{[]root{{dir: a}}, nil, a, ""},
		{[]root{{dir: a}}, []string{"../x", "/etc"}, a, ""}, // the program refuses them
		{[]root{gone}, nil, "", "no such file"},
		{[]root{bad}, nil, "", "invalid argument"},
		{[]root{{dir: a}, {dir: b}}, nil, "", "name a path in one of them: " + a + ", " + b},
		{[]root{{dir: a}, {dir: b}}, []string{"src"}, a, ""},
		{[]root{{dir: a}, {dir: b}}, []string{"lib/y.go", "lib"}, b, ""},
		{[]root{{dir: a}, {dir: b}}, []string{"lib", "both"}, b, ""},
		{[]root{{dir: a}, {dir: b}}, []string{"both"}, "", "in several roots; name it by its whole path"},
		{[]root{{dir: a}, {dir: b}}, []string{"src", "lib"}, "", "ask once for each"},
		{[]root{{dir: a}, {dir: b}}, []string{filepath.Join(b, "both")}, b, ""},
		{[]root{{dir: a}, {dir: b}, {dir: inner}}, []string{filepath.Join(inner, "y.go")}, inner, ""},
		{[]root{{dir: a}, {dir: b}}, []string{b}, b, ""},
		{[]root{{dir: a}, {dir: b}}, []string{b + "x"}, "", "outside the roots"},
		{[]root{{dir: a}, {dir: b}}, []string{filepath.Join(a, "..", "x")}, "", "outside the roots"},
		{[]root{{dir: a}, {dir: b}}, []string{"../x"}, "", "in none of the roots"},
		{[]root{{dir: a}, gone}, []string{"src"}, a, ""},
		{[]root{{dir: a}, gone}, nil, "", "several roots"},
		{[]root{{dir: a}, gone}, []string{gone.dir}, "", "gone: no such file"},
		{[]root{{dir: a}, bad}, []string{"src"}, a, ""},
	} {
		got, f := choose(test.roots, test.paths)
		if got.dir != test.dir || (f == nil) != (test.fault == "") || f != nil && !strings.Contains(f.Message, test.fault) {
			t.Errorf("%v %q: %q, %v; want %q, %q", test.roots, test.paths, got.dir, f, test.dir, test.fault)
		}
	}
}

// withRoots returns a client that names folders.
func withRoots(dirs ...string) *mcp.Client {
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	for _, dir := range dirs {
		c.AddRoots(&mcp.Root{URI: (&url.URL{Scheme: "file", Path: dir}).String()}) //nolint:staticcheck // see clientroots.go
	}
	return c
}

func TestAClientsRootIsTheSandbox(t *testing.T) {
	t.Parallel()
	outside := tooltest.Tree(t, map[string]string{"secret.txt": "needle\n"})
	dir := filepath.Join(outside, "a #1?é")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "in.txt"), []byte("needle\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret.txt", filepath.Join(dir, "link")); err != nil {
		t.Skip("skipped: no symbolic links")
	}
	session := connect(t, outside, withRoots(dir)) // the server's working folder is not a root
	if text, failed := use(t, session, "search_files", `{"path":".","query":"needle"}`); failed || !strings.Contains(text, `"path":"in.txt"`) || strings.Contains(text, "secret") {
		t.Errorf("%v %s", failed, text)
	}
	for tool, arguments := range map[string]string{
		"search_files": `{"path":"..","query":"needle"}`,
		"show":         `{"file":"../secret.txt","line":1}`,
		"scout":        `{"query":"needle","paths":["link"]}`,
		"find_files":   `{"grep":["file:../secret.txt"]}`,
	} {
		if text, failed := use(t, session, tool, arguments); !failed || !strings.Contains(text, `"kind":"SandboxViolation"`) {
			t.Errorf("%s %s: %v %s", tool, arguments, failed, text)
		}
	}
	text, failed := use(t, session, "framed_test", `{"cmd":"cat","args":["in.txt"]}`)
	if failed || !strings.Contains(text, `"stdout":"needle`) {
		t.Errorf("%v %s", failed, text)
	}
	text, failed = use(t, session, "framed_test", `{"cmd":"cat","args":["../secret.txt"]}`)
	if confined := runtime.GOOS == "linux" && !strings.Contains(text, `"confinement":`); confined && (failed || !strings.Contains(text, "Permission denied") || strings.Contains(text, "needle")) {
		t.Errorf("%v %s", failed, text)
	}
}

func TestSeveralRootsAreSearchedOneAtATime(t *testing.T) {
	t.Parallel()
	a, b, c := tooltest.Tree(t, map[string]string{"a.txt": "needle\n"}), tooltest.Tree(t, map[string]string{"b.txt": "needle\n"}), tooltest.Tree(t, map[string]string{"c.txt": "needle\n"})
	session := connect(t, c, withRoots(a, b))
	if text, failed := use(t, session, "scout", `{"query":"needle"}`); !failed || !strings.Contains(text, "several roots") || !strings.Contains(text, a) || !strings.Contains(text, b) {
		t.Errorf("%v %s", failed, text)
	}
	for dir, want := range map[string]string{a: "a.txt", b: "b.txt", "a.txt": "a.txt", "b.txt": "b.txt"} {
		if text, failed := use(t, session, "scout", `{"query":"needle","paths":["`+dir+`"]}`); failed || !strings.Contains(text, want) {
			t.Errorf("%s: %v %s", dir, failed, text)
		}
	}
	if text, failed := use(t, session, "scout", `{"query":"needle","paths":["`+c+`"]}`); !failed || !strings.Contains(text, `"kind":"SandboxViolation"`) {
		t.Errorf("%v %s", failed, text)
	}
	text, failed := use(t, session, "framed_test", `{"cmd":"cat","args":["`+a+`/a.txt","`+b+`/b.txt"]}`)
	if failed || strings.Count(text, `needle\nneedle`) != 1 {
		t.Errorf("a command reads every root: %v %s", failed, text)
	}
	text, _ = use(t, session, "framed_test", `{"cmd":"cat","args":["`+c+`/c.txt"]}`)
	if runtime.GOOS == "linux" && !strings.Contains(text, `"confinement":`) && strings.Contains(text, "needle") {
		t.Errorf("a command reads outside the roots: %s", text)
	}
}

func TestIfARootIsGoneNothingElseIsSearched(t *testing.T) {
	t.Parallel()
	here := tooltest.Tree(t, map[string]string{"here.txt": "needle\n"})
	root := filepath.Join(here, "root")
	client := withRoots(root)
	session := connect(t, here, client)
	if text, failed := use(t, session, "scout", `{"query":"needle"}`); !failed || !strings.Contains(text, "no such file") || strings.Contains(text, "here.txt") {
		t.Errorf("%v %s", failed, text)
	}
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	if text, failed := use(t, session, "scout", `{"query":"needle"}`); failed || !strings.Contains(text, `"matches":0`) {
		t.Errorf("a root that came back: %v %s", failed, text)
	}
	client.RemoveRoots((&url.URL{Scheme: "file", Path: root}).String()) //nolint:staticcheck // see clientroots.go
	client.AddRoots(&mcp.Root{URI: "https://example.com/x"})            //nolint:staticcheck // see clientroots.go
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		text, failed := use(t, session, "scout", `{"query":"needle"}`)
		if failed && strings.Contains(text, "only file:// URIs are folders here") {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("roots that changed: %v %s", failed, text)
		}
	}
}

func TestWithoutRootsTheWorkingFolderIsServed(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	for name, client := range map[string]*mcp.Client{"no capability": nil, "an empty list": withRoots()} {
		if text, failed := use(t, connect(t, dir, client), "scout", `{"query":"newError"}`); failed || !strings.Contains(text, `"matches":2`) {
			t.Errorf("%s: %v %s", name, failed, text)
		}
	}
	if text, failed := use(t, connect(t, "/", nil), "scout", `{"query":"newError"}`); !failed || !strings.Contains(text, "--root DIR") {
		t.Errorf("the top of the file system: %v %s", failed, text)
	}
}

func TestRootsByOptionOverrideTheClients(t *testing.T) {
	t.Parallel()
	dir, other := tooltest.Tree(t, files()), tooltest.Tree(t, map[string]string{"o.txt": "newError\n"})
	session := connect(t, "/", withRoots(other), "--root", dir)
	if text, failed := use(t, session, "scout", `{"query":"newError"}`); failed || !strings.Contains(text, `"matches":2`) {
		t.Errorf("%v %s", failed, text)
	}
	r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin(t), "ct-mcp"), "--root", "absent")
	if r.Exit != exitFailure || !strings.Contains(r.Stderr, "--root: ") || !strings.Contains(r.Stderr, "absent: no such file") {
		t.Errorf("%+v", r)
	}
	r = tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin(t), "ct-mcp"), "--root", "")
	if r.Exit != exitFailure || r.Stderr != "ct-mcp: --root is empty; give it a value, or leave it out\n" {
		t.Errorf("a folder of no name: %+v", r)
	}
}

// A client of the stateless protocol is asked for its roots in an answer.
func TestRootsOfAStatelessClient(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	if !slices.Contains(mcp.SupportedProtocolVersions(), statelessVersion) {
		t.Fatalf("%q", mcp.SupportedProtocolVersions())
	}
	s := startServer(t, "/")
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + statelessVersion + `","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"roots":{}}}`
	s.send(line(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{`, meta, `,"name":"scout","arguments":{"query":"newError"}}}`))
	if m := s.receive(); !strings.Contains(string(m.Result), `"roots":{`) || !strings.Contains(string(m.Result), `roots/list`) {
		t.Fatalf("%s %+v", m.Result, m.Error)
	}
	s.send(line(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{`, meta, `,"name":"scout","arguments":{"query":"newError"},"inputResponses":{"roots":{"roots":[{"uri":"file://`, dir, `"}]}}}}`))
	if m := s.receive(); !strings.Contains(string(m.Result), `\"matches\":2`) {
		t.Errorf("%s %+v", m.Result, m.Error)
	}
}

// If a client's answer is not a list of folders, only the calls that wait for it fail.
func TestRootsThatAreNoFoldersAreErrorsOfTheCall(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`"result":{"roots":[null]}`:                    "only file:// URIs are folders here; have the client name another",
		`"result":{"roots":5}`:                         "its answer is not a list of roots; start ct-mcp with --root DIR",
		`"result":5`:                                   "its answer is not a list of roots; start ct-mcp with --root DIR",
		`"error":{"code":-32601,"message":"no roots"}`: "which folders are its roots: no roots; start ct-mcp",
	} {
		s := startServer(t, tooltest.Tree(t, files()))
		s.send(strings.Replace(hello, `"capabilities":{}`, `"capabilities":{"roots":{}}`, 1))
		s.send(line(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"framed_test","arguments":{"cmd":"pwd"}}}`))
		m := s.receive()
		for ; m.ID != 7.0 || m.Method != ""; m = s.receive() {
			if m.Method == "roots/list" {
				id, _ := json.Marshal(m.ID)
				s.send(line(`{"jsonrpc":"2.0","id":`, string(id), `,`, answer, `}`))
			}
		}
		if text := string(m.Result); !strings.Contains(text, want) || strings.Contains(text, "mcp.") {
			t.Errorf("%s: %s", answer, text)
		}
	}
}

// A client that has roots but never names them is asked only once, however many calls wait, and a
// cancelled call does not wait for the others.
func TestAClientThatNeverNamesItsRoots(t *testing.T) {
	t.Parallel()
	s := startServer(t, tooltest.Tree(t, files()))
	s.send(strings.Replace(hello, `"capabilities":{}`, `"capabilities":{"roots":{}}`, 1))
	for range 3 {
		if m := s.receive(); m.ID == "hello" {
			break
		}
	}
	for id := range 3 {
		s.send(line(`{"jsonrpc":"2.0","id":`, strconv.Itoa(id), `,"method":"tools/call","params":{"name":"scout","arguments":{"query":"newError"}}}`))
	}
	asked, answered := 0, 0
	for answered < 3 {
		switch m := s.receive(); {
		case m.Method == "roots/list":
			asked++
		case strings.Contains(string(m.Result), "start ct-mcp with --root DIR"):
			answered++
		case m.Method == "":
			t.Fatalf("%s %+v", m.Result, m.Error)
		}
	}
	s.send(line(`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"scout","arguments":{"query":"newError"}}}`))
	for m := s.receive(); m.ID != 9.0 || m.Method != ""; m = s.receive() {
		if m.Method == "roots/list" {
			asked++
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}
