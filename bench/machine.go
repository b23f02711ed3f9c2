package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// machine describes the machine without what identifies it: processor, cores, kernel.
func machine() string {
	parts := []string{}
	if model := procField("/proc/cpuinfo", "model name"); model != "" {
		parts = append(parts, model)
	}
	cores := "cores"
	if runtime.NumCPU() == 1 {
		cores = "core"
	}
	parts = append(parts, fmt.Sprintf("%d %s", runtime.NumCPU(), cores), runtime.GOOS+"/"+runtime.GOARCH)
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		numbers := strings.SplitN(strings.TrimSpace(string(release)), ".", 3)
		parts = append(parts, "Linux "+strings.Join(numbers[:min(2, len(numbers))], "."))
	}
	return strings.Join(parts, ", ")
}

// floor returns the peak resident memory of this process in KiB, 0 if /proc does not have it. A process that this one
// starts shares its memory until it executes another program, and Linux includes that in its peak.
func floor() int64 {
	number, _, _ := strings.Cut(procField("/proc/self/status", "VmHWM"), " ")
	kib, _ := strconv.ParseInt(number, 10, 64)
	return kib
}

// procField returns the first value of a key in a file of "key: value" lines, "" if there is none.
func procField(file, key string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	for in := bufio.NewScanner(f); in.Scan(); {
		if k, value, _ := strings.Cut(in.Text(), ":"); strings.TrimSpace(k) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// fileSystem returns the type of the file system of dir, which is absolute and free of links, or "".
func fileSystem(dir string) string {
	mounts, _ := os.ReadFile("/proc/self/mounts") // only Linux has it
	return mountedKind(string(mounts), dir)
}

// mountedKind looks up dir in mounts (proc(5), fstab(5)), with spaces as \040. A later mount hides an earlier one.
func mountedKind(mounts, dir string) string {
	kind, length := "", 0
	for line := range strings.Lines(mounts) {
		fields := strings.Fields(line)
		if len(fields) < 3 {
			continue
		}
		point := strings.TrimSuffix(strings.ReplaceAll(fields[1], `\040`, " "), "/")
		if strings.HasPrefix(dir+"/", point+"/") && len(point) >= length {
			kind, length = fields[2], len(point)
		}
	}
	return kind
}
