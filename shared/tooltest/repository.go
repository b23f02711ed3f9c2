package tooltest

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// GitEnv returns the environment in which tests run git: without the configuration of a user or the system, and with fixed
// authors and dates.
func GitEnv() []string {
	return append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C",
		"GIT_AUTHOR_NAME=A U Thor", "GIT_AUTHOR_EMAIL=author@example.com", "GIT_AUTHOR_DATE=2026-01-02T03:04:05+01:00",
		"GIT_COMMITTER_NAME=A U Thor", "GIT_COMMITTER_EMAIL=author@example.com", "GIT_COMMITTER_DATE=2026-01-02T03:04:05+01:00")
}

// Git runs git in dir and returns what it prints, without line ends around it. It skips the test if there is no git.
func Git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	return GitInput(t, dir, nil, args...)
}

// GitInput is Git with standard input.
func GitInput(t testing.TB, dir string, input []byte, args ...string) string {
	t.Helper()
	return git(t, dir, input, nil, args)
}

// GitAt is Git with the date of authors and committers.
func GitAt(t testing.TB, dir, date string, args ...string) string {
	t.Helper()
	return git(t, dir, nil, []string{"GIT_AUTHOR_DATE=" + date, "GIT_COMMITTER_DATE=" + date}, args)
}

func git(t testing.TB, dir string, input []byte, env, args []string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("skipped: no git")
	}
	c := exec.Command("git", args...)
	c.Dir, c.Env, c.Stdin = dir, append(GitEnv(), env...), bytes.NewReader(input)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, said.Bytes())
	}
	return strings.Trim(out.String(), "\n")
}

// Commit makes dir a repository, unless it is one, and commits everything in it.
func Commit(t testing.TB, dir, subject string) {
	t.Helper()
	if _, err := os.Stat(dir + "/.git"); err != nil {
		Git(t, dir, "init", "-q", "-b", "main")
	}
	Git(t, dir, "add", "-A", "-f")
	Git(t, dir, "commit", "-q", "--allow-empty", "-m", subject)
}
