package allowlist

import "strings"

// system are the commands of this system.
const system = "findstr hostname more where whoami"

// name normalizes a name as Windows does, which ignores case and adds .exe.
func name(base string) string { return strings.TrimSuffix(strings.ToLower(base), ".exe") }
