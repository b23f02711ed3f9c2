package tooltest

import (
	"os"
	"os/signal"
)

// Deliver makes the given signals reach the programs that this process starts
// even if it ignores them itself, as it does under nohup or after a shell's &:
// a program inherits the signals that its parent ignores.
func Deliver(signals ...os.Signal) {
	for _, s := range signals {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s) // what is caught here is not ignored there
		}
	}
}
