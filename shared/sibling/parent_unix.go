//go:build unix && !linux

package sibling

import "syscall"

func endWithParent(*syscall.SysProcAttr) {}
