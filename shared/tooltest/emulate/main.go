//go:build linux

// Command emulate runs a command for which the kernel starts programs of another architecture through QEMU:
//
//	emulate arm64|s390x COMMAND [ARG…]
//
// It needs qemu-aarch64-static or qemu-s390x-static (Debian: qemu-user-static) and Linux 6.7, which keeps the formats of
// executables per user namespace (binfmt_misc): only the command and what it starts see the emulated architecture.
// The rest of the machine stays as it is, and no rights are needed.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const usage = "usage: emulate arm64|s390x COMMAND [ARG…]"

// An architecture is how QEMU calls it and how its executables begin (ELF specification, chapter 4, ELF header).
type architecture struct {
	qemu    string
	big     bool
	machine byte // e_machine; all known here are below 256
}

var architectures = map[string]architecture{
	"arm64": {qemu: "aarch64", machine: 183},
	"s390x": {qemu: "s390x", big: true, machine: 22},
}

// inside is the first argument of the process that is in the new namespace.
const inside = "--inside"

func main() {
	status, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "emulate:", err)
	}
	os.Exit(status)
}

// run returns the exit status of the command.
func run(args []string) (int, error) {
	if len(args) > 2 && args[0] == inside {
		return enter(args[1], args[2:])
	}
	if len(args) < 2 {
		return 2, errors.New(usage)
	}
	a, known := architectures[args[0]]
	if !known {
		return 2, fmt.Errorf("architecture %q is not known; %s", args[0], usage)
	}
	qemu, err := a.interpreter()
	if err != nil {
		return 2, err
	}
	self, err := os.Executable()
	if err != nil {
		return 2, err
	}
	uid, gid := os.Geteuid(), os.Getegid()
	cmd := exec.Command(self, append([]string{inside, a.format(qemu)}, args[1:]...)...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d", identity, uid, gid), "CT_TEST_EMULATED=1") // tooltest.EmulatedVariable
	return start(cmd, mapped(0, uid), mapped(0, gid), syscall.CLONE_NEWNS)
}

// interpreter returns the path of the static QEMU, which works wherever its caller's root is.
func (a architecture) interpreter() (string, error) {
	path, err := exec.LookPath("qemu-" + a.qemu + "-static")
	if err != nil {
		return "", fmt.Errorf("no qemu-%s-static on PATH; install it (Debian: qemu-user-static)", a.qemu)
	}
	return path, nil
}

// format returns the line that makes the kernel start the architecture's executables through qemu (the kernel's
// Documentation/admin-guide/binfmt-misc.rst). The kernel opens qemu at once (F) and hands on the name that the program
// was started by (P).
func (a architecture) format(qemu string) string {
	order, kind, machine := byte(1), []byte{2, 0}, []byte{a.machine, 0}
	if a.big {
		order, kind, machine = 2, []byte{0, 2}, []byte{0, a.machine}
	}
	magic := append([]byte{0x7f, 'E', 'L', 'F', 2, order, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, append(kind, machine...)...)
	mask := []byte(strings.Repeat("\xff", 7) + "\x00" + strings.Repeat("\xff", 12)) // whatever the ABI
	for i, b := range kind {
		if b == 2 {
			mask[16+i] = 0xfe // ET_EXEC and ET_DYN
		}
	}
	return fmt.Sprintf(":ct-%s:M:0:%s:%s:%s:PF", a.qemu, escaped(magic), escaped(mask), qemu)
}

func escaped(bytes []byte) string {
	var s strings.Builder
	for _, b := range bytes {
		fmt.Fprintf(&s, `\x%02x`, b)
	}
	return s.String()
}

// identity is the variable that says which user and group the command runs as.
const identity = "CT_EMULATE_AS"

// formats is where the formats of executables are mounted.
const formats = "/proc/sys/fs/binfmt_misc"

// enter adds the format to those of this process's namespace and runs the command in another one inside it, in which
// its user is no longer the root that a mount needs.
func enter(format string, command []string) (int, error) {
	if err := unix.Mount("binfmt_misc", formats, "binfmt_misc", 0, ""); err != nil {
		return 2, fmt.Errorf("mounting binfmt_misc: %w; Linux 6.7 or later is needed, built with it", err)
	}
	if err := os.WriteFile(formats+"/register", []byte(format), 0o200); err != nil {
		return 2, fmt.Errorf("registering %q: %w", format, err)
	}
	var uid, gid int
	if _, err := fmt.Sscan(os.Getenv(identity), &uid, &gid); err != nil {
		return 2, fmt.Errorf("reading %s: %w", identity, err)
	}
	if err := os.Unsetenv(identity); err != nil {
		return 2, err
	}
	return start(exec.Command(command[0], command[1:]...), mapped(uid, 0), mapped(gid, 0), 0)
}

// mapped makes an id outside a namespace another inside. If both are root's, all others stay as they are: tests become
// other users.
func mapped(to, from int) []syscall.SysProcIDMap {
	if to == 0 && from == 0 {
		return []syscall.SysProcIDMap{{Size: 1<<32 - 1}}
	}
	return []syscall.SysProcIDMap{{ContainerID: to, HostID: from, Size: 1}}
}

// start runs a command in a new user namespace, and others by their flags, and returns its exit status. The command
// ends with this process.
func start(cmd *exec.Cmd, users, groups []syscall.SysProcIDMap, flags uintptr) (int, error) {
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | flags,
		UidMappings: users, GidMappings: groups,
		GidMappingsEnableSetgroups: groups[0].Size > 1,
		Pdeathsig:                  syscall.SIGTERM,
	}
	runtime.LockOSThread() // Pdeathsig comes when the thread that started the command ends
	err := cmd.Run()
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		return max(ended.ExitCode(), 1), nil
	}
	if err != nil {
		return 2, err
	}
	return 0, nil
}
