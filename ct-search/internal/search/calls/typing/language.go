package typing

import (
	"path"
	"slices"

	"github.com/ct-tools/ct/shared/lazy"
)

// rows are the languages whose types are followed.
var rows = lazy.Value[map[string]*Language]{Make: func() map[string]*Language {
	rust, script := rustLanguage(), scriptLanguage()
	return map[string]*Language{
		"java": {
			before: true, infer: "var", namespace: "package", library: []string{"java."}, builtin: of(javaLang), literals: javaLiterals.Get, containers: javaContainers(),
			always:  map[string]string{"class": "Class", "getClass": "Class", "toString": "String"},
			becomes: map[string]string{"iterator": "Iterator", "listIterator": "ListIterator", "stream": "Stream", "findFirst": "Optional", "findAny": "Optional"},
		},
		"cs": {
			before: true, infer: "var", namespace: "namespace", nested: true, open: true, extends: true, builtin: of(csharp), literals: csharpLiterals.Get, converts: true,
			alike:      map[string]string{"string": "String", "object": "Object", "bool": "boolean"},
			containers: map[string]int{".First": 0, ".FirstOrDefault": 0, ".Single": 0, ".Last": 0, ".Where": whole, ".ToList": whole, ".Pop": 0, ".Peek": 0, ".Dequeue": 0},
			always:     map[string]string{"ToString": "string", "GetType": "Type"},
		},
		"php":    {before: true, namespace: "namespace", arrow: ":", sigil: "$", dynamic: true, builtin: of(php), docs: true},
		"kotlin": {extends: true, arrow: ":", namespace: "package", library: []string{"java.", "kotlin."}, builtin: of(kotlin), containers: map[string]int{".first": 0, ".last": 0, ".get": 0, ".find": 0, ".filter": whole, ".next": 0}},
		"swift":  {open: true, extends: true, arrow: "->", builtin: isApple, containers: map[string]int{".first": 0, ".last": 0, ".popLast": 0, ".removeFirst": 0, ".removeLast": 0, ".filter": whole}},
		"cpp":    plusPlus(),
		"rust":   rust, "ts": script, "js": untyped(script),
	}
}}

// isApple reports whether a type is of Swift's library or of the systems that it is mostly used on, by its first letters.
func isApple(name string) bool {
	return of(swift)(name) || len(name) > 2 && upper(name[2:]) && slices.Contains([]string{"AV", "CA", "CF", "CG", "CL", "MK", "NS", "PH", "SK", "UI", "UN", "WK"}, name[:2])
}

// The types that a language knows everywhere, in order.
var (
	csharp = []string{
		"Action", "Activator", "AppDomain", "ArgumentException", "ArgumentNullException", "ArgumentOutOfRangeException", "Array", "ArrayList", "Assembly",
		"Attribute", "BinaryReader", "BinaryWriter", "BitConverter", "Buffer", "CancellationToken", "CharUnicodeInfo", "Collection",
		"ConcurrentDictionary", "Console", "Convert", "CultureInfo", "DateTime", "DateTimeOffset", "Debug", "Delegate", "Dictionary", "Directory",
		"DirectoryInfo", "Encoding", "Enum", "Environment", "EventArgs", "EventHandler", "Exception", "File", "FileInfo", "FileStream", "FormatException",
		"Func", "GC", "Group", "Guid", "HashSet", "Hashtable", "ICollection", "IComparable", "IComparer", "IDictionary", "IDisposable", "IEnumerable",
		"IEnumerator", "IEqualityComparer", "IFormatProvider", "IList", "IOException", "IReadOnlyCollection", "IReadOnlyDictionary", "IReadOnlyList",
		"ISet", "Interlocked", "InvalidOperationException", "KeyValuePair", "Lazy", "LinkedList", "List", "Match", "MatchCollection", "Math", "Memory",
		"MemoryStream", "Monitor", "NotImplementedException", "NotSupportedException", "Nullable", "Object", "Path", "Process", "Queue", "Random",
		"ReadOnlyCollection", "ReadOnlySpan", "Regex", "SortedDictionary", "Span", "Stack", "Stopwatch", "Stream", "StreamReader", "StreamWriter",
		"String", "StringBuilder", "StringComparer", "StringComparison", "StringReader", "StringWriter", "Task", "TextReader", "TextWriter", "Thread",
		"TimeSpan", "Timer", "Trace", "Tuple", "Type", "Uri", "ValueTask", "Version", "XDocument", "XElement", "XmlDocument", "XmlElement", "XmlNode",
		"XmlReader", "XmlWriter", "bool", "byte", "char", "decimal", "double", "float", "int", "long", "object", "sbyte", "short", "string", "uint",
		"ulong", "ushort", "void",
	}
	php    = []string{"array", "bool", "false", "float", "int", "never", "null", "string", "void"}
	kotlin = []string{
		"Array", "Boolean", "Byte", "Char", "CharSequence", "Double", "Exception", "Float", "Int", "Iterable", "Iterator", "List", "Long", "Map",
		"MutableList", "MutableMap", "MutableSet", "Nothing", "Number", "Pair", "Sequence", "Set", "Short", "String", "Throwable", "Triple", "Unit",
	}
	swift = []string{
		"Array", "Bool", "Character", "Data", "Date", "Dictionary", "Double", "Error", "Float", "Int", "Int32", "Int64", "Int8", "Never",
		"Set", "String", "Substring", "UInt", "UInt32", "UInt64", "UInt8", "URL", "UUID", "Void",
	}
)

