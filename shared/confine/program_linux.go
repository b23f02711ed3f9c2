package confine

import (
	"bytes"
	"encoding/binary"
	"io"
	"path"
	"slices"

	"github.com/ct-tools/ct/shared/regular"
	"golang.org/x/sys/unix"
)

// maxPrograms limits a chain of interpreters: the kernel follows four scripts and then a binary's interpreter.
const maxPrograms = 7

// programs returns a program and the interpreters that the kernel executes with it.
func programs(file string) []string {
	var list []string
	for file != "" && len(list) < maxPrograms && !slices.Contains(list, file) {
		list = append(list, file)
		file = interpreterOf(file)
	}
	return list
}

// interpreterOf returns the interpreter that file names, or "".
func interpreterOf(file string) string {
	f, err := regular.Open(file)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	return interpreter(f)
}

// scriptHead is the number of bytes of a script that the kernel reads (BINPRM_BUF_SIZE).
const scriptHead = 256

// interpreter returns the absolute path after a script's "#!", or the one in the PT_INTERP segment of a 64-bit ELF
// file, or "". A relative path is ignored: its meaning depends on the working folder of the program.
func interpreter(file io.ReaderAt) string {
	head := make([]byte, scriptHead)
	n, _ := file.ReadAt(head, 0)
	head = head[:n]
	var name []byte
	if line, ok := bytes.CutPrefix(head, []byte("#!")); ok {
		line = bytes.TrimLeft(line, " \t")
		if end := bytes.IndexAny(line, " \t\n\x00"); end >= 0 {
			line = line[:end]
		}
		name = line
	} else {
		name = elfInterpreter(file, head)
	}
	if !path.IsAbs(string(name)) {
		return ""
	}
	return string(name)
}

// Offsets and sizes of the fields of an ELF file that are read (System V ABI, chapters 4 and 5), for 64 bits.
const (
	elfPrograms     = 32 // offset of the program headers, 8 bytes
	elfProgramSize  = 54 // bytes of one header, 2 bytes
	elfProgramCount = 56 // 2 bytes
	elfHeader       = 64

	elfInterp     = 3 // type of the segment that names the interpreter
	segmentOffset = 8
	segmentSize   = 32
	segmentHeader = 56
)

// elfInterpreter returns the path in an ELF file, whatever its byte order: the kernel may start another machine's programs
// through an emulator.
func elfInterpreter(file io.ReaderAt, head []byte) []byte {
	const class64, little, big = 2, 1, 2
	if len(head) < elfHeader || string(head[:4]) != "\x7fELF" || head[4] != class64 {
		return nil
	}
	var order binary.ByteOrder
	switch head[5] {
	case little:
		order = binary.LittleEndian
	case big:
		order = binary.BigEndian
	default:
		return nil
	}
	at, size, count := order.Uint64(head[elfPrograms:]), order.Uint16(head[elfProgramSize:]), order.Uint16(head[elfProgramCount:])
	if size != segmentHeader || at >= 1<<62 {
		return nil // the kernel accepts no other
	}
	header := make([]byte, segmentHeader)
	for i := range int64(count) {
		if _, err := file.ReadAt(header, int64(at)+i*segmentHeader); err != nil {
			return nil
		}
		if order.Uint32(header) != elfInterp {
			continue
		}
		begin, length := order.Uint64(header[segmentOffset:]), order.Uint64(header[segmentSize:])
		if begin >= 1<<62 || length > unix.PathMax {
			return nil
		}
		name := make([]byte, length)
		if _, err := file.ReadAt(name, int64(begin)); err != nil {
			return nil
		}
		name, _, _ = bytes.Cut(name, []byte{0})
		return name
	}
	return nil
}
