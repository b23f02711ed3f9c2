package confine

// Child restricts a program that is started through Start: it may not write except to the null device, change metadata,
// mount, open sockets, signal or trace others, or execute other programs. docs/security.md has the details.
type Child struct {
	// Mode is Auto or Require. Off restricts nothing; Start otherwise works as usual.
	Mode Mode
	// Exec are the files that may be executed, with the interpreters that they name. What cannot be opened is ignored.
	Exec []string
	// Readable are the files and folders that may be read, with everything below them, in addition to what programs
	// need from the system (its libraries, locales, time zones) and the files of Exec. Nil does not restrict reading.
	Readable []string
	// Sockets is a folder in which the program may create, write and remove files, and listen on
	// unix stream sockets; it cannot connect to any. "" means none.
	Sockets string
}

// Start calls start on an operating system thread to which the restrictions apply and on which nothing else runs. A
// process that start creates inherits them for good, and this process keeps all its rights. start should do little
// else; goroutines that it begins run on other threads. If start returns no error, wait is called on the same thread,
// and the thread ends when it returns: for a process with a parent-death signal, wait must wait until it has ended.
// Start itself returns when start has returned.
//
// What the system does not support is recorded in the Status; under Require it is a RequireError, and start is not
// called. It is an error if an entry of Readable cannot be opened. Errors of start are returned unchanged.
func (c Child) Start(start func() (wait func(), err error)) (Status, error) { return c.start(start) }
