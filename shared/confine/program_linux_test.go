package confine

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// wanted is what the standard library reads from an ELF file.
func wanted(text []byte) string {
	f, err := elf.NewFile(bytes.NewReader(text))
	if err != nil {
		return ""
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			name := make([]byte, p.Filesz)
			if _, err := p.ReadAt(name, 0); err != nil {
				return ""
			}
			name, _, _ = bytes.Cut(name, []byte{0})
			return string(name)
		}
	}
	return ""
}

func TestInterpreterIsWhatTheFileNames(t *testing.T) {
	for text, want := range map[string]string{
		"#!/bin/sh\n": "/bin/sh", "#! \t/bin/sh -e\n": "/bin/sh", "#!/bin/sh": "/bin/sh", "#!/a\tb": "/a", "#!bin/sh\n": "", "#!\n": "", "#!": "", "": "", "text": "", "\x7fELF": "",
	} {
		if got := interpreter(bytes.NewReader([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, name := range []string{"sh", "ls", "go"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := interpreter(bytes.NewReader(text)), wanted(text); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestInterpreterIsReadInEitherByteOrder(t *testing.T) {
	for data, order := range map[elf.Data]binary.ByteOrder{elf.ELFDATA2LSB: binary.LittleEndian, elf.ELFDATA2MSB: binary.BigEndian, elf.ELFDATANONE: binary.LittleEndian} {
		const name = "/lib/ld64.so.1"
		want := name
		if data == elf.ELFDATANONE {
			want = ""
		}
		var b bytes.Buffer
		for _, part := range []any{
			elf.Header64{Ident: [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(data)}, Phoff: elfHeader, Phentsize: segmentHeader, Phnum: 1},
			elf.Prog64{Type: uint32(elf.PT_INTERP), Off: elfHeader + segmentHeader, Filesz: uint64(len(name) + 1)},
			[]byte(name + "\x00"),
		} {
			if err := binary.Write(&b, order, part); err != nil {
				t.Fatal(err)
			}
		}
		if got := interpreter(bytes.NewReader(b.Bytes())); got != want {
			t.Errorf("%v: %q, want %q", data, got, want)
		}
	}
}

func TestInterpretersAreFollowedAndEnd(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{"a": "#!" + at("b"), "b": "#!" + at("c"), "c": "", "loop": "#!" + at("loop")} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string][]string{"a": {at("a"), at("b"), at("c")}, "loop": {at("loop")}, "absent": {at("absent")}} {
		if got := programs(at(name)); !slices.Equal(got, want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func FuzzInterpreterHoldsNoSurprise(f *testing.F) {
	if path, err := exec.LookPath("sh"); err == nil {
		if text, err := os.ReadFile(path); err == nil {
			f.Add(text[:min(len(text), 1<<12)])
		}
	}
	f.Add([]byte("#!/bin/sh -e\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		got := interpreter(bytes.NewReader(text))
		if got != "" && got[0] != '/' || bytes.ContainsRune([]byte(got), 0) {
			t.Errorf("%q", got)
		}
		if got != "" && !bytes.Contains(text, []byte(got)) {
			t.Errorf("%q is not in the file", got)
		}
	})
}
