package grep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/toolcall"
	"github.com/ct-tools/ct/shared/walk"
)

// OneFile returns the options that reach a named file within the sandbox, or in the revision, whatever rule excludes it.
func (r *Request) OneFile(f *tool.Frame, name string) walk.Options {
	return walk.Options{
		Roots: []string{name}, Sandbox: f.Sandbox, At: r.View().At, Hidden: true, NoIgnore: true,
		Types: walk.File | walk.Dir | walk.Link, MaxDepth: 1, Workers: 1,
	}
}

// VisitFile opens the file called name for look, which returns why the file was not read to its end, like a visit. It
// is an error with the name if that is not a regular file. instead is the command to suggest for a folder.
func (r *Request) VisitFile(ctx context.Context, f *tool.Frame, name, instead string, look func(e *walk.Entry) (ledger.Reason, string)) (ledger.Ledger, error) {
	const (
		nothing = iota
		file
		folder
		link // only in a revision: others are followed
	)
	met := nothing
	visit := func(e *walk.Entry) walk.Outcome[struct{}] {
		if e.Depth() > 0 || e.Type() != walk.File {
			if met = folder; e.Depth() == 0 && e.Type() == walk.Link {
				met = link
			}
			return walk.Outcome[struct{}]{Keep: true}
		}
		met = file
		why, detail := look(e)
		return walk.Outcome[struct{}]{Skip: why, Detail: detail}
	}
	led, err := walk.Run(ctx, r.OneFile(f, name), func() walk.Visit[struct{}] { return visit }, func(struct{}) bool { return false })
	switch {
	case errors.Is(err, fs.ErrNotExist) && !strings.Contains(err.Error(), "; "):
		return led, fmt.Errorf("%w; %s", err, elsewhere(f, name))
	case err != nil || met == file || led.Count(ledger.Timeout) > 0:
		return led, err
	case met == link:
		return led, opt.Usagef("FILE", "%s is a link, which is not followed in a revision; name the file that it leads to", name)
	case led.Count(ledger.Special) > 0:
		return led, opt.Usagef("FILE", "%s is not a regular file", name)
	case led.Count(ledger.Unreadable) > 0:
		return led, opt.Usagef("FILE", "%s cannot be read: %s", name, led.Cuts()[0].First.Detail)
	}
	return led, opt.Usagef("FILE", "%s is a folder, and one file is shown%s", name, Offer(instead))
}

// elsewhere says how to find files with that name.
func elsewhere(f *tool.Frame, name string) string {
	name = path.Base(filepath.ToSlash(name))
	if f.Definition != "" {
		return toolcall.Words("files", map[string]any{"name": []string{name}}) + " finds it elsewhere"
	}
	return render.Shell("ct-search", "--name="+name) + " finds it elsewhere"
}

// Offer returns a command as the end of a sentence.
func Offer(command string) string {
	if command == "" {
		return ""
	}
	return ": " + command
}

// Onward is Offer at the end of an answer. It says if there is no command, as for a name too long to repeat.
func Onward(command string) string {
	if command == "" {
		return "; no command for it fits in one line"
	}
	return ": " + command
}
