package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/version"
)

// packages returns the folder with the packages that are tested: that of CT_DIST, which make packages sets to its own,
// else one with packages of the release of one program.
func packages(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("CT_DIST"); dir != "" {
		return dir
	}
	if testing.Short() {
		t.Skip("skipped: long")
	}
	dir, name := prepared(t)
	if found, _ := filepath.Glob(filepath.Join(dir, "*.deb")); found != nil {
		return dir
	}
	nfpm := regexp.MustCompile(`(?m)^NFPM := (.*)`).FindSubmatch(content(t, "../Makefile"))
	for i := range formats {
		cmd := exec.Command("go", "run", string(nfpm[1]), "package", "--config", filepath.Join(dir, "stage", name+"."+formats[i].name+".yaml"), "--packager", formats[i].name, "--target", dir)
		cmd.Env = append(os.Environ(), "GOEXPERIMENT=", "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return dir
}

// npmPackages is packages for those of npm, which take no time to make.
func npmPackages(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("CT_DIST"); dir != "" {
		return dir
	}
	dir, _ := prepared(t)
	for _, name := range []string{"ct-tools", "ct-linux-" + here(t).npmCPU} {
		output(t, dir, "npm", "pack", "--silent", "--pack-destination", dir, "./"+filepath.Join("stage", "npm", name))
	}
	return dir
}

// prepared returns the folder of the release of one program with what nfpm and npm need, and the archive's name.
func prepared(t *testing.T) (dir, name string) {
	t.Helper()
	dir, name = release(t), folder(&products[0], here(t))
	if _, err := os.Stat(filepath.Join(dir, "stage")); errors.Is(err, fs.ErrNotExist) {
		if err := stage(dir, []string{name}); err != nil {
			t.Fatal(err)
		}
	}
	return dir, name
}

// here returns the platform that tests run on.
func here(t *testing.T) *platform {
	t.Helper()
	for _, on := range every() {
		if on.OS == runtime.GOOS && on.Arch == runtime.GOARCH {
			return on
		}
	}
	t.Skip("skipped: no packages for " + runtime.GOARCH)
	return nil
}

// each calls a test for every product that there is a package of, whose file has a name of the form.
func each(t *testing.T, form func(product string) string, test func(t *testing.T, p *product, at string)) {
	t.Helper()
	dir := packages(t)
	n := 0
	for i := range products {
		file := filepath.Join(dir, form(products[i].Name))
		if _, err := os.Stat(file); err != nil {
			continue
		}
		n++
		t.Run(products[i].Name, func(t *testing.T) { test(t, &products[i], file) })
	}
	if n == 0 {
		t.Errorf("there is no %s in %s", form(products[0].Name), dir)
	}
}

func deb(t *testing.T) func(string) string {
	on := here(t)
	return func(p string) string { return p + "_" + version.Number + "-" + packageRelease + "_" + on.Deb + ".deb" }
}

// works fails a test unless the programs of a product run below root and have a manual page in gzip's form, a licence
// and the notices of what they are linked with.
func works(t *testing.T, p *product, root string) {
	t.Helper()
	run := filepath.Join(root, "usr/bin", p.Run)
	if got := output(t, root, run, "--version"); !strings.HasPrefix(got, p.Run+" "+version.Number) {
		t.Errorf("%s --version prints %q", p.Run, got)
	}
	zr, err := gzip.NewReader(bytes.NewReader(content(t, root, "usr/share/man/man1", p.Run+".1.gz")))
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(zr)
	if err != nil || !bytes.Contains(page, []byte(".TH")) {
		t.Errorf("the manual page holds %.60q, %v", page, err)
	}
	if !bytes.Contains(content(t, root, "usr", p.doc(), noticesFile), []byte("Redistribution and use")) {
		t.Error("the notices have no licence of Go")
	}
}

// remains fails a test if files of a package, or folders that a system has only because of it, are left below root.
func remains(t *testing.T, root string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, "usr"), func(at string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, at)
		if err == nil && (!d.IsDir() || !slices.Contains(everywhere, name)) {
			t.Errorf("%s is left", at)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestPackageOfDebianIsInstalledAndRemoved(t *testing.T) {
	needs(t, "dpkg")
	each(t, deb(t), func(t *testing.T, p *product, at string) {
		if os.Getuid() != 0 {
			t.Skip("skipped: not root")
		}
		root := t.TempDir()
		for _, name := range []string{"info/format", "updates/x", "status", "available"} {
			text := ""
			if name == "info/format" {
				text = "1\n"
			}
			if err := written(filepath.Join(root, "var/lib/dpkg"), []file{{name, false, []byte(text)}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Remove(filepath.Join(root, "var/lib/dpkg/updates/x")); err != nil {
			t.Fatal(err)
		}
		dpkg := func(arguments ...string) string {
			return output(t, root, "dpkg", append([]string{"--root=" + root, "--force-script-chrootless", "--log=/dev/null"}, arguments...)...)
		}
		t.Log(dpkg("--install", at))
		works(t, p, root)
		for _, name := range []string{"copyright", "changelog.Debian.gz"} {
			if len(content(t, root, "usr", p.doc(), name)) == 0 {
				t.Errorf("%s is empty", name)
			}
		}
		t.Log(dpkg("--purge", p.Name))
		remains(t, root)
	})
}

func TestPackageOfDebianKeepsItsPolicy(t *testing.T) {
	needs(t, "lintian")
	each(t, deb(t), func(t *testing.T, p *product, at string) {
		out, err := exec.Command("lintian", "--allow-root", "--show-overrides", "--tag-display-limit", "0", at).CombinedOutput()
		t.Logf("%s", out)
		if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 2) { // 2 also for what is overridden
			t.Errorf("lintian: %v", err)
		}
		own := os.Getenv("CT_DIST") == "" && os.Getenv("CT_TEST_BIN") == "" // the program that the test built, for debuggers too
		overridden := 0
		for line := range strings.Lines(string(out)) {
			switch {
			case strings.HasPrefix(line, "O: "+p.Name+": statically-linked-binary ["):
				overridden++
			case strings.HasPrefix(line, "W: "+p.Name+": initial-upload-closes-no-bugs ["): // of Debian's own archive
			case own && strings.HasPrefix(line, "E: "+p.Name+": unstripped-binary-or-object ["):
			case strings.HasPrefix(line, "O: "), strings.HasPrefix(line, "E: "), strings.HasPrefix(line, "W: "), strings.HasPrefix(line, "warning: "):
				t.Errorf("lintian: %s", line)
			}
		}
		if overridden == 0 {
			t.Error("lintian does not find that the programs are static; drop the override")
		}
	})
}

func TestPackageOfRPMIsInstalledAndRemoved(t *testing.T) {
	needs(t, "rpm")
	form := func(p string) string {
		return p + "-" + version.Number + "-" + packageRelease + "." + here(t).RPM + ".rpm"
	}
	each(t, form, func(t *testing.T, p *product, at string) {
		if os.Getuid() != 0 {
			t.Skip("skipped: not root")
		}
		root := t.TempDir()
		rpm := func(arguments ...string) string {
			return output(t, root, "rpm", append([]string{"--root", root}, arguments...)...)
		}
		rpm("--initdb")
		// Debian's rpm asks for this before it touches a machine that dpkg manages; the root is an empty folder.
		rpm("--install", "--nodeps", "--force-debian", at)
		if got := rpm("--verify", p.Name); got != "" {
			t.Errorf("rpm --verify: %s", got)
		}
		if got := rpm("--query", "--queryformat", "%{LICENSE} %{URL}", p.Name); !strings.HasPrefix(got, licence) || !strings.HasSuffix(got, repository) {
			t.Errorf("rpm --query: %s", got)
		}
		works(t, p, root)
		rpm("--erase", "--force-debian", p.Name)
		remains(t, root)
	})
}

// The command of docs/install.md puts the programs into a home that has no folder for them, and nothing else beside them.
func TestTheArchiveIsUnpackedAsDocumented(t *testing.T) {
	needs(t, "tar")
	dir, name := release(t), folder(&products[0], here(t))
	_, row, found := strings.Cut(string(content(t, "../docs/install.md")), "\n| archive | `")
	command, _, ends := strings.Cut(row, "`")
	command = strings.ReplaceAll(command, "ct-VERSION-linux-amd64", name)
	if !found || !ends || strings.Count(command, name) != 3 {
		t.Fatalf("the command of docs/install.md is %q", command)
	}
	home := t.TempDir()
	cmd := exec.Command("sh", "-ec", command)
	cmd.Dir, cmd.Env = dir, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%s: %v: %s", command, err, out)
	}
	for in, want := range map[string]string{".": ".local", ".local": "bin share"} {
		entries, err := os.ReadDir(filepath.Join(home, in))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("the command makes %s in %s, want %s", got, in, want)
		}
	}
	if got := output(t, home, filepath.Join(home, ".local/bin/ct"), "--version"); !strings.HasPrefix(got, "ct "+version.Number) {
		t.Errorf("ct --version prints %q", got)
	}
}

// A package of Alpine is two archives of tar one after the other, what it is and what it has; apk also reads it where
// it is installed.
func TestPackageOfAlpineHasTheFiles(t *testing.T) {
	form := func(p string) string {
		return p + "_" + version.Number + "-r" + packageRelease + "_" + here(t).APK + ".apk"
	}
	each(t, form, func(t *testing.T, p *product, at string) {
		root := t.TempDir()
		unpackAlpine(t, content(t, at), root)
		if head := string(content(t, root, ".PKGINFO")); !strings.Contains(head, "pkgname = "+p.Name+"\n") || !strings.Contains(head, "license = "+licence) {
			t.Errorf("the head is %s", head)
		}
		works(t, p, root)
		if _, err := exec.LookPath("apk"); err != nil {
			t.Skip("skipped: no apk")
		}
		output(t, root, "apk", "add", "--root", t.TempDir(), "--initdb", "--no-network", "--allow-untrusted", at)
	})
}

// unpackAlpine unpacks both archives of a package.
func unpackAlpine(t *testing.T, text []byte, root string) {
	t.Helper()
	from := bufio.NewReader(bytes.NewReader(text))
	for {
		zr, err := gzip.NewReader(from)
		if errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		zr.Multistream(false)
		for tr := tar.NewReader(zr); ; {
			h, err := tr.Next()
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // the first has no end of its own
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if h.Typeflag != tar.TypeReg {
				continue
			}
			text, err := io.ReadAll(tr)
			if err != nil {
				t.Fatal(err)
			}
			if err := written(root, []file{{h.Name, h.FileInfo().Mode()&0o100 != 0, text}}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := io.Copy(io.Discard, zr); err != nil {
			t.Fatal(err)
		}
	}
}

// npm installs the package of this system beside the one that starts its programs, without asking a registry.
func TestPackageOfNPMIsInstalledAndRuns(t *testing.T) {
	needs(t, "npm")
	if tooltest.Emulated() {
		t.Skip("skipped: npm is of another architecture, and refuses the package")
	}
	dir := npmPackages(t)
	tgz := func(name string) string { return filepath.Join(dir, name+"-"+version.Number+".tgz") }
	to := t.TempDir()
	npm := func(arguments ...string) string {
		return output(t, to, "npm", append([]string{"--offline", "--no-audit", "--no-fund", "--cache", filepath.Join(to, "cache")}, arguments...)...)
	}
	npm("install", tgz(publisher+"-ct-linux-"+here(t).npmCPU), tgz("ct-tools"))
	for _, arguments := range [][]string{{"ct-tools", "--version"}, {"ct", "--version"}} {
		if got := npm(append([]string{"exec", "--"}, arguments...)...); !strings.HasPrefix(got, "ct "+version.Number) {
			t.Errorf("npm exec %s prints %q", strings.Join(arguments, " "), got)
		}
	}
	cmd := exec.Command(filepath.Join(to, "node_modules/.bin/ct"), "no-such-tool")
	out, err := cmd.CombinedOutput()
	if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(string(out), "no-such-tool") {
		t.Errorf("the status of ct is lost: %v, %s", err, out)
	}
	if status := endsWithoutReader(t, filepath.Join(to, "node_modules/.bin/ct")); status != 128+int(syscall.SIGPIPE) {
		t.Errorf("the status of ct is %d if nobody reads what it prints", status)
	}
	if err := os.RemoveAll(filepath.Join(to, "node_modules", "@"+publisher)); err != nil {
		t.Fatal(err)
	}
	out, err = exec.Command(filepath.Join(to, "node_modules/.bin/ct"), "--version").CombinedOutput()
	if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.HasPrefix(string(out), "ct-tools: the package @ct-tools/ct-linux-") {
		t.Errorf("without its programs: %v, %s", err, out)
	}
}

// endsWithoutReader runs a program that prints something, into a pipe that nobody reads, and returns the exit status.
func endsWithoutReader(t *testing.T, ct string) int {
	t.Helper()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(ct, "--version")
	cmd.Stdout = out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // an error, which the status says
	return cmd.ProcessState.ExitCode()
}

// The container has nothing but the archive: its programs run with that as their whole file system.
func TestPackageOfTheContainerRunsAlone(t *testing.T) {
	needs(t, "buildah")
	if os.Getuid() != 0 {
		t.Skip("skipped: not root")
	}
	dir := packages(t)
	store := t.TempDir()
	buildah := func(arguments ...string) string {
		return strings.TrimSpace(output(t, dir, "buildah", append([]string{"--root", filepath.Join(store, "root"), "--runroot", filepath.Join(store, "run"), "--storage-driver", "vfs"}, arguments...)...))
	}
	image := buildah("build", "--quiet", "--isolation", "chroot", "--build-arg", "TARGETARCH="+runtime.GOARCH, "-f", "manifests/container/ct.Containerfile", ".")
	container := buildah("from", image)
	root := buildah("mount", container)
	t.Cleanup(func() { buildah("umount", container); buildah("rm", container) })
	cmd := exec.Command("/usr/bin/ct", "--version")
	cmd.Dir, cmd.Env = "/tree", []string{"PATH=/usr/bin"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := cmd.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "ct "+version.Number) {
		t.Errorf("ct --version in the container: %v, %s", err, out)
	}
	if got := buildah("inspect", "--type", "image", "--format", "{{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.User}}", image); got != "[ct] 65534:65534" {
		t.Errorf("the container starts %s", got)
	}
}

// makepkg runs makepkg on a product's build file, with the given files beside it, and returns its folder and what it
// prints. It does not run as root.
func makepkg(t *testing.T, from string, beside []file, arguments ...string) (dir, out string) {
	t.Helper()
	needs(t, "makepkg")
	needs(t, "pacman")
	dir = t.TempDir()
	for _, at := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(at, 0o777); err != nil { //nolint:gosec // another user reads it
			t.Fatal(err)
		}
	}
	if err := written(dir, append(beside, file{"PKGBUILD", false, content(t, from, "PKGBUILD")})); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("makepkg", arguments...)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "PKGEXT=.pkg.tar"}
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("makepkg: %v\n%s", err, text)
	}
	return dir, string(text)
}

func TestTheBuildFileSaysWhatMakepkgReads(t *testing.T) {
	from := filepath.Join(release(t), "manifests/aur/ct-bin")
	output(t, from, "bash", "-n", "PKGBUILD")
	_, got := makepkg(t, from, nil, "--printsrcinfo")
	if want := string(content(t, from, ".SRCINFO")); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("makepkg reads\n%s\nwant\n%s", got, want)
	}
}

// makepkg finds the archive beside the build file, and does not download it.
func TestPackageOfArchIsBuiltFromTheArchive(t *testing.T) {
	needs(t, "fakeroot")
	dir := packages(t)
	archive := folder(&products[0], here(t)) + ".tar.gz"
	to, _ := makepkg(t, filepath.Join(dir, "manifests/aur/ct-bin"), []file{{archive, false, content(t, dir, archive)}}, "--nodeps")
	works(t, &products[0], filepath.Join(to, "pkg/ct-bin"))
}

// What is published can be read by everybody, whoever made it.
func TestAReleaseCanBeReadWhateverTheUmaskIs(t *testing.T) {
	dir := t.TempDir()
	names := built(t, dir, here(t))
	before := syscall.Umask(0o077)
	_, err := dist(dir, commit, names)
	syscall.Umask(before)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range published(t, dir) {
		for at := f.Name; at != "."; at = path.Dir(at) {
			info, err := os.Stat(filepath.Join(dir, at))
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode()&0o044 != 0o044 {
				t.Errorf("%s has the mode %v", at, info.Mode())
			}
		}
	}
}
