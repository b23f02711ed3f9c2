package request

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/walk"
)

// QueryPattern returns how QUERY is read: without a chosen mode a name is an identifier and any other text literal.
func (r *Request) QueryPattern(text string) (pattern.Options, error) {
	o, err := r.Pattern()
	if err == nil && o.Mode == pattern.Auto {
		o.Mode = pattern.Literal
		if r.IsSymbol(text) && !o.Words {
			o.Mode = pattern.Identifier
		}
	}
	return o, err
}

// IsSymbol reports whether a text is read as a symbol: names joined by "." or "::", or those after a path as
// qualname.Parse reads it. FILE:NAMES is a symbol if the file exists below the working folder. PATH.NAMES is one unless it
// is the path of a file: one that exists, or whose extension is that of a language.
func (r *Request) IsSymbol(text string) bool {
	q, ok := qualname.Parse(text)
	switch {
	case !ok || !q.Placed():
		return ok
	case q.File != "":
		return filepath.IsLocal(q.File) && r.View().IsFile(q.File)
	case len(q.Names) == 1 && lang.Of(path.Base(text), nil) != nil:
		return false
	case !filepath.IsLocal(text):
		return true
	}
	_, err := r.View().Type(text, true)
	return err != nil
}

// PlainSymbol returns the names of a symbol that is written as in code, joined by
// dots: Get(), (*Client).Get, Client->Get, (*net/http.Client).Do. The file of FILE:NAMES is named from the working folder. Any other text is
// returned unchanged.
func (r *Request) PlainSymbol(text string) string {
	plain := strings.TrimSuffix(fromHere(text), "()")
	plain = strings.ReplaceAll(plain, "->", ".")
	if inside, after, ok := strings.Cut(plain, ")."); ok && strings.HasPrefix(inside, "(") {
		plain = strings.TrimPrefix(inside[1:], "*") + "." + after
	}
	if r.IsSymbol(plain) {
		return plain
	}
	return text
}

// fromHere returns FILE:NAMES with an absolute path of a file below the working folder as the path from there, any other text unchanged.
func fromHere(text string) string {
	file, names, ok := strings.Cut(text, ":")
	if !ok || !filepath.IsAbs(file) {
		return text
	}
	here, err := filepath.Abs("")
	if err != nil {
		return text
	}
	if !isIn(here, file) { // one of them may be named through a link
		there, err := real(file)
		if err != nil {
			return text
		}
		if file = there; !isIn(here, file) {
			if here, err = real(here); err != nil || !isIn(here, file) {
				return text
			}
		}
	}
	rel, err := filepath.Rel(here, file)
	if err != nil {
		return text
	}
	return filepath.ToSlash(rel) + ":" + names
}

// CalledSymbol returns the symbol whose calls an option asks for, as PlainSymbol does. The error is a *opt.UsageError.
func (r *Request) CalledSymbol(option, text string) (string, error) {
	symbol := r.PlainSymbol(fromHere(strings.TrimSpace(text)))
	name, marked := strings.CutSuffix(symbol, "!") // a name of Ruby may end in a mark
	if !marked {
		name = strings.TrimSuffix(symbol, "?")
	}
	if q, ok := qualname.Parse(name); ok && q.File != "" && !r.IsSymbol(name) {
		return "", opt.Usagef(option, "{"+option+"} %q: no file %s below the working folder; give FILE:NAME with a path from there, or the name alone", grep.Echo(text, 60), grep.Echo(q.File, 200))
	}
	if !r.IsSymbol(name) {
		return "", opt.Usagef(option, "{"+option+"} must be a name, as in func, Class.method, module.func, net/http.Get or src/a.py:func, not %q; search for a text or an expression as {QUERY}", grep.Echo(text, 60))
	}
	return symbol, nil
}

// Misplaced returns the part of err that says that an argument does not exist, nil if it says something else.
func (r *Request) Misplaced(err error) *walk.PathError {
	wrong, ok := errors.AsType[*walk.PathError](err)
	if !ok || !errors.Is(err, fs.ErrNotExist) || r.Table.PathOption(wrong.Named) != "" {
		return nil
	}
	return wrong
}

// maxPayload bounds a pattern read from a file, in bytes.
const maxPayload = 1 << 20

// Payload returns the text of an argument of --grep, or of an option that is read like it, and whether it was a payload. A file is read inside any sandbox.
func Payload(option, arg, sandbox string) (text string, is bool, err error) {
	kind, value := pattern.Payload(arg)
	switch kind {
	case pattern.Text:
		return value, true, nil
	case pattern.File:
		if value == "" {
			return "", true, opt.Usagef(option, "{"+option+"} %s names no file; give file:PATH, or text:VALUE for a text", arg)
		}
		text, err := readPayload(value, sandbox)
		if err != nil {
			return "", true, &opt.ValueError{Option: option, Err: walk.Suggest(sandbox, value, err)}
		}
		return text, true, nil
	}
	return arg, false, nil
}

func readPayload(name, sandbox string) (string, error) {
	file, err := walk.OpenFile(sandbox, name)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, maxPayload+1))
	if err == nil && len(data) > maxPayload {
		err = fmt.Errorf("%s: longer than %d bytes", name, maxPayload)
	}
	return string(data), err
}
