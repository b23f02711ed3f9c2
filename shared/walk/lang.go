package walk

import (
	"slices"
	"strings"
)

// language is a kind of files with a name: the names that a user may give, the usual one first, and
// the globs of the base names that belong to it.
type language struct {
	names string
	globs string
}

// languages returns the languages, sorted by their usual names.
func languages() []language {
	return []language{
		{"asm assembly", "*.asm *.s *.S"},
		{"awk", "*.awk"},
		{"bazel", "*.bazel *.bzl *.BUILD *.bazelrc BUILD MODULE.bazel WORKSPACE WORKSPACE.bazel"},
		{"c", "*.[chH] *.[chH].in *.cats"},
		{"clojure clj", "*.clj *.cljc *.cljs *.cljx *.edn"},
		{"cmake", "*.cmake CMakeLists.txt"},
		{"cpp c++", "*.[ChH] *.cc *.[ch]pp *.[ch]xx *.[ch]++ *.hh *.inl *.tpp *.[ChH].in *.cc.in *.[ch]pp.in *.[ch]xx.in *.[ch]++.in *.hh.in"},
		{"cs csharp", "*.cs"},
		{"css", "*.css *.scss"},
		{"dart", "*.dart"},
		{"docker", "*Dockerfile* *Containerfile*"},
		{"elisp", "*.el"},
		{"elixir ex", "*.ex *.exs *.eex *.heex *.leex *.livemd"},
		{"erlang erl", "*.erl *.hrl"},
		{"fortran", "*.[fF] *.[fF]77 *.[fF]90 *.[fF]95 *.[fF]03 *.[fF]08 *.for *.FOR *.ftn *.pfo"},
		{"go golang", "*.go"},
		{"graphql", "*.graphql *.graphqls"},
		{"groovy gradle", "*.groovy *.gradle"},
		{"haskell hs", "*.hs *.lhs *.cpphs *.c2hs *.hsc"},
		{"html", "*.htm *.html *.xhtml *.ejs"},
		{"ini", "*.ini *.cfg *.conf *.properties"},
		{"java", "*.java *.jsp *.jspx *.properties"},
		{"js javascript", "*.js *.jsx *.mjs *.cjs *.vue"},
		{"json", "*.json *.jsonc *.sarif composer.lock"},
		{"jsonl", "*.jsonl *.ndjson"},
		{"julia", "*.jl"},
		{"kotlin kt", "*.kt *.kts"},
		{"lisp", "*.el *.jl *.lisp *.lsp *.sc *.scm"},
		{"lua", "*.lua"},
		{"make", "[Gg][Nn][Uu]makefile [Mm]akefile [Gg][Nn][Uu]makefile.am [Mm]akefile.am [Gg][Nn][Uu]makefile.in [Mm]akefile.in Makefile.* *.mk *.mak"},
		{"markdown md", "*.markdown *.md *.mdown *.mdwn *.mkd *.mkdn *.mdx"},
		{"nix", "*.nix"},
		{"objc", "*.h *.m *.mm"},
		{"ocaml ml", "*.ml *.mli *.mll *.mly"},
		{"perl", "*.perl *.pl *.PL *.plh *.plx *.pm *.t"},
		{"php", "*.php *.php3 *.php4 *.php5 *.php7 *.php8 *.pht *.phtml"},
		{"proto protobuf", "*.proto"},
		{"ps powershell", "*.cdxml *.ps1 *.ps1xml *.psd1 *.psm1"},
		{"py python", "*.py *.pyi"},
		{"r", "*.R *.r *.Rmd *.rmd *.Rnw *.rnw"},
		{"rst", "*.rst"},
		{"ruby rb", "*.rb *.rbw *.gemspec *.rbi .irbrc Gemfile Rakefile config.ru"},
		{"rust rs", "*.rs"},
		{"scala", "*.scala *.sbt"},
		{"sh bash shell", "*.sh *.bash *.bashrc *.csh *.cshrc *.ksh *.kshrc *.tcsh *.zsh .bash_login .bash_logout .bash_profile .bashrc .cshrc .kshrc .login .logout .profile .tcshrc .zlogin .zlogout .zprofile .zshenv .zshrc bash_login bash_logout bash_profile bashrc profile zlogin zlogout zprofile zshenv zshrc"},
		{"sql", "*.sql *.psql"},
		{"svelte", "*.svelte *.svelte.ts"},
		{"swift", "*.swift"},
		{"tex", "*.tex *.ltx *.cls *.sty *.bib *.dtx *.ins"},
		{"tf terraform", "*.tf *.tf.json *.tfvars *.tfvars.json *.terraformrc terraform.rc .terraform.lock.hcl"},
		{"toml", "*.toml Cargo.lock"},
		{"ts typescript", "*.ts *.tsx *.cts *.mts"},
		{"txt", "*.txt"},
		{"vim", "*.vim .vimrc .gvimrc vimrc gvimrc _vimrc _gvimrc"},
		{"vue", "*.vue"},
		{"xml", "*.xml *.xml.dist *.dtd *.xsl *.xslt *.xsd *.xjb *.rng *.sch *.xhtml"},
		{"yaml yml", "*.yaml *.yml"},
		{"zig", "*.zig"},
	}
}

// LangGlobs returns the globs of the files of a language, by any of its names in any case. It
// returns false for an unknown name.
func LangGlobs(lang string) ([]string, bool) {
	lang = strings.ToLower(lang)
	for _, l := range languages() {
		if slices.Contains(strings.Fields(l.names), lang) {
			return strings.Fields(l.globs), true
		}
	}
	return nil, false
}

// LangName returns the usual name of a language, by any of its names in any case. It returns false
// for an unknown name.
func LangName(lang string) (string, bool) {
	lang = strings.ToLower(lang)
	for _, l := range languages() {
		if names := strings.Fields(l.names); slices.Contains(names, lang) {
			return names[0], true
		}
	}
	return "", false
}

// AnyLang returns every name of every language.
func AnyLang() []string {
	var names []string
	for _, l := range languages() {
		names = append(names, strings.Fields(l.names)...)
	}
	return names
}

// Langs returns the usual name of every language, sorted.
func Langs() []string {
	var names []string
	for _, l := range languages() {
		name, _, _ := strings.Cut(l.names, " ")
		names = append(names, name)
	}
	return names
}