func scriptLanguage() *Language {
	return &Language{
		modules: true, open: true, arrow: ":", builtin: of(globals), docs: true,
		containers: map[string]int{".pop": 0, ".shift": 0, ".find": 0, ".at": 0, ".values": whole, ".filter": whole, ".slice": whole, ".next": whole, "Map.get": 1, "WeakMap.get": 1},
	}
}

func rustLanguage() *Language {
	return &Language{
		crates: true, open: true, arrow: "->", clone: "clone", builtin: of(prelude), wrappers: map[string]string{"Box": "", "Rc": "", "Arc": ""},
		copies:  map[string]bool{"clone": true, "as_ref": true, "as_mut": true, "borrow": true, "by_ref": true, "to_owned": true},
		unwraps: map[string]bool{"Option": true, "Result": true},
		containers: map[string]int{
			".iter": whole, ".iter_mut": whole, ".into_iter": whole, ".drain": whole, ".next": whole, ".filter": whole, ".rev": whole, ".peekable": whole, ".skip": whole,
			".take": whole, ".get": whole, ".get_mut": whole, ".last": whole, ".first": whole, ".pop": whole, ".cloned": whole, ".copied": whole, ".ok": whole, ".lock": whole,
			".read": whole, ".write": whole, ".as_deref": whole, ".last_mut": whole, ".first_mut": whole, ".next_back": whole, ".peek": whole, ".ok_or": whole, ".map_err": whole,
			".unwrap": 0, ".expect": 0, ".unwrap_or_default": 0, ".unwrap_or": 0, ".unwrap_or_else": 0, ".borrow_mut": 0, ".unwrap_unchecked": 0,
		},
	}
}

func plusPlus() *Language {
	return &Language{
		headers: true, before: true, literals: plusPlusLiterals.Get, infer: "auto", builtin: of(fundamental),
		pointers: map[string]bool{"unique_ptr": true, "shared_ptr": true, "weak_ptr": true, "optional": true, "iterator": true},
		containers: map[string]int{
			".front": 0, ".back": 0, ".at": 0, ".begin": whole, ".end": whole, ".rbegin": whole, ".find": whole, ".top": 0, ".data": 0,
			"map.at": 1, "unordered_map.at": 1, "map.find": whole, "unordered_map.find": whole, "map.begin": whole, "unordered_map.begin": whole,
			"iterator.first": 0, "iterator.second": 1, "pair.first": 0, "pair.second": 1,
			"unique_ptr.get": 0, "shared_ptr.get": 0, "unique_ptr.release": 0, "weak_ptr.lock": whole, "optional.value": 0,
		},
		becomes: map[string]string{"begin": "iterator", "end": "iterator", "rbegin": "iterator", "find": "iterator"},
	}
}

// fundamental are the types of C++ that no header declares, in order.
var fundamental = []string{
	"bool", "char", "char16_t", "char32_t", "char8_t", "double", "float", "int", "int16_t", "int32_t", "int64_t", "int8_t", "intptr_t", "long",
	"ptrdiff_t", "short", "signed", "size_t", "ssize_t", "uint16_t", "uint32_t", "uint64_t", "uint8_t", "uintptr_t", "unsigned", "void", "wchar_t",
}

// prelude are types that Rust knows everywhere, in order; not those that have the members of another type.
var prelude = []string{
	"AsMut", "AsRef", "Clone", "Copy", "Debug", "Default", "Display", "DoubleEndedIterator", "Drop", "Eq", "ExactSizeIterator", "Extend",
	"Fn", "FnMut", "FnOnce", "From", "FromIterator", "Hash", "Into", "IntoIterator", "Iterator", "Option", "Ord", "PartialEq", "PartialOrd",
	"Result", "Send", "Sized", "String", "Sync", "ToOwned", "ToString", "TryFrom", "TryInto", "Unpin", "Vec", "bool", "char", "f32", "f64",
	"i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8", "usize",
}

