package confine

import (
	"testing"

	"golang.org/x/sys/unix"
)

// The two tables with numbers of their own, so that both filters are tested on
// either machine.
var (
	amd64 = abi{audit: 0xc000003e, x32Bit: 1 << 30, open: 2, openat: 257, openat2: 437, openByHandle: 304, truncate: 76, ftruncate: 77, ioUringSetup: 425}
	arm64 = abi{audit: 0xc00000b7, open: -1, openat: 56, openat2: 437, openByHandle: 265, truncate: 45, ftruncate: 46, ioUringSetup: 425}
)

func TestNativeNumbersAreTheKernels(t *testing.T) {
	if filterKnown && native != amd64 && native != arm64 {
		t.Errorf("%+v", native)
	}
}

// A call is what a filter sees of one system call.
type call struct {
	arch, number uint32
	args         [6]uint32 // low halves
}

// run interprets the filter as linux/filter.h defines its instructions; the
// ones that are not used here fail the test.
func run(t *testing.T, filter []unix.SockFilter, c call) uint32 {
	t.Helper()
	var a uint32
	for pc := 0; pc < len(filter); pc++ {
		in := filter[pc]
		jump := func(yes bool) {
			if yes {
				pc += int(in.Jt)
			} else {
				pc += int(in.Jf)
			}
		}
		switch in.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			switch {
			case in.K == dataNumber:
				a = c.number
			case in.K == dataArch:
				a = c.arch
			case in.K >= dataArgs && (in.K-dataArgs)%8 == 0:
				a = c.args[(in.K-dataArgs)/8]
			default:
				t.Fatalf("instruction %d loads from %d", pc, in.K)
			}
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			jump(a == in.K)
		case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
			jump(a >= in.K)
		case unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K:
			jump(a&in.K != 0)
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			a &= in.K
		case unix.BPF_RET | unix.BPF_K:
			return in.K
		default:
			t.Fatalf("instruction %d is unknown: %#x", pc, in.Code)
		}
	}
	t.Fatal("the filter runs off its end")
	return 0
}

func TestFilterDeniesTruncatingAndNothingElse(t *testing.T) {
	const (
		pass    = unix.SECCOMP_RET_ALLOW
		denied  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
		unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	)
	for name, m := range map[string]abi{"amd64": amd64, "arm64": arm64} {
		t.Run(name, func(t *testing.T) {
			filter := program(m)
			check := func(what string, c call, want uint32) {
				t.Helper()
				if got := run(t, filter, c); got != want {
					t.Errorf("%s: %#x, want %#x", what, got, want)
				}
			}
			for _, o := range []struct{ number, flags int }{{m.open, 1}, {m.openat, 2}, {m.openByHandle, 2}} {
				if o.number < 0 {
					continue
				}
				with := func(flags uint32) call {
					c := call{arch: m.audit, number: uint32(o.number)}
					for i := range c.args {
						c.args[i] = unix.O_TRUNC // in the wrong places, but for one
					}
					c.args[o.flags] = flags | unix.O_CLOEXEC
					return c
				}
				check("open to read", with(unix.O_RDONLY), pass)
				check("open to write", with(unix.O_WRONLY|unix.O_CREAT), pass)
				check("truncate with read", with(unix.O_RDONLY|unix.O_TRUNC), denied)
				check("truncate with mode 3", with(unix.O_ACCMODE|unix.O_TRUNC), denied)
				check("truncate with write is Landlock's", with(unix.O_WRONLY|unix.O_TRUNC), pass)
				check("truncate with both is Landlock's", with(unix.O_RDWR|unix.O_TRUNC), pass)
				foreign := with(unix.O_RDONLY)
				foreign.arch = 0x40000003 // AUDIT_ARCH_I386
				check("another architecture", foreign, unknown)
			}
			at := func(number int) call { return call{arch: m.audit, number: uint32(number)} }
			check("truncate", at(m.truncate), denied)
			check("ftruncate", at(m.ftruncate), denied)
			check("io_uring_setup", at(m.ioUringSetup), denied)
			check("openat2", at(m.openat2), unknown)
			check("a call of no interest", at(1000), pass)
			if m.x32Bit != 0 {
				check("x32 truncate", at(m.truncate|1<<30), unknown)
				check("x32 read", at(1<<30), unknown)
			}
		})
	}
}
