package main

import (
	"encoding/json"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/version"
)

// An agent's instructions stay in its context all the time, so they must be short, and the commands
// in them must run, here in Go's own source.
func TestAgentsInstructionsAreShortAndRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: the commands are a POSIX shell's")
	}
	const path, most = "../docs/agents/SKILL.md", 2500
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > most {
		t.Errorf("%s has %d bytes, more than %d", path, len(data), most)
	}
	run := shell(t, tooltest.Bin(t, members...))
	var commands []string
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```\n").FindAllStringSubmatch(string(data), -1) {
		commands = append(commands, strings.Split(strings.TrimSpace(block[1]), "\n")...)
	}
	for _, row := range regexp.MustCompile(`(?m)^\| .*$`).FindAllString(string(data), -1) {
		for _, cell := range regexp.MustCompile("`(ct [^`]+)`").FindAllStringSubmatch(row, -1) {
			commands = append(commands, cell[1])
		}
	}
	for _, command := range commands {
		out := run(command + `; echo "[$?]"`)
		if answer, ok := strings.CutSuffix(out, "[0]\n"); !ok || strings.TrimSpace(answer) == "" {
			t.Errorf("%s\n%s", command, out)
		}
	}
	if len(commands) < 20 {
		t.Errorf("only %d commands: %q", len(commands), commands)
	}
}

// server is how a client starts the server.
type server struct {
	Command string
	Args    []string
}

// Each setup parses in its format, has its client's key, starts ct mcp, and is followed by its source.
func TestSetupsOfClientsParse(t *testing.T) {
	data, err := os.ReadFile("../docs/agents/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{"Claude Code": "mcpServers", "Claude Desktop": "mcpServers", "VS Code": "servers", "Cursor": "mcpServers", "Codex CLI": "mcp_servers", "Gemini CLI": "mcpServers", "Zed": "context_servers"}
	for section := range strings.SplitSeq(string(data), "\n## ") {
		name, text, _ := strings.Cut(section, "\n")
		key, ok := keys[name]
		if !ok {
			continue
		}
		delete(keys, name)
		block := regexp.MustCompile("(?s)```(json|toml)\n(.*?)```\n").FindStringSubmatch(text)
		if block == nil || !regexp.MustCompile(`Source:[^#]*<https://`).MatchString(text) {
			t.Errorf("%s: no setup, or no source", name)
			continue
		}
		read := json.Unmarshal
		if block[1] == "toml" {
			read = toml.Unmarshal
		}
		starts(t, name, []byte(block[2]), key, read)
	}
	if len(keys) > 0 {
		t.Errorf("no section for %v", keys)
	}
}

func starts(t *testing.T, name string, text []byte, key string, read func([]byte, any) error) {
	t.Helper()
	all := map[string]map[string]server{}
	if err := read(text, &all); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if s := all[key]["ct"]; !strings.HasSuffix(s.Command, "ct") || len(s.Args) == 0 || s.Args[0] != "mcp" {
		t.Errorf("%s: %+v", name, all)
	}
}

// The plugin of Claude Code has the release's version, the server, and a hook that runs ct-steer.
func TestThePluginParses(t *testing.T) {
	get := func(name string) []byte {
		data, err := os.ReadFile("../docs/agents/claude-plugin/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	var manifest struct{ Name, Version, Description string }
	if err := json.Unmarshal(get(".claude-plugin/plugin.json"), &manifest); err != nil || manifest.Name != "ct" || !strings.HasPrefix(version.String(), manifest.Version) || manifest.Version == "" {
		t.Errorf("%+v %v", manifest, err)
	}
	starts(t, "plugin", get(".mcp.json"), "mcpServers", json.Unmarshal)
	var settings struct {
		Hooks map[string][]struct {
			Matcher string
			Hooks   []struct{ Type, Command string }
		}
	}
	err := json.Unmarshal(get("hooks/hooks.json"), &settings)
	if list := settings.Hooks["PreToolUse"]; err != nil || len(list) != 1 || list[0].Matcher != "Bash" || !strings.HasPrefix(list[0].Hooks[0].Command, "ct-steer hook") {
		t.Errorf("%+v %v", settings, err)
	}
}
