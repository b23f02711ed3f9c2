package main

import "syscall"

const (
	terminate = syscall.SIGTERM
	hangUp    = syscall.SIGHUP
)
