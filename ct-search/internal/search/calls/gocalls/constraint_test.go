package gocalls

import (
	"bytes"
	"go/build"
	"io"
	"strings"
	"testing"
)

// matchFile is the slow twin of builtIn.
func matchFile(name string, head []byte, system [2]string) bool {
	c := build.Context{GOOS: system[0], GOARCH: system[1], Compiler: "gc", ReleaseTags: build.Default.ReleaseTags}
	c.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(head)), nil }
	ok, err := c.MatchFile("/x", name)
	return err == nil && ok
}

func agrees(t *testing.T, name, text string) {
	t.Helper()
	for _, system := range systems {
		if got, want := builtIn("/x/"+name, []byte(text), system), matchFile(name, []byte(text), system); got != want {
			t.Errorf("%s with %q for %v: %v, go/build says %v", name, text, system, got, want)
		}
	}
}

// TestFilesOfBuildsAreThoseOfGo compares with go/build, by names and by lines of constraints.
func TestFilesOfBuildsAreThoseOfGo(t *testing.T) {
	t.Parallel()
	words := strings.FieldsSeq("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos unix " +
		"386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm " +
		"cgo gc gccgo boringcrypto ignore go1 go1.0 go1.1 go1.01 go1.20 go1.26 go1.27 go1.99 go1.x go1.1.1 test x")
	for word := range words {
		for _, name := range []string{word + ".go", "a_" + word + ".go", "a_" + word + "_test.go", "_" + word + ".go", "." + word + ".go", "a_linux_" + word + ".go", "a_" + word + "_amd64.go", "a_" + word + ".x.go", "a_" + word + "_b.go"} {
			agrees(t, name, "package a\n")
		}
		agrees(t, "a.go", "//go:build "+word+" && !windows\n\npackage a\n")
		agrees(t, "a.go", "// +build "+word+"\n\npackage a\n")
	}
	for _, text := range texts {
		agrees(t, "a.go", text)
	}
}

var texts = []string{
	"", "package a", "// a\n", "\ufeff//go:build linux\n\npackage a\n", "//go:build\n\npackage a\n", "//go:build linux\n//go:build windows\n\npackage a\n",
	"//go:build (\n\npackage a\n", "// +build linux darwin,!arm64\n// +build amd64\n\npackage a\n", "// +build linux\npackage a\n", "/* a */ // +build linux\n\npackage a\n",
	"/*\n//go:build linux\n*/\n//go:build windows\npackage a\n", "/* */ //go:build linux\n\npackage a\n", "package a\n//go:build linux\n", "// +build (\n\npackage a\n",
	"//go:build windows\n// +build linux\n\npackage a\n", "//\n\n// +build linux\n// a\n\n\n// +build windows\npackage a\n", "  //go:build windows  \r\n\r\npackage a\r\n",
	"//go:buildx windows\n\npackage a\n", "/* a\n\n// +build windows\n\n*/\npackage a\n", "/* a */ /* b */ package a\n//go:build linux\n", "//go:build !go1.5 || unix\n\npackage a\nimport (\n",
}

// FuzzBuilt compares with go/build.
func FuzzBuilt(f *testing.F) {
	for _, text := range texts {
		f.Add("a_linux_test.go", text)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		if strings.ContainsAny(name, "/\\\x00") || !strings.HasSuffix(name, ".go") || strings.Contains(text, "\x00") {
			return // go/build reads no file with a zero byte among its imports
		}
		agrees(t, name, text)
	})
}
