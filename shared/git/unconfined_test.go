package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/confine"
)

// Where the kernel does not keep git in the sandbox, a repository that leads out of it is refused.
func TestUnconfinedGitDoesNotLeaveTheSandbox(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("skipped: no git")
	}
	made := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	own, linked, root := t.TempDir(), t.TempDir(), t.TempDir()
	made("init", "-q", own)
	made("clone", "-q", "--shared", own, filepath.Join(root, "borrows"))
	made("init", "-q", "--separate-git-dir", filepath.Join(root, "elsewhere"), filepath.Join(root, "apart"))
	o := Options{Confine: confine.Off}
	for dir, want := range map[string]string{own: "", filepath.Join(root, "borrows"): "objects, outside of the sandbox", filepath.Join(root, "apart"): "elsewhere, outside of the sandbox"} {
		o.Sandbox = dir
		if _, err := Open(t.Context(), dir, o); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", dir, err, want)
		}
	}
	if err := os.Symlink(filepath.Join(own, ".git"), filepath.Join(linked, ".git")); err != nil {
		t.Skip("skipped: " + err.Error())
	}
	o.Sandbox = linked
	if _, err := Open(t.Context(), linked, o); err == nil {
		t.Error("a repository through a link")
	}
	o.Sandbox = ""
	if _, err := Open(t.Context(), linked, o); err != nil {
		t.Errorf("without a sandbox: %v", err)
	}
}
