package pycalls

import (
	"bytes"
	"slices"
	"strings"
)

// builtins are the classes that Python knows everywhere, in order.
var builtins = []string{
	"bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "memoryview", "range", "set", "slice", "str", "tuple",
}

// concrete are the names in module typing of those and of collections, in order; others there are of what any class may have.
var concrete = []string{"ChainMap", "Counter", "DefaultDict", "Deque", "Dict", "FrozenSet", "List", "OrderedDict", "Set", "Text", "Tuple"}

// libraries are the modules of Python's library, in order.
var libraries = []string{
	"abc", "aifc", "argparse", "array", "ast", "asynchat", "asyncio", "asyncore", "atexit", "audioop", "base64", "bdb", "binascii", "bisect", "builtins",
	"bz2", "cProfile", "calendar", "cgi", "cgitb", "chunk", "cmath", "cmd", "code", "codecs", "codeop", "collections", "colorsys", "compileall",
	"concurrent", "configparser", "contextlib", "contextvars", "copy", "copyreg", "crypt", "csv", "ctypes", "curses", "dataclasses", "datetime", "dbm",
	"decimal", "difflib", "dis", "distutils", "doctest", "email", "encodings", "ensurepip", "enum", "errno", "faulthandler", "fcntl", "filecmp",
	"fileinput", "fnmatch", "fractions", "ftplib", "functools", "gc", "genericpath", "getopt", "getpass", "gettext", "glob", "graphlib", "grp", "gzip",
	"hashlib", "heapq", "hmac", "html", "http", "imaplib", "imghdr", "imp", "importlib", "inspect", "io", "ipaddress", "itertools", "json", "keyword",
	"linecache", "locale", "logging", "lzma", "mailbox", "mailcap", "marshal", "math", "mimetypes", "mmap", "modulefinder", "msilib", "msvcrt",
	"multiprocessing", "netrc", "nis", "nntplib", "nt", "ntpath", "nturl2path", "numbers", "opcode", "operator", "optparse", "os", "ossaudiodev",
	"pathlib", "pdb", "pickle", "pickletools", "pipes", "pkgutil", "platform", "plistlib", "poplib", "posix", "posixpath", "pprint", "profile", "pstats",
	"pty", "pwd", "py_compile", "pyclbr", "pydoc", "pydoc_data", "pyexpat", "queue", "quopri", "random", "re", "readline", "reprlib", "resource",
	"rlcompleter", "runpy", "sched", "secrets", "select", "selectors", "shelve", "shlex", "shutil", "signal", "site", "smtpd", "smtplib", "sndhdr",
	"socket", "socketserver", "spwd", "sqlite3", "sre_compile", "sre_constants", "sre_parse", "ssl", "stat", "statistics", "string", "stringprep",
	"struct", "subprocess", "sunau", "symtable", "sys", "sysconfig", "syslog", "tabnanny", "tarfile", "telnetlib", "tempfile", "termios", "textwrap",
	"threading", "time", "timeit", "tkinter", "token", "tokenize", "tomllib", "trace", "traceback", "tracemalloc", "tty", "turtle", "types", "typing",
	"unicodedata", "unittest", "urllib", "uu", "uuid", "venv", "warnings", "wave", "weakref", "webbrowser", "winreg", "winsound", "wsgiref", "xdrlib",
	"xml", "xmlrpc", "zipapp", "zipfile", "zipimport", "zlib", "zoneinfo",
}

// methods are those of the built-in classes that other classes have too, in order.
var methods = []string{
	"add", "append", "clear", "close", "copy", "count", "decode", "difference", "discard", "encode", "endswith", "extend", "fileno", "find", "flush", "format",
	"get", "index", "insert", "intersection", "items", "join", "keys", "lower", "partition", "pop", "popitem", "read", "readable", "readline", "readlines", "remove",
	"replace", "reverse", "rfind", "seek", "setdefault", "sort", "split", "splitlines", "startswith", "strip", "tell", "title", "translate", "truncate", "union",
	"update", "upper", "values", "writable", "write", "writelines",
}

func isIn(names []string, name string) bool {
	_, ok := slices.BinarySearch(names, name)
	return ok
}

// isLibrary reports whether a name that a module of Python's library has is that of a class.
func isLibrary(module, name string) bool {
	if module == "typing" {
		return isIn(concrete, name)
	}
	return ofLibrary(module) && !isProtocol(module)
}

// isProtocol reports whether the classes of a module are what any class may be.
func isProtocol(word string) bool {
	switch word {
	case "abc", "numbers", "collections.abc", "contextlib":
		return true
	}
	return false
}

// ofLibrary reports whether a module is of Python's library, by its name.
func ofLibrary(module string) bool {
	first, _, _ := strings.Cut(module, ".")
	return isIn(libraries, first)
}

// literal returns the built-in class of the value that a text writes, if it is nothing else.
func literal(text []byte) (string, bool) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return "", false
	}
	var name string
	switch c := text[0]; {
	case c == '{':
		name = "dict"
	case c == '[':
		name = "list"
	case c == '"' || c == '\'':
		if end := bytes.IndexByte(text[1:], c); end >= 0 && end+2 == len(text) && end > 0 {
			return "str", true
		}
		return "", false
	default:
		return "", false
	}
	depth := 0
	for i, c := range text {
		switch c {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			if depth--; depth == 0 {
				return name, i == len(text)-1
			}
		}
	}
	return "", false
}
