package sibling

import "syscall"

// endWithParent makes the kernel ask the program to end when the thread that started it ends.
func endWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGTERM }
