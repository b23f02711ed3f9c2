package child

// readNow returns -1: pipes have no deadlines here, so none is exceeded.
func readNow(uintptr, []byte) int { return -1 }
