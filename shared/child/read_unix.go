//go:build unix

package child

import "golang.org/x/sys/unix"

// readNow reads from a non-blocking descriptor. It returns -1 for an error.
func readNow(fd uintptr, buffer []byte) int {
	n, err := unix.Read(int(fd), buffer)
	if err != nil {
		return -1
	}
	return n
}
