package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The commands of docs/security.md that compare the hashes of modules are run as they are printed there.
func TestTheHashesOfModulesAreComparedAsDocumented(t *testing.T) {
	from, name := release(t), folder(&products[0], here(t))
	_, commands, _ := strings.Cut(string(content(t, "../docs/security.md")), "```sh\n   go version -m")
	commands, _, found := strings.Cut("go version -m"+commands, "```")
	commands = strings.ReplaceAll(commands, "ct-VERSION-linux-amd64", name)
	if !found || strings.Count(commands, name) != 2 {
		t.Fatalf("the commands of docs/security.md are %q", commands)
	}
	dir := t.TempDir()
	list := content(t, from, name+contentsSuffix)
	beside := []file{{name + "/bin/ct", true, content(t, from, name, "bin/ct")}, {name + contentsSuffix, false, list}}
	if err := written(dir, beside); err != nil {
		t.Fatal(err)
	}
	if got := output(t, dir, "sh", "-c", commands); got != "" {
		t.Errorf("the hashes differ:\n%s", got)
	}
	hashes := string(content(t, dir, "hashes"))
	if n := strings.Count(hashes, "h1:"); n < 2 || n != len(goVersionM(t, filepath.Join(dir, name, "bin/ct"))) {
		t.Errorf("%d hashes are compared:\n%s", n, hashes)
	}
	beside[1].text = bytes.Replace(list, []byte("h1:"), []byte("h1:0"), 1)
	if err := written(dir, beside); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", commands)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err == nil || !bytes.Contains(out, []byte("h1:0")) {
		t.Errorf("another hash is not reported: %v, %s", err, out)
	}
}
