package child

// readNow gives nothing: pipes have no deadlines here, so none is overrun.
func readNow(uintptr, []byte) int { return -1 }
