//go:build linux

package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == inside {
		main()
	}
	os.Exit(m.Run())
}

// exit7 is code that makes the system call exit(7).
var exit7 = map[string][]byte{
	"arm64": {
		0xe0, 0x00, 0x80, 0xd2, // mov x0, #7
		0xa8, 0x0b, 0x80, 0xd2, // mov x8, #93
		0x01, 0x00, 0x00, 0xd4, // svc #0
	},
	"s390x": {
		0xa7, 0x29, 0x00, 0x07, // lghi %r2, 7
		0x0a, 0x01, // svc 1
	},
}

// program writes an executable that consists of a header, a segment and code.
func program(t *testing.T, name string) string {
	t.Helper()
	const base, headers = 0x400000, 64 + 56
	a, code := architectures[name], exit7[name]
	var order binary.ByteOrder = binary.LittleEndian
	ident := [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)}
	if a.big {
		order, ident[elf.EI_DATA] = binary.BigEndian, byte(elf.ELFDATA2MSB)
	}
	var b bytes.Buffer
	size := uint64(headers + len(code))
	for _, part := range []any{
		elf.Header64{Ident: ident, Type: uint16(elf.ET_EXEC), Machine: uint16(a.machine), Version: 1, Entry: base + headers, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: 1},
		elf.Prog64{Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_R | elf.PF_X), Vaddr: base, Paddr: base, Filesz: size, Memsz: size, Align: 0x10000},
		code,
	} {
		if err := binary.Write(&b, order, part); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "exit7")
	if err := os.WriteFile(path, b.Bytes(), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestProgramsOfTheArchitectureRunInsideOnly(t *testing.T) {
	for name, a := range architectures {
		t.Run(name, func(t *testing.T) {
			if _, err := a.interpreter(); err != nil {
				t.Skip("skipped: no qemu-" + a.qemu + "-static")
			}
			path := program(t, name)
			if err := exec.Command(path).Run(); !errors.Is(err, syscall.ENOEXEC) {
				t.Skip("skipped: the whole machine runs such programs")
			}
			status, err := run([]string{name, "sh", "-c", `"$0"; [ $? = 7 ] && [ "$(id -u) $(id -g)" = "$1" ] && exit 9`, path, identityHere()})
			if err != nil {
				t.Skip("skipped: no user namespace with formats of its own: " + err.Error())
			}
			if status == 2 {
				t.Skip("skipped: no user namespace with formats of its own")
			}
			if status != 9 {
				t.Errorf("status %d", status)
			}
			if err := exec.Command(path).Run(); !errors.Is(err, syscall.ENOEXEC) {
				t.Errorf("outside: %v", err)
			}
		})
	}
}

func identityHere() string {
	out, _ := exec.Command("sh", "-c", `echo "$(id -u) $(id -g)"`).Output()
	return strings.TrimSpace(string(out))
}

func TestWhatCannotRunIsAnError(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, usage},
		{[]string{"arm64"}, usage},
		{[]string{"vax", "true"}, `architecture "vax" is not known`},
	} {
		if status, err := run(c.args); status != 2 || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %d, %v", c.args, status, err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if status, err := run([]string{"s390x", "true"}); status != 2 || err == nil || err.Error() != "no qemu-s390x-static on PATH; install it (Debian: qemu-user-static)" {
		t.Errorf("%d, %v", status, err)
	}
}
