package allowlist

import "strings"

// system are the commands that a system of this kind has.
const system = "findstr hostname more where whoami"

// name takes a name as Windows does, which knows no case and adds .exe.
func name(base string) string { return strings.TrimSuffix(strings.ToLower(base), ".exe") }
