package sibling

import "syscall"

// endWithParent has the kernel tell the program to end when the thread that
// started it does.
func endWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGTERM }
