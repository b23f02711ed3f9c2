package main

import (
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
)

// bash returns ct's own part of the bash completions. In a chain each segment is completed like a
// line of its own: at is the index of the word that names the tool.
func bash(l *line) string {
	var cases strings.Builder
	for _, f := range l.following() {
		files := ""
		if f.files {
			files = "; compopt -o default 2>/dev/null"
		}
		fmt.Fprintf(&cases, "    %s) ((at > 1)) || words=(%s)%s ;;\n", f.word, strings.Join(f.line, " "), files)
	}
	for _, h := range l.handovers() {
		fmt.Fprintf(&cases, "    %s)\n        COMP_WORDS=(%s \"${COMP_WORDS[@]:at+1}\")\n        COMP_CWORD=$((COMP_CWORD - at + %d))\n        %s\n        return\n        ;;\n",
			h.word, strings.Join(h.line, " "), len(h.line)-1, opt.CompletionFunction(h.line[0]))
	}
	return strings.NewReplacer("TOOLS", words(l.choices(true)), "NAMES", words(l.choices(false)), "OPTIONS", strings.Join(rootNames(), " "), "CASES", cases.String()).Replace(bashScript)
}

const bashScript = `# bash completion of ct
_ct() {
    local cur="${COMP_WORDS[COMP_CWORD]}" at=1 name= word i
    local -a words=()
    COMPREPLY=()
    if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == and || ${COMP_WORDS[1]} == or ]]; then
        at=2
        for ((i = 2; i < COMP_CWORD; i++)); do
            [[ ${COMP_WORDS[i]} != ::: ]] || at=$((i + 1))
        done
    fi
    ((COMP_CWORD == at)) || name="${COMP_WORDS[at]}"
    case $name in
    '')
        words=(TOOLS)
        ((at > 1)) || words=(NAMES)
        [[ $cur != -* ]] || words=(OPTIONS)
        ;;
CASES    *) compopt -o default 2>/dev/null ;;
    esac
    for word in "${words[@]}"; do
        [[ $word != "$cur"* ]] || COMPREPLY+=("$word")
    done
}
complete -F _ct ct
`

// zsh returns ct's own part of the zsh completions.
func zsh(l *line) string {
	var names, tools, cases strings.Builder
	for _, c := range l.choices(false) {
		names.WriteString(" " + render.Shell(c.word+":"+c.help))
	}
	for _, c := range l.choices(true) {
		tools.WriteString(" " + render.Shell(c.word+":"+c.help))
	}
	for _, f := range l.following() {
		files := ""
		if f.files {
			files = "; _files"
		}
		fmt.Fprintf(&cases, "    %s) (( at > 2 )) || compadd -- %s%s ;;\n", f.word, strings.Join(f.line, " "), files)
	}
	for _, h := range l.handovers() {
		fmt.Fprintf(&cases, "    %s)\n        words=(%s \"${(@)words[at+1,-1]}\")\n        (( CURRENT -= at - %d ))\n        %s\n        ;;\n",
			h.word, strings.Join(h.line, " "), len(h.line), opt.CompletionFunction(h.line[0]))
	}
	return strings.NewReplacer("TOOLS", tools.String(), "NAMES", names.String(), "OPTIONS", strings.Join(rootNames(), " "), "CASES", cases.String()).Replace(zshScript)
}

const zshScript = `_ct() {
    local at=2 i
    local -a names
    if (( CURRENT > 2 )) && [[ $words[2] == and || $words[2] == or ]]; then
        at=3
        for (( i = 3; i < CURRENT; i++ )); do
            [[ $words[i] != ::: ]] || at=$(( i + 1 ))
        done
    fi
    if (( CURRENT == at )); then
        names=(TOOLS)
        if (( at == 2 )); then
            names=(NAMES)
            compadd -- OPTIONS
        fi
        _describe name names
        return
    fi
    case $words[at] in
CASES    *) _files ;;
    esac
}
if [[ $funcstack[1] == _ct ]]; then
    _ct "$@"
else
    compdef _ct ct
fi
`

// fish returns ct's own part of the fish completions, in which another command's completions are plain words.
func fish(l *line) string {
	var b strings.Builder
	b.WriteString(fishScript)
	offer := func(condition, words, help string) {
		fmt.Fprintf(&b, "complete -c ct -n '%s' -a '%s'", condition, words)
		if help != "" {
			fmt.Fprintf(&b, " -d %s", opt.FishQuote(help))
		}
		b.WriteString("\n")
	}
	for _, c := range l.choices(true) {
		offer("__ct_names", c.word, c.help)
	}
	for _, c := range commands() {
		offer("__ct_first", c.name, c.summary)
	}
	c := root()
	for _, o := range c.table(&request{}).Options {
		name := "-l " + o.Name
		if o.Short != "" {
			name = "-s " + o.Short + " " + name
		}
		fmt.Fprintf(&b, "complete -c ct -n __ct_first %s -d %s\n", name, opt.FishQuote(o.Help))
	}
	known := []string{"__ct_other"}
	for _, h := range l.handovers() {
		offer("__ct_tool "+h.word, "(__ct_as "+strings.Join(h.line, " ")+")", "")
		known = append(known, h.word)
	}
	for _, f := range l.following() {
		offer("__ct_command "+f.word, strings.Join(f.line, " "), "")
		if f.files {
			fmt.Fprintf(&b, "complete -c ct -n '__ct_command %s' -F\n", f.word)
		}
		known = append(known, f.word)
	}
	fmt.Fprintf(&b, "complete -c ct -n '%s' -F\n", strings.Join(known, " "))
	return b.String()
}

// __ct_segment prints the words before the cursor of the line or of a chain's segment, without ct and the chain's name.
const fishScript = `# fish completion of ct
function __ct_segment
    set -l words (commandline -opc)
    set -e words[1]
    if contains -- "$words[1]" and or
        set -e words[1]
        while set -l i (contains -i -- ::: $words)
            set -e words[1..$i]
        end
    end
    string join \n -- $words
end
function __ct_first
    test (count (commandline -opc)) -eq 1
end
function __ct_names
    test (count (__ct_segment)) -eq 0
end
function __ct_command
    set -l words (commandline -opc)
    test "$words[2]" = $argv[1]
end
function __ct_tool
    set -l words (__ct_segment)
    test "$words[1]" = $argv[1]
end
function __ct_other
    set -l words (__ct_segment)
    test (count $words) -gt 0; and not contains -- "$words[1]" $argv
end
function __ct_as
    set -l words (__ct_segment)
    set -e words[1]
    complete -C (string join ' ' -- $argv (string escape -- $words) (commandline -ct))
end
complete -c ct -e
complete -c ct -f
`
