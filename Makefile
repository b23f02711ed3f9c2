# Needs Go and make; git, when there is one, names the commit. The go command
# decides what is up to date, so nothing here but the targets below.
#
#   make            build every program into bin/
#   make fleet      build ct-fleet, a module of its own, into bin/ (make all does both)
#   make try        build, then search Go's own source
#   make test       all tests, the long comparisons in short, and what was skipped
#   make test-all   all tests, the long comparisons whole
#   make race       tests under the race detector, without comparisons that start
#                   thousands of processes (needs a C compiler)
#   make torture    TORTURE_CALLS runs (10,000) of the tools while the system fails
#                   them, on Linux; TORTURE='calls|trees|faults|mcp|rings' for some
#   make qemu       all tests as programs of linux/arm64, which QEMU emulates; QEMU=s390x
#                   for big-endian ones (needs Debian's qemu-user-static and Linux 6.7)
#   make wine       the scripts of all programs, which Wine starts as Windows would
#                   (needs Debian's wine64 and binutils-mingw-w64-x86-64)
#   make fuzz       every fuzz target, FUZZTIME each
#   make bench TREE=DIR RG=PROGRAM RUNS=N   the programs against ripgrep (Go's
#                   source, rg on PATH, 7 pairs), into docs/performance.md
#   make bench-cold TREE=DIR RG=PROGRAM   the same for a tree that is not in memory; as root
#   make bench-growth   how time grows with files, terms, matches, lines and depth,
#                   into docs/performance.md
#   make bench-parts   the benchmarks beside the code
#   make bench-words WORDS=DIR:DIR   how well questions of documentation find what it documents
#   make bench-confine TREE=DIR   what confinement costs there (Go's source)
#   make lint       golangci-lint, banned words, and whether go.mod is tidy
#   make protocol   write again the code of the protocol of matchers
#   make docs       write again what is generated under docs/
#   make check      all that has to hold before a change is taken
#   make share      manual pages and completions of bash, zsh and fish, into bin/share
#   make install    copy programs, manual pages, completions and agents' guides below $(DESTDIR)$(PREFIX)
#   make uninstall  remove them there
#   make dist PLATFORMS=OS/ARCH…   an archive for each system, the list of its contents, manifests
#                   of package managers and checksums, into dist/
#   make packages PLATFORMS=OS/ARCH…   the same, with packages of Debian, RPM, Alpine and npm
#   make licences   which modules the programs are linked with, and whether their licences are allowed
#   make verify     whether the modules are those of go.sum
#   make vulnerabilities   govulncheck, where its database can be reached
#   make clean      remove bin/ and dist/
#
# PKG=./shared/walk/... narrows test, test-all, race, qemu, fuzz and bench-parts; TESTFLAGS,
# BENCH and FUZZTIME go to go test as they are; ROWS=list narrows bench, which
# then writes nothing.

SHELL    := /bin/sh
GO       ?= go
PREFIX   ?= /usr/local
DESTDIR  ?=
PKG      := ./...
TESTFLAGS :=
FUZZTIME := 5s
BENCH    := .

# The vector kernels need GOEXPERIMENT=simd, which Go has for amd64 alone.
# `make EXPERIMENT=` builds the portable twins instead; anything else that Go
# accepts in GOEXPERIMENT may stand here too.
experiment = $(if $(filter amd64,$(1)),simd)
EXPERIMENT := $(call experiment,$(or $(GOARCH),$(shell $(GO) env GOARCH 2>/dev/null)))

# The tags keep out of the programs what they never use, and what that imports: the
# option parser's documentation writer, and gRPC's proxies in the client of gs://.
# They are smaller, and start sooner.
TAGS := -tags urfave_cli_no_docs,disable_grpc_modules

# The commit that a program names after its version: 12 digits of its hash, as any clone has them, "+dirty"
# when the tree differs from it, nothing without git or when the repository is
# not this folder's own (a source archive unpacked inside another checkout).
COMMIT = $(shell p=$$(git rev-parse --show-prefix 2>/dev/null) && test -z "$$p" && \
	h=$$(git rev-parse --short=12 HEAD 2>/dev/null) && \
	printf %s "$$h" && { test -z "$$(git --no-optional-locks status --porcelain 2>/dev/null)" || printf +dirty; })
LDFLAGS = -s -w -X github.com/ct-tools/ct/shared/version.commit=$(COMMIT)
BUILD   = $(TAGS) -trimpath -buildvcs=false -ldflags '$(LDFLAGS)'

PROGRAMS := $(patsubst %/main.go,./%,$(wildcard ct/main.go ct-*/main.go ct/ct-*/main.go ct-*/ct-*/main.go))
# Modules of their own: ./... means none of their packages, and what follows calls them by name.
FLEET    := ct-search/ct-fleet
PROGRAMS := $(filter-out ./$(FLEET),$(PROGRAMS))
IN_FLEET  = cd $(FLEET) && $(COMPILED) $(STATIC) $(GO)
STATIC   := CGO_ENABLED=0 GOEXPERIMENT=$(EXPERIMENT)

# Recipes run one after the other: the go command is parallel by itself.
.NOTPARALLEL:
.PHONY: all suite fleet try test test-all race torture wine qemu fuzz bench bench-cold bench-growth bench-parts bench-words bench-confine vet lint protocol docs docs-check cross plain check share install uninstall dist packages verify licences vulnerabilities clean

all: suite fleet

# The programs without those that link Beam, which takes minutes to build.
suite:
	$(if $(PROGRAMS),$(STATIC) $(GO) build $(BUILD) -o bin/ $(PROGRAMS))

fleet:
	cd $(FLEET) && $(STATIC) $(GO) build $(BUILD) -o $(CURDIR)/bin/ .

define TRIALS
ct search ErrUnexpectedEOF io
ct search --name '*_test.go' --grep 'func Fuzz' --summary
ct search --base encoding --name '*.go' --grep unsafe.Pointer --detail --question 'Do the encoders reach for unsafe?' --expect -10 --emit '{RESULT}: {LINES} lines in {COUNT} files'
endef
try: export TRIALS := $(TRIALS)
try: suite
	@PATH="$(CURDIR)/bin:$$PATH"; cd "$$($(GO) env GOROOT)/src" && pwd && \
	printf '%s\n' "$$TRIALS" | while IFS= read -r trial; do \
		printf '\n$$ %s\n' "$$trial"; eval "$$trial" </dev/null || exit; \
	done

# A package's tests may take long on a slow machine that does other things too.
PATIENCE := -timeout 25m

# Tests, and the go commands that they run, compile as the programs do; the
# programs that are built already are not built again.
COMPILED = GOFLAGS="$$($(GO) env GOFLAGS) -trimpath -buildvcs=false"
PREBUILT = CT_TEST_BIN='$(CURDIR)/bin' $(COMPILED) $(STATIC)
FLEETTEST = cd $(FLEET) && $(PREBUILT) $(GO) run $(TAGS) github.com/ct-tools/ct/shared/tooltest/gotest $(GO) test -json $(TAGS) $(PATIENCE)
GOTEST   = $(PREBUILT) $(GO) run $(TAGS) ./shared/tooltest/gotest $(GO) test -json $(TAGS) $(PATIENCE)

test: all
	$(GOTEST) -short $(TESTFLAGS) $(PKG)
	$(if $(filter ./...,$(PKG)),$(FLEETTEST) -short $(TESTFLAGS) ./...)

test-all: all
	$(GOTEST) $(TESTFLAGS) $(PKG)
	$(if $(filter ./...,$(PKG)),$(FLEETTEST) $(TESTFLAGS) ./...)

# Left out are the comparisons that start thousands of processes, with ripgrep and page by page, and those of
# documents: make test runs them, and the scripts race the same code. RACED= chooses packages.
UNRACED := AsRipgrep$$|AreTheWhole$$|^TestDocs|^TestEveryCommandOf|^TestEveryWordIsAPlace$$|^TestPlacesLeftOut|^TestFollowUps|^TestTimeoutEndsEveryPhase
RACED   = $(PKG)
race:
	$(COMPILED) CGO_ENABLED=1 GOEXPERIMENT=$(EXPERIMENT) $(GO) test $(TAGS) -race -short -skip '$(UNRACED)' $(PATIENCE) $(TESTFLAGS) $(RACED)

# TORTURE_SEED=N chooses others; each failure says which call to repeat.
torture: export TORTURE_CALLS ?= 10000
torture: suite
	$(PREBUILT) $(GO) test $(TAGS) -count=1 $(PATIENCE) -run '^TestTorture$$' -v $(TESTFLAGS) ./shared/tooltest/torture

# The programs and the tests are of another architecture; the go command and what else a test starts are of this one.
# A test that takes longer than QEMU_BOUND is listed as timed out. For s390x, PKG is by default what depends on the order
# of bytes. QEMU_FUZZ=30s then fuzzes each target of PKG for that time.
QEMU       := arm64
QEMU_BOUND := 8m
QEMU_FUZZ  :=
BYTEORDER  := $(wildcard $(addprefix ./shared/,align budget child confine emit git grep lang ledger match opt position ref render revision scan source toon toolcall walk)) ./ct-search/internal/search/cursor
QEMU_PKG    = $(if $(filter s390x./...,$(QEMU)$(PKG)),$(addsuffix /...,$(BYTEORDER)),$(PKG))
EMULATED    = $(GO) run ./shared/tooltest/emulate $(QEMU) env GOARCH=$(QEMU) $(GO)
qemu: export GOEXPERIMENT :=
qemu:
	CGO_ENABLED=0 GOARCH=$(QEMU) $(GO) build $(BUILD) -o bin/$(QEMU)/ $(PROGRAMS)
	CT_TEST_BIN='$(CURDIR)/bin/$(QEMU)' $(COMPILED) CGO_ENABLED=0 $(GO) run ./shared/tooltest/gotest -bound $(QEMU_BOUND) \
		$(EMULATED) test -json -vet=off $(TAGS) -short $(TESTFLAGS) $(QEMU_PKG)
	$(if $(QEMU_FUZZ),$(MAKE) fuzz EXPERIMENT= GO='$(EMULATED)' FUZZTIME=$(QEMU_FUZZ) PKG='$(PKG)')

# The programs for Windows, started by Wine from tests that are processes of this
# system; docs/windows.md says what that cannot show. WINE_PKG= chooses programs.
WINE_PKG ?= $(filter-out ./$(FLEET) ./ct-search/ct-search-plugins,$(sort $(patsubst %/testdata/script/,./%,$(dir $(wildcard ct*/testdata/script/. ct*/ct-*/testdata/script/.)))))
FORWINE  = CGO_ENABLED=0 GOOS=windows GOARCH=amd64 GOEXPERIMENT=$(if $(EXPERIMENT),simd)
wine:
	$(FORWINE) $(GO) build $(BUILD) -o bin/windows/ $(PROGRAMS)
	$(FORWINE) $(GO) build -trimpath -buildvcs=false -o bin/windows/ ./shared/tooltest/wine/git
	$(STATIC) $(GO) build -trimpath -buildvcs=false -o bin/windows/git-relay ./shared/tooltest/wine/git
	$(FORWINE) $(GO) test -c $(TAGS) -trimpath -buildvcs=false -o bin/windows/ct.test.exe ./ct
	sh shared/tooltest/wine/run.sh env CT_TEST_BIN='$(CURDIR)/bin/windows' $(COMPILED) $(STATIC) $(GO) run $(TAGS) ./shared/tooltest/gotest \
		$(GO) test -json $(TAGS) -count=1 $(PATIENCE) -run '^TestScripts$$' $(TESTFLAGS) $(WINE_PKG)

# go test fuzzes one target of one package at a time, so they are listed first.
# In the module of ct-fleet only packages with a target are built: those that
# link Beam have none.
FUZZED   = grep -rl '^func Fuzz' --include='*_test.go' . | xargs -n1 dirname | sort -u
fuzz: fuzzes = \
	list=$$($(STATIC) $(GO) test $(TAGS) -list '^Fuzz' $(1)) || { printf '%s\n' "$$list"; exit 1; }; \
	printf '%s\n' "$$list" | \
	awk '/^Fuzz/ { name[n++] = $$1 } $$1 == "ok" { for (i = 0; i < n; i++) print $$2, name[i]; n = 0 }' | \
	while read -r pkg name; do \
		echo "$$pkg $$name"; \
		$(STATIC) $(GO) test $(TAGS) -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x $$pkg </dev/null || exit 1; \
	done
fuzz:
	@$(call fuzzes,$(PKG))
	$(if $(filter ./...,$(PKG)),@cd $(FLEET) && $(call fuzzes,$$($(FUZZED))))

RUNS := 7
bench: suite
	$(STATIC) $(GO) run $(TAGS) ./bench -go '$(GO)' -tree '$(TREE)' -rg '$(RG)' -runs '$(RUNS)' $(if $(ROWS),-rows '$(ROWS)',-write)

bench-cold: suite
	$(STATIC) $(GO) run $(TAGS) ./bench -go '$(GO)' -tree '$(TREE)' -rg '$(RG)' -runs '$(RUNS)' -cold -write

bench-growth: suite
	$(STATIC) $(GO) run $(TAGS) ./bench -go '$(GO)' -rg '$(RG)' -runs '$(RUNS)' -growth -write

bench-parts:
	$(STATIC) $(GO) test $(TAGS) -run '^$$' -bench '$(BENCH)' -benchmem $(TESTFLAGS) $(PKG)

bench-words: export CT_WORDS := $(if $(WORDS),$(WORDS),$(shell $(GO) env GOROOT)/src/net)
bench-words:
	$(STATIC) $(GO) test $(TAGS) -count=1 -timeout 60m -v -run '^TestQuestionsOfDocumentation$$' $(TESTFLAGS) ./ct-search/internal/search/question

# In pairs of processes, and more of them than a second allows.
PAIRS := 15
bench-confine: export CT_BENCH_TREE := $(if $(TREE),$(abspath $(TREE)))
bench-confine:
	$(STATIC) $(GO) test $(TAGS) -run '^$$' -bench '^BenchmarkConfinedReading$$' -benchtime $(PAIRS)x $(TESTFLAGS) ./shared/confine

vet:
	$(STATIC) $(GO) vet $(TAGS) ./...
	$(IN_FLEET) vet $(TAGS) ./...

# The linter is built without the experiment, and given it at its start, so
# that both runs share one build. The second run reads the portable twins:
# another system, and no vector kernels.
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
lint:
	$(GO) mod tidy -diff
	cd $(FLEET) && $(GO) mod tidy -diff
	$(GO) test -count=1 -run '^TestWords' ./shared
	CGO_ENABLED=0 GOEXPERIMENT= $(GO) run -exec 'env GOEXPERIMENT=$(EXPERIMENT)' $(GOLANGCI) run ./...
	CGO_ENABLED=0 GOEXPERIMENT= $(GO) run -exec 'env GOOS=darwin GOARCH=arm64' $(GOLANGCI) run ./...
	cd $(FLEET) && CGO_ENABLED=0 GOEXPERIMENT= $(GO) run -exec 'env GOEXPERIMENT=$(EXPERIMENT) GOFLAGS=-trimpath' $(GOLANGCI) run --config $(CURDIR)/.golangci.yml ./...

# From shared/match/plug/wire/matcher.proto; no other program is needed than Go.
protocol:
	GO='$(GO)' sh shared/match/plug/wire/generate.sh