// globals are types of the library of scripts, in order.
var globals = []string{
	"Array", "ArrayBuffer", "BigInt", "Boolean", "Date", "JSON", "Map", "Math", "Number", "RegExp", "Set", "String", "Symbol", "Uint8Array", "WeakMap", "WeakSet",
	"bigint", "boolean", "never", "number", "string", "symbol", "undefined", "void",
}

// javaContainers are those of java.util.
func javaContainers() map[string]int {
	return map[string]int{
		".iterator": whole, ".listIterator": whole, ".stream": whole, ".filter": whole, ".findFirst": whole, ".findAny": whole, ".subList": whole, ".sorted": whole,
		".next": 0, ".remove": 0, ".poll": 0, ".peek": 0, ".pop": 0, ".first": 0, ".last": 0, ".getFirst": 0, ".getLast": 0, ".element": 0, ".take": 0,
		".orElse": 0, ".orElseThrow": 0, ".orElseGet": 0, ".get": 0, ".removeFirst": 0, ".removeLast": 0, ".pollFirst": 0, ".pollLast": 0, ".call": 0, ".join": 0,
		"Map.get": 1, "HashMap.get": 1, "LinkedHashMap.get": 1, "TreeMap.get": 1, "ConcurrentMap.get": 1, "ConcurrentHashMap.get": 1, "EnumMap.get": 1,
		"SortedMap.get": 1, "WeakHashMap.get": 1, "Map.getOrDefault": 1, "Map.put": 1, "Map.remove": 1, "HashMap.remove": 1, "ConcurrentMap.remove": 1,
		"Entry.getKey": 0, "Map.Entry.getKey": 0, "Entry.getValue": 1, "Map.Entry.getValue": 1, "Function.apply": 1, "BiFunction.apply": 2,
	}
}

// untyped returns the same language without the types.
func untyped(l *Language) *Language {
	out := *l
	out.dynamic = true
	return &out
}

// Rules returns how a language writes types; nil if they are not followed.
func Rules(language string) *Language { return rows.Get()[language] }

// HasPackages reports whether files of a language say which package, or namespace, they are of.
func HasPackages(language string) bool { l := Rules(language); return l != nil && l.namespace != "" }

// Declares reports whether the file of a name may declare types that are followed.
func Declares(name string) bool {
	switch path.Ext(name) {
	case ".java", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".rs", ".cc", ".cpp", ".cxx", ".c++", ".h", ".hh", ".hpp", ".hxx",
		".h++", ".inl", ".ipp", ".tpp", ".cu", ".cuh", ".cs", ".php", ".kt", ".kts", ".swift":
		return true
	}
	return false
}

func of(names []string) func(string) bool {
	return func(name string) bool {
		_, ok := slices.BinarySearch(names, name)
		return ok
	}
}

// javaLang are the types of java.lang, in order.
var javaLang = []string{
	"ArithmeticException", "ArrayIndexOutOfBoundsException", "AssertionError", "AutoCloseable", "Boolean", "Byte", "CharSequence", "Character", "Class",
	"ClassCastException", "ClassLoader", "ClassNotFoundException", "CloneNotSupportedException", "Cloneable", "Comparable", "Deprecated", "Double", "Enum",
	"Error", "Exception", "Float", "FunctionalInterface", "IllegalAccessException", "IllegalArgumentException", "IllegalStateException",
	"IndexOutOfBoundsException", "InheritableThreadLocal", "InstantiationException", "Integer", "InterruptedException", "Iterable", "LinkageError", "Long",
	"Math", "NegativeArraySizeException", "NoSuchFieldException", "NoSuchMethodException", "NullPointerException", "Number", "NumberFormatException", "Object",
	"OutOfMemoryError", "Override", "Package", "Process", "ProcessBuilder", "Record", "ReflectiveOperationException", "Runnable", "Runtime", "RuntimeException",
	"SafeVarargs", "SecurityException", "SecurityManager", "Short", "StackOverflowError", "StackTraceElement", "StrictMath", "String", "StringBuffer",
	"StringBuilder", "SuppressWarnings", "System", "Thread", "ThreadGroup", "ThreadLocal", "Throwable", "UnsupportedOperationException", "VirtualMachineError",
	"Void", "boolean", "byte", "char", "double", "float", "int", "long", "short", "void",
}
