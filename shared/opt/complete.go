package opt

import (
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/render"
)

// Completions returns the completion script of a shell, "bash", "zsh" or "fish": to be sourced, or put where the shell
// loads completions from. The script completes options, their values, files and revisions. It runs no program but git
// for-each-ref, which lists those, and never evaluates a word of the command line. For another shell it returns "".
//
// In bash and zsh the script defines the function CompletionFunction, which another program's completion can call.
func (t *Table) Completions(shell string) string {
	switch shell {
	case "bash":
		return t.bash()
	case "zsh":
		return t.zsh()
	case "fish":
		return t.fish()
	}
	return ""
}

// CompletionFunction returns the name of the shell function that completes the program tool in bash and zsh.
func CompletionFunction(tool string) string { return "_" + strings.ReplaceAll(tool, "-", "_") }

// takesValue reports whether the word after o can be its value.
func (o *Option) takesValue() bool { return o.Var.Kind() != KindFlag }

// operands says what the positional arguments of t are, as far as a shell can complete them. The place of an argument
// depends on the options, so every place is offered what any of them takes.
func (t *Table) operands() Completion {
	most := Nothing
	for _, a := range t.Args {
		if a.Complete == Files {
			return Files
		}
		most = max(most, a.Complete)
	}
	return most
}

// givesWay reports whether an option may be where o's value is expected.
func (o *Option) givesWay() bool { return o.Late || o.Var.Kind() == KindMaybe }

// description is the option's help as a description of one line.
func (o *Option) description() string { return strings.Join(strings.Fields(o.Help), " ") }

// bashFiles is bash's name for what completes files or folders.
var bashFiles = [...]string{Nothing: "", Revisions: "", Files: "default", Folders: "dirnames"}

// bash writes the completion of t for bash 3.2 and later.
func (t *Table) bash() string {
	var values, letters strings.Builder
	var waits, giveWay []string
	for _, o := range t.listed() {
		if !o.takesValue() {
			continue
		}
		waits = append(waits, o.spelled()...)
		if o.givesWay() {
			giveWay = append(giveWay, o.spelled()...)
		}
		letters.WriteString(o.Short)
		if len(o.offers()) > 0 || o.Complete != Nothing {
			words := render.Shell(o.offers()...)
			if o.Complete == Revisions {
				words = "$(" + listRevisions + ")"
			}
			fmt.Fprintf(&values, "        %s) words=(%s) kind=%s ;;\n",
				strings.Join(o.spelled(), "|"), words, bashFiles[o.Complete])
		}
	}
	wait, way := "", ""
	if len(giveWay) > 0 {
		way = strings.ReplaceAll(bashWay, "OPTIONS", strings.Join(giveWay, "|"))
	}
	if len(waits) > 0 {
		wait = "            " + strings.Join(waits, "|") + ") want=$word ;;\n"
	}
	if letters.Len() > 0 {
		wait += strings.ReplaceAll(bashCluster, "LETTERS", letters.String())
	}
	return strings.NewReplacer(
		"FUNCTION", CompletionFunction(t.Tool), "TOOL", t.Tool, "OPERANDS", bashFiles[t.operands()],
		"ASIDEWORD", strings.NewReplacer("INDENT", "        ", "WORD", "word").Replace(way),
		"ASIDECUR", strings.NewReplacer("INDENT", "    ", "WORD", "cur").Replace(way), "WAITS", wait, "VALUES", values.String(), "NAMES", render.Shell(t.Names()...),
	).Replace(bashScript)
}

// bashScript follows the words as the parser reads them: "--" ends the options unless it is a value. Bash may have
// split --option=value at the equals sign (COMP_WORDBREAKS) or not. Files are left to readline, which knows how to
// quote their names, where compopt can say so.
const bashScript = `# bash completion of TOOL
FUNCTION() {
    local cur="${COMP_WORDS[COMP_CWORD]}" want= ended= prefix= kind=OPERANDS word i
    local -a words=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        word="${COMP_WORDS[i]}"
ASIDEWORD        if [[ $want ]]; then
            [[ $word == '=' && ${COMP_WORDS[i-1]} == "$want" ]] || want=
        elif [[ ! $ended ]]; then
            case $word in
            --) ended=1 ;;
WAITS            esac
        fi
    done
ASIDECUR    if [[ $want ]]; then
        [[ $cur != '=' ]] || cur=
    elif [[ ! $ended && $cur == --*=* ]]; then
        want="${cur%%=*}" prefix="${cur%%=*}=" cur="${cur#*=}"
    fi
    if [[ $want ]]; then
        kind=
        case $want in
VALUES        esac
    elif [[ ! $ended && $cur == -* ]]; then
        words=(NAMES) kind=
    fi
    COMPREPLY=()
    for word in "${words[@]}"; do
        [[ $word != "$cur"* ]] || COMPREPLY+=("$prefix$word")
    done
    [[ $kind ]] || return 0
    if [[ ! $prefix ]] && compopt -o "$kind" 2>/dev/null; then
        return 0
    fi
    i=-f
    [[ $kind == default ]] || i=-d
    while IFS= read -r word; do
        COMPREPLY+=("$prefix$word")
    done < <(compgen "$i" -- "$cur")
}
complete -F FUNCTION TOOL
`