# What is generated is written by tests named TestDocs, from the tables that
# the programs themselves read; without -update they compare.
DOCS := $(filter-out $(FLEET)/,$(sort $(dir $(shell grep -ls '^func TestDocs' /dev/null \
	$(wildcard */*_test.go */*/*_test.go */*/*/*_test.go)))))
docs:
	$(if $(DOCS),$(COMPILED) $(STATIC) $(GO) test $(TAGS) -count=1 -run '^TestDocs' $(addprefix ./,$(DOCS)) -update)
	$(IN_FLEET) test $(TAGS) -count=1 -run '^TestDocs' . -update

docs-check: suite
	$(if $(DOCS),$(PREBUILT) $(GO) test $(TAGS) -count=1 -run '^TestDocs' $(addprefix ./,$(DOCS)))

# Each system that is released for, tests included (vet compiles them); what
# the linker writes is thrown away.
# CROSS_FLEET are the packages of ct-fleet that are built: with Beam it takes
# two minutes for each system.
CROSS_FLEET := .
CROSS := linux/amd64 linux/arm64 darwin/arm64 windows/amd64
cross: $(addprefix cross/,$(CROSS))
cross/%: os   = $(word 1,$(subst /, ,$*))
cross/%: arch = $(word 2,$(subst /, ,$*))
cross/%: env  = CGO_ENABLED=0 GOOS=$(os) GOARCH=$(arch) GOEXPERIMENT=$(if $(EXPERIMENT),$(call experiment,$(arch)))
cross/%:
	$(env) $(GO) build $(BUILD) -o /dev/null ./...
	$(env) $(GO) vet $(TAGS) ./...
	$(if $(filter linux/%,$*),,cd $(FLEET) && $(env) $(GO) build $(BUILD) -o /dev/null $(CROSS_FLEET))

# A build as `go install` makes it, without tag, experiment and linker flags,
# and the tests of the packages whose code then differs.
KERNELS := $(wildcard shared/match shared/scan)
plain:
	CGO_ENABLED=0 GOEXPERIMENT= $(GO) build -buildvcs=false -o /dev/null ./...
	$(if $(KERNELS),CGO_ENABLED=0 GOEXPERIMENT= $(GO) test $(TESTFLAGS) $(patsubst %,./%/...,$(KERNELS)))

# RACE= leaves the race detector out where there is no C compiler, LONG= the long comparisons where the time
# is bounded and `make test` has run.
RACE  := race
LONG  := test-all
check: all vet lint licences $(LONG) $(RACE) docs-check cross plain

NAMES := $(notdir $(PROGRAMS))

# Each program but those that ct-search starts prints its own manual page and
# completions, without anything from the environment; ct's completion holds those
# of the tools beside it, and with no PATH of no others. zsh loads a function from the file of its name, which has
# no dashes. What ct-search starts is described in the page of ct-search.
DESCRIBED := $(filter-out ct-matcher-% ct-search-plugins,$(NAMES))
SAME := $(addprefix man/man1/,$(addsuffix .1,$(filter-out $(DESCRIBED),$(NAMES))))
SHARE = $(foreach n,$(DESCRIBED),man/man1/$(n).1 bash-completion/completions/$(n) \
	zsh/site-functions/_$(subst -,_,$(n)) fish/vendor_completions.d/$(n).fish) $(SAME)
share: suite
	rm -rf bin/share
	$(call shares,bin,bin/share)

# shares PROGRAMS,FOLDER writes what the programs of a folder print.
define shares
	$(call described,$(1),$(DESCRIBED),$(2))
	@set -e; for f in $(SAME); do echo '.so man1/ct-search.1' >"$(2)/$$f"; done
endef

# described PROGRAMS,NAMES,FOLDER writes what those that have pages of their own print.
define described
	mkdir -p $(3)/man/man1 $(3)/bash-completion/completions $(3)/zsh/site-functions $(3)/fish/vendor_completions.d
	@set -e; for n in $(2); do \
		env -i "$(1)/$$n" --man >"$(3)/man/man1/$$n.1"; \
		complete() { if [ "$$n" = ct ]; then env -i "$(1)/ct" completions "$$1"; else env -i "$(1)/$$n" --completions "$$1"; fi; }; \
		complete bash >"$(3)/bash-completion/completions/$$n"; \
		complete zsh >"$(3)/zsh/site-functions/_$$(printf %s "$$n" | tr - _)"; \
		complete fish >"$(3)/fish/vendor_completions.d/$$n.fish"; \
	done
endef

# What an agent and its client are set up with, and what the guides refer to.
DOC    := share/doc/ct
PLUGIN := agents/claude-plugin
GUIDES := agents/SKILL.md agents/AGENTS.md agents/mcp.md $(PLUGIN)/.claude-plugin/plugin.json $(PLUGIN)/.mcp.json $(PLUGIN)/hooks/hooks.json smart-search.md calls.md search_files.md plugins.md security.md

# The plugin's skill is the one that stands beside it.
SKILL  := $(PLUGIN)/skills/ct/SKILL.md
SHELF  := $(sort $(dir $(GUIDES) $(SKILL)))

# Under sudo the go command is often not on PATH: then what is built already is
# copied.
install: $(if $(shell command -v $(GO) 2>/dev/null),share,built)
	install -d $(foreach d,bin $(addprefix $(DOC)/,$(SHELF)) $(addprefix share/,$(sort $(dir $(SHARE)))),"$(DESTDIR)$(PREFIX)/$(d)")
	install -m 755 $(addprefix bin/,$(NAMES)) "$(DESTDIR)$(PREFIX)/bin"
	@set -e; for f in $(SHARE); do install -m 644 "bin/share/$$f" "$(DESTDIR)$(PREFIX)/share/$$f"; done
	@set -e; for f in $(GUIDES); do install -m 644 "docs/$$f" "$(DESTDIR)$(PREFIX)/$(DOC)/$$f"; done
	@install -m 644 docs/agents/SKILL.md "$(DESTDIR)$(PREFIX)/$(DOC)/$(SKILL)"
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) \
		test -n "$(DESTDIR)" || printf '%s\n' 'ct is in $(PREFIX)/bin, which is not on PATH; put into the startup file of your shell:' '  export PATH="$(PREFIX)/bin:$$PATH"' ;; esac

.PHONY: built
built:
	@for f in $(addprefix bin/,$(NAMES)) $(addprefix bin/share/,$(SHARE)); do test -f "$$f" || { \
		echo "make install needs Go, which is not on PATH, or what it built before, of which $$f is missing; go.mod says which Go, GO=PROGRAM names one that is elsewhere" >&2; exit 1; }; done

# Folders stay: others may have put something there.
uninstall:
	@set -e; for f in $(addprefix bin/,$(NAMES)) $(addprefix share/,$(SHARE)) $(addprefix $(DOC)/,$(GUIDES) $(SKILL)); do rm -f "$(DESTDIR)$(PREFIX)/$$f"; done

# The archives unpack below a prefix. Their programs are built with the commit
# that make's own are; manual pages and completions are printed by programs that
# run here.
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64
VERSION   = $(shell sed -n 's/^const Number = "\(.*\)"$$/\1/p' shared/version/version.go)
RELEASES  = $(foreach p,$(PLATFORMS),$(foreach n,ct ct-fleet,$(n)-$(VERSION)-$(subst /,-,$(p))))
RELEASE   = $(STATIC) $(GO) run $(TAGS) -buildvcs=false ./release

# A release has the same bytes whatever the environment is: its recipes get only these variables, and those settings of
# the go command with which it finds modules and its caches. Others, such as GOAMD64 or GIT_DIR, would change programs
# or their commit. What is written can be read by everybody.
KEPT   := PATH HOME USER TMPDIR MAKEFLAGS http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR GIT_SSL_CAINFO
GOKEPT := GOPATH GOMODCACHE GOCACHE GOCACHEPROG GOPROXY GONOPROXY GOPRIVATE GOSUMDB GONOSUMDB GOINSECURE GOAUTH GOTOOLCHAIN
ALONE   = umask 022; env -i $(foreach v,$(KEPT),$${$(v)+"$(v)=$$$(v)"}) $(foreach v,$(GOKEPT),"$(v)=$$($(GO) env $(v))") GO='$(GO)' GOENV=off
dist packages:
	@$(ALONE) $(MAKE) --no-print-directory $@-alone

dist-alone: released
	rm -rf dist/host $(addprefix dist/,$(RELEASES))
	cat dist/SHA256SUMS

# The commit that is stated as the source: none if the tree differs from it.
SOURCE    = $(if $(COMMIT),$(if $(findstring +dirty,$(COMMIT)),,$(shell git rev-parse HEAD)))
released: clean-dist verify $(addprefix dist/,$(PLATFORMS))
	$(RELEASE) dist dist '$(SOURCE)' $(RELEASES)

# Whether the modules that were downloaded are still those that go.sum has.
verify:
	$(GO) mod verify
	cd $(FLEET) && $(GO) mod verify

# nfpm is run as the linter is: go.mod does not have it, nor what it imports. It packs what is in the archives; the
# tests then install its packages, and remove them.
NFPM := github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.44.1
packages-alone: released
	$(RELEASE) stage dist $(RELEASES)
	@set -e; for c in dist/stage/*.yaml; do f=$${c%.yaml}; \
		CGO_ENABLED=0 GOEXPERIMENT= $(GO) run $(NFPM) package --config "$$c" --packager "$${f##*.}" --target dist/; done
	@if command -v npm >/dev/null; then set -e; for d in dist/stage/npm/*; do npm pack --silent --pack-destination dist "./$$d"; done; \
		else echo 'skipped: no npm, so no packages for it'; fi
	rm -rf dist/host dist/stage $(addprefix dist/,$(RELEASES))
	$(RELEASE) seal dist '$(SOURCE)'
	CT_DIST='$(CURDIR)/dist' $(GOTEST) -count=1 -run '^TestPackage' ./release
	cat dist/SHA256SUMS

# Which modules the programs are linked with. A licence that release/licences.go does not allow fails it.
licences: all
	$(RELEASE) licences $(addprefix bin/,$(NAMES) $(notdir $(FLEET)))

# Known vulnerabilities in what the programs call. The database is elsewhere; where it cannot be reached nothing is known.
VULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.2.0
vulnerabilities:
	@set -e; for dir in . $(FLEET); do ( cd "$$dir"; \
		if found=$$(CGO_ENABLED=0 GOEXPERIMENT= $(GO) run $(VULNCHECK) $(TAGS) ./... 2>&1); then printf '%s\n' "$$found"; \
		else case "$$found" in *'fetching vulnerabilities: '*) echo "skipped: no vulnerability database ($$dir): $$(printf %s "$$found" | sed -n '/fetching/p' | head -n 1)" ;; \
			*) printf '%s\n' "$$found"; exit 1 ;; esac; fi ); done

.PHONY: dist-alone packages-alone released clean-dist dist/host $(addprefix dist/,$(PLATFORMS))
clean-dist:
	rm -rf dist
dist/host:
	$(STATIC) $(GO) build $(BUILD) -o dist/host/ $(PROGRAMS)
	$(call shares,dist/host,dist/host/share)
	cd $(FLEET) && $(STATIC) $(GO) build $(BUILD) -o $(CURDIR)/dist/host/ .
	$(call described,dist/host,ct-fleet,dist/host/fleet)
dist/%: os   = $(word 1,$(subst /, ,$*))
dist/%: arch = $(word 2,$(subst /, ,$*))
dist/%: to   = dist/ct-$(VERSION)-$(os)-$(arch)
dist/%: own  = dist/ct-fleet-$(VERSION)-$(os)-$(arch)
# The experiment is that of the system released for, whatever this one is, unless EXPERIMENT= leaves it out.
dist/%: target = CGO_ENABLED=0 GOOS=$(os) GOARCH=$(arch) GOEXPERIMENT=$(if $(without),,$(call experiment,$(arch)))
without = $(and $(filter command,$(origin EXPERIMENT)),$(if $(EXPERIMENT),,yes))
$(addprefix dist/,$(PLATFORMS)): dist/%: dist/host
	mkdir -p $(to)
	$(target) $(GO) build $(BUILD) -o $(to)/bin/ $(PROGRAMS)
	cp -R dist/host/share $(to)/share
	mkdir -p $(addprefix $(to)/$(DOC)/,$(SHELF))
	set -e; for f in $(GUIDES); do cp "docs/$$f" "$(to)/$(DOC)/$$f"; done
	cp docs/agents/SKILL.md $(to)/$(DOC)/$(SKILL)
	cp LICENSE README.md docs/CHANGELOG.md $(to)/
	mkdir -p $(own)
	cp -R dist/host/fleet $(own)/share
	mkdir -p $(own)/$(DOC)-fleet
	cd $(FLEET) && $(target) $(GO) build $(BUILD) -o $(CURDIR)/$(own)/bin/ .
	cp docs/fleet.md $(own)/$(DOC)-fleet/
	cp LICENSE $(own)/

clean:
	rm -rf bin dist
