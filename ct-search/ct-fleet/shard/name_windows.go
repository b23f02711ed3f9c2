package shard

import "golang.org/x/sys/windows"

// errName is the system's error for a name that it does not take.
const errName = windows.ERROR_INVALID_NAME