// bashWay lets an option be where the value of another is expected: the value comes later or not at all.
const bashWay = `INDENTcase $want in
INDENTOPTIONS) [[ $WORD != -[!0-9]* ]] || want= ;;
INDENTesac
`

// bashCluster finds the first of joined short options that takes a value: if it
// is the last letter, the value is the next word.
const bashCluster = `            -[!-]*)
                word="${word#-}"
                word="${word#"${word%%[LETTERS]*}"}"
                [[ ${#word} != 1 ]] || want="-$word"
                ;;
`

// zsh writes the completion of t for zsh 5.
func (t *Table) zsh() string {
	var specs strings.Builder
	add := func(spec string) { specs.WriteString(" \\\n        " + render.Shell(spec)) }
	for _, o := range t.listed() {
		for _, name := range o.spelled() {
			add(o.zshSpec(name))
		}
	}
	if files := t.operands(); files != Nothing {
		add("*:argument:" + zshFiles[files])
	}
	return strings.NewReplacer("FUNCTION", CompletionFunction(t.Tool), "TOOL", t.Tool, "SPECS", specs.String()).Replace(zshScript)
}

// zshScript works sourced after compinit, and as a file that zsh loads by itself, as the body of its own function.
const zshScript = `#compdef TOOL
FUNCTION() {
    _arguments -s -SSPECS
}
if [[ $funcstack[1] == FUNCTION ]]; then
    FUNCTION "$@"
else
    compdef FUNCTION TOOL
fi
`

// listRevisions prints the branches and tags, a name a line. Names of git have no blanks and no signs that a shell expands.
const listRevisions = `git --no-optional-locks -c core.fsmonitor=false for-each-ref --format="%(refname:short)" refs/heads refs/tags refs/remotes 2>/dev/null`

var zshFiles = [...]string{Nothing: " ", Revisions: "{local -a all; all=(${(f)\"$(" + listRevisions + ")\"}); compadd -a all}", Files: "_files", Folders: "_files -/"}

// zshSpec writes how _arguments wants the option under one of its names.
func (o *Option) zshSpec(name string) string {
	escape := strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`).Replace
	spec := "(" + strings.Join(o.spelled(), " ") + ")"
	if o.Var.Kind() == KindList {
		spec = "*"
	}
	spec += name
	if !o.takesValue() {
		return spec + "[" + escape(o.description()) + "]"
	}
	colon := ":"
	if o.givesWay() {
		colon = "::"
	}
	if strings.HasPrefix(name, "--") {
		spec += "="
	} else {
		spec += "+"
	}
	action := zshFiles[o.Complete]
	if len(o.offers()) > 0 {
		action = "(" + strings.Join(o.offers(), " ") + ")"
	}
	return spec + "[" + escape(o.description()) + "]" + colon + escape(o.Arg) + ":" + action
}

// fishFolders lists folders; fish's own function would take --option= as part of their names.
const fishFolders = `(__fish_complete_directories (commandline -ct | string replace -r "^--[^=]*=" ""))`

// fish writes the completion of t for fish 3.
func (t *Table) fish() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# fish completion of %s\ncomplete -c %s -e\n", t.Tool, t.Tool)
	switch t.operands() {
	case Nothing:
		fmt.Fprintf(&b, "complete -c %s -f\n", t.Tool)
	case Folders:
		fmt.Fprintf(&b, "complete -c %s -f -a '%s'\n", t.Tool, fishFolders)
	}
	for _, o := range t.listed() {
		names := "-l " + o.Name
		if o.Short != "" {
			names = "-s " + o.Short + " " + names
		}
		for _, a := range o.Aliases {
			names += " -l " + a
		}
		fmt.Fprintf(&b, "complete -c %s %s%s -d %s\n", t.Tool, names, o.fishValue(), FishQuote(o.description()))
	}
	return b.String()
}

// fishValue says what the option's value is.
func (o *Option) fishValue() string {
	switch {
	case !o.takesValue():
		return ""
	case len(o.offers()) > 0:
		return " -x -a " + FishQuote(strings.Join(o.offers(), " "))
	case o.Complete == Files:
		return " -r -F"
	case o.Complete == Revisions:
		return " -x -a " + FishQuote("("+listRevisions+")")
	case o.Complete == Folders:
		return " -x -a '" + fishFolders + "'"
	}
	return " -x"
}

// FishQuote quotes s as one literal word of fish.
func FishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
