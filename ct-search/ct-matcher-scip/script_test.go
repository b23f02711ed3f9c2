package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/proto"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestScripts(t *testing.T) {
	tooltest.ScriptsWith(t, map[string]func(*testscript.TestScript, bool, []string){"index": makeIndex}, "testdata/script", "ct", "ct-search", "ct-search/ct-search-plugins", "ct-search/ct-matcher-scip")
}

// makeIndex implements the script command "index FILE…", which takes the marks of indexed out of files, which are then an
// hour old, and writes their index in the working folder.
func makeIndex(ts *testscript.TestScript, _ bool, paths []string) {
	root := filepath.ToSlash(ts.MkAbs("."))
	x := &scip.Index{Metadata: &scip.Metadata{ProjectRoot: "file:///" + strings.TrimPrefix(root, "/")}}
	old := time.Now().Add(-time.Hour)
	for _, path := range paths {
		text, d := indexed(path, ts.ReadFile(path), scip.PositionEncoding_UTF8CodeUnitOffsetFromLineStart)
		x.Documents = append(x.Documents, d)
		ts.Check(os.WriteFile(ts.MkAbs(path), []byte(text), 0o600))
		ts.Check(os.Chtimes(ts.MkAbs(path), old, old))
	}
	data, err := proto.Marshal(x)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(indexName), data, 0o600))
}
