package lang

// Expressions for Loads.
const (
	// computed follows the name of a function that loads a module: an argument that is more than a string, or in the next line.
	computed = `\s*(?:[^\s"'<(){]|$|"[^"]*(?:"\s*[^\s,);\w]|[#$])|'[^']*'\s*[^\s,);\w])`
	requires = `\b(?:require|import)\s*\(` + computed
	imports  = `\b(?:import_module|__import__)\s*\(` + computed
	includes = `^\s*#\s*(?:include(?:_next)?|import)\b\s*[A-Za-z_/\\]` // of a macro
)

// table has a row for every language, sorted by name, and a last one for the rest. Files alone: there is no scanner.
var table = [...]Language{
	{Name: "asm", Aliases: "assembly", Files: "*.asm *.s", Chosen: "*.S"},
	{Name: "astro", Files: "*.astro", Pages: ".astro", Comment: "//", Family: "script", PartsImport: true, Loads: requires},
	{Name: "awk", Files: "*.awk"},
	{Name: "bazel", Files: "*.bazel *.bzl *.bazelrc BUILD MODULE.bazel WORKSPACE WORKSPACE.bazel", Chosen: "*.BUILD"},
	{Name: "c", Files: "*.c *.h", Chosen: "*.H *.[chH].in *.cats", Headers: ".h", Cases: cppCases, Comment: "//", Family: "c", Loads: includes},
	{Name: "clojure", Aliases: "clj", Files: "*.clj *.cljc *.cljs *.cljx *.edn"},
	{Name: "cmake", Files: "*.cmake CMakeLists.txt", Scripts: "*.cmake"},
	{
		Name: "cpp", Aliases: "c++", Files: "*.cc *.cpp *.hpp *.cxx *.hxx *.c++ *.h++ *.hh *.inl *.tpp", Scanned: "*.ipp *.cu *.cuh",
		Chosen:  "*.[ChH] *.[ChH].in *.cc.in *.[ch]pp.in *.[ch]xx.in *.[ch]++.in *.hh.in",
		Headers: ".hh .hpp .hxx .h++ .inl .cuh", Cases: cppCases, Comment: "//", Family: "c", Loads: includes,
	},
	{Name: "cs", Aliases: "csharp", Files: "*.cs", Cases: csCases, Comment: "//", Namespaces: true},
	{Name: "css", Files: "*.css *.scss", Built: ".css"},
	{Name: "dart", Files: "*.dart", Generated: ".g.dart"},
	{Name: "docker", Chosen: "*Dockerfile* *Containerfile*", Scripts: "Dockerfile"},
	{Name: "elisp", Files: "*.el"},
	{Name: "elixir", Aliases: "ex", Files: "*.ex *.exs *.eex *.heex *.leex *.livemd"},
	{Name: "erlang", Aliases: "erl", Files: "*.erl *.hrl"},
	{Name: "fortran", Files: "*.for *.ftn *.pfo", Chosen: "*.[fF] *.[fF]77 *.[fF]90 *.[fF]95 *.[fF]03 *.[fF]08 *.FOR"},
	{Name: "go", Aliases: "golang", Files: "*.go", Cases: goCases, Comment: "//", FolderModules: true},
	{Name: "graphql", Files: "*.graphql *.graphqls"},
	{Name: "groovy", Aliases: "gradle", Files: "*.groovy *.gradle"},
	{Name: "haskell", Aliases: "hs", Files: "*.hs *.lhs *.cpphs *.c2hs *.hsc"},
	{Name: "html", Files: "*.htm *.html *.xhtml *.ejs", Docs: "*.html", Pages: ".html .htm .xhtml", Family: "script", PartsImport: true, Loads: requires},
	{Name: "ini", Files: "*.ini *.cfg *.conf *.properties", Configs: "*.ini *.cfg *.conf *.properties"},
	{Name: "java", Files: "*.java", Chosen: "*.jsp *.jspx *.properties", Built: ".java", Cases: jvmCases, Comment: "//", Family: "jvm"},
	{
		Name: "js", Aliases: "javascript", Files: "*.js *.jsx *.mjs *.cjs", Chosen: "*.vue", Programs: "node nodejs",
		Built: ".js .cjs .mjs .jsx", Bundles: ".min.mjs .min.cjs .prod.js", Generated: ".min.js", Cases: scriptCases, Comment: "//", Family: "script", PartsImport: true,
		Loads: requires,
	},
	{
		Name: "json", Files: "*.json *.jsonc composer.lock", Chosen: "*.sarif", Configs: "*.json", Data: true,
		Scanned: "*.json5 *.jsonl *.ndjson *.geojson *.webmanifest *.har Pipfile.lock .babelrc .eslintrc .jshintrc .swcrc",
	},
	{Name: "jsonl", Chosen: "*.jsonl *.ndjson"},
	{Name: "julia", Files: "*.jl"},
	{Name: "kotlin", Aliases: "kt", Files: "*.kt *.kts", Built: ".kt", Cases: jvmCases, Comment: "//", Family: "jvm"},
	{Name: "lisp", Files: "*.lisp *.lsp *.sc *.scm", Chosen: "*.el *.jl"},
	{
		Name: "lua", Files: "*.lua", Programs: "lua luajit", Comment: "--", LooseStatements: true,
		Loads: `\b(?:require|dofile|loadfile)\s*\(?` + computed,
	},
	{
		Name: "make", Files: "*.mk *.mak", Scripts: "*.mk Makefile",
		Chosen: "[Gg][Nn][Uu]makefile [Mm]akefile [Gg][Nn][Uu]makefile.am [Mm]akefile.am [Gg][Nn][Uu]makefile.in [Mm]akefile.in Makefile.*",
	},
	{Name: "markdown", Aliases: "md", Files: "*.md *.markdown *.mdown *.mkd *.mkdn", Chosen: "*.mdwn *.mdx", Docs: "*.md", PartsImport: true},
	{Name: "markdown", Dialect: "mdx", Scanned: "*.mdx", Pages: ".mdx", Loads: requires},
	{Name: "nix", Files: "*.nix"},
	{Name: "objc", Files: "*.m *.mm", Chosen: "*.h"},
	{Name: "ocaml", Aliases: "ml", Files: "*.ml *.mli *.mll *.mly"},
	{Name: "perl", Files: "*.perl *.pl *.plh *.plx *.pm *.t", Chosen: "*.PL"},
	{
		Name: "php", Files: "*.php *.phtml *.php3 *.php4 *.php5 *.php7 *.php8", Chosen: "*.pht", Programs: "php", Cases: phpCases, Comment: "//",
		Loads: `\b(?:require|include)(?:_once)?\b\s*\(?` + computed,
	},
	{Name: "proto", Aliases: "protobuf", Files: "*.proto"},
	{Name: "ps", Aliases: "powershell", Files: "*.cdxml *.ps1 *.ps1xml *.psd1 *.psm1", Scripts: "*.ps1"},
	{
		Name: "py", Aliases: "python", Files: "*.py *.pyi", Programs: "python", Tests: "conftest.py", Helpers: ".py", Cases: pyCases, Comment: "#", Module: "__init__.py",
		PathModules: true, PartsImport: true, Docstrings: true, Indented: true, Undeclared: true, ClassVariables: true,
		Loads: imports,
	},
	{
		Name: "py", Dialect: "notebook", Scanned: "*.ipynb", Pages: ".ipynb", Comment: "#", PathModules: true, PartsImport: true, Docstrings: true,
		Indented: true, Undeclared: true, ClassVariables: true, Loads: imports,
	},
	{Name: "r", Files: "*.r *.rmd *.rnw", Chosen: "*.R *.Rmd *.Rnw", Pages: ".rmd"},
	{Name: "rst", Files: "*.rst", Docs: "*.rst"},
	{
		Name: "ruby", Aliases: "rb", Files: "*.rb *.rbw *.rbi *.rake *.ru *.gemspec .irbrc Gemfile Rakefile", Programs: "ruby", Cases: rubyCases, Comment: "#",
		PartsImport: true, LooseStatements: true, ClassVariables: true,
		Loads: `\b(?:require|require_relative|load|autoload)\b\s*\(?` + computed,
	},
	{Name: "rust", Aliases: "rs", Files: "*.rs", Built: ".rs", Cases: rustCases, Comment: "//", Module: "mod.rs", PartsImport: true},
	{Name: "scala", Files: "*.scala *.sbt", Built: ".scala"},
	{
		Name: "sh", Aliases: "bash shell", Scanned: "*.bats", Scripts: "*.sh *.bash *.zsh",
		Files: "*.sh *.bash *.bashrc *.ksh *.zsh .bash_login .bash_logout .bash_profile .bashrc .profile .zprofile .zshrc",
		Chosen: "*.csh *.cshrc *.kshrc *.tcsh .cshrc .kshrc .login .logout .tcshrc .zlogin .zlogout .zshenv " +
			"bash_login bash_logout bash_profile bashrc profile zlogin zlogout zprofile zshenv zshrc",
		Programs: "sh bash dash ksh zsh", Comment: "#", Undeclared: true, LooseStatements: true,
		Loads: "(?:^|[;&|({])\\s*(?:source|\\.)\\s+[^\\s;]*[$`]",
	},
	{Name: "sql", Files: "*.sql *.psql"},
	{Name: "svelte", Files: "*.svelte", Chosen: "*.svelte.ts", Pages: ".svelte", Comment: "//", Family: "script", PartsImport: true, Loads: requires},
	{Name: "swift", Files: "*.swift", Cases: swiftCases, Comment: "//"},
	{Name: "tex", Files: "*.tex *.ltx *.cls *.sty *.bib *.dtx *.ins", Docs: "*.tex"},
	{Name: "tf", Aliases: "terraform", Files: "*.tf *.tfvars *.terraformrc terraform.rc .terraform.lock.hcl", Chosen: "*.tf.json *.tfvars.json"},
	{Name: "toml", Files: "*.toml Cargo.lock", Scanned: "poetry.lock uv.lock pdm.lock Pipfile Gopkg.lock", Configs: "*.toml", Data: true},
	{
		Name: "ts", Aliases: "typescript", Files: "*.ts *.cts *.mts", Built: ".ts .cts .mts", Bundles: ".d.ts .d.cts .d.mts",
		Cases: scriptCases, Comment: "//", Family: "script", PartsImport: true, Loads: requires,
	},
	{Name: "ts", Dialect: "tsx", Files: "*.tsx", Built: ".tsx", Cases: scriptCases, Comment: "//", Family: "script", PartsImport: true, Loads: requires},
	{Name: "txt", Files: "*.txt", Docs: "*.txt"},
	{Name: "vim", Files: "*.vim .vimrc .gvimrc vimrc gvimrc _vimrc _gvimrc"},
	{Name: "vue", Files: "*.vue", Pages: ".vue", Comment: "//", Family: "script", PartsImport: true, Loads: requires},
	{Name: "xml", Files: "*.xml *.dtd *.xsl *.xslt *.xsd *.xjb *.rng *.sch", Chosen: "*.xml.dist *.xhtml", Configs: "*.xml"},
	{Name: "yaml", Aliases: "yml", Files: "*.yaml *.yml", Scanned: ".clang-format .clang-tidy pubspec.lock", Configs: "*.yaml *.yml", Data: true},
	{Name: "zig", Files: "*.zig"},

	{Docs: "*.adoc *.1 *.3 *.8", Configs: "*.lock *.mod *.sum", Scripts: "*.fish *.bat", Built: ".map", Pages: ".svg .qmd", Generated: ".pb. _generated. .generated."},
}
