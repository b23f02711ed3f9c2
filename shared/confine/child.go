package confine

// Child says what a program may do that is started through Start: it may not
// write anywhere but to the null device, change metadata, mount, open sockets,
// signal or trace processes that it did not start, execute other programs.
// docs/security.md has the whole account.
type Child struct {
	// Mode is Auto or Require. Off restricts nothing and leaves Start as it
	// is otherwise.
	Mode Mode
	// Exec are the files that may be executed, links followed, and with each the
	// interpreter that it names. One that cannot be opened is passed over.
	Exec []string
	// Readable are the files and folders that may be read, with all below them,
	// beside what programs need of the system (its libraries, locales, time
	// zones) and the files of Exec. Nil leaves reading as it is.
	Readable []string
	// Sockets is a folder in which it may make, write and remove files, and
	// listen on unix sockets of streams there; it cannot connect to any. "" is none.
	Sockets string
}

// Start calls start on a thread of the system that the restrictions hold for
// and nothing else runs on: a process that start creates inherits them for
// good, and this process keeps all its rights. What start does there beside
// should be little; goroutines that it begins run on other threads. If start
// gives no error, wait is called on the same thread, and when it returns the
// thread ends: a process that was created with a parent-death signal is to be
// waited for in it. Start itself returns when start has.
//
// What the system does not give is recorded in the Status; under Require it is
// a RequireError, and start is not called. An entry of Readable that cannot be
// opened is an error, as are those of start, which come as they are.
func (c Child) Start(start func() (wait func(), err error)) (Status, error) {
	return c.start(start)
}
