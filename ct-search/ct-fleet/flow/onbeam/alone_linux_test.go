package onbeam

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// apart is the variable that makes the test program run itself again in a namespace, whatever the interfaces it has.
const apart = "CT_FLEET_TEST_APART"

func init() {
	if os.Getenv(apart) == "" {
		return
	}
	if err := os.Unsetenv(apart); err != nil {
		panic(err)
	}
	status, err := isolate()
	if err != nil {
		panic(err)
	}
	os.Exit(status)
}

// TestNamespaceOfAnyUser makes a namespace as a user without rights, and as the user of the test.
func TestNamespaceOfAnyUser(t *testing.T) {
	local(t)
	dir := tooltest.Tree(t, nil)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "test")
	if err := os.WriteFile(program, text, 0o755); err != nil {
		t.Fatal(err)
	}
	users := []*syscall.Credential{nil}
	if os.Getuid() == 0 {
		users = append(users, &syscall.Credential{Uid: 65534, Gid: 65534})
	}
	for _, user := range users {
		cmd := exec.Command(program, "-test.run", "^(TestOutsideANamespace|TestAPanicFailsTheJob|TestADeadlineIsACut)$", "-test.v")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), apart+"=1", "TMPDIR="+dir, "HOME="+dir)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: user}
		out, err := cmd.CombinedOutput()
		if strings.Contains(string(out), errInterfaces.Error()) {
			t.Logf("skipped: this system has no namespaces for %+v", user)
			continue
		}
		if err != nil || strings.Count(string(out), "--- PASS") != 3 {
			t.Errorf("%+v: %v\n%s", user, err, out)
		}
	}
}
