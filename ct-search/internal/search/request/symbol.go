package request

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/walk"
)

// QueryPattern returns how QUERY is read: without a chosen mode a name is an identifier and any other text literal.
func (r *Request) QueryPattern(text string) (pattern.Options, error) {
	o, err := r.Pattern()
	if err == nil && o.Mode == pattern.Auto {
		o.Mode = pattern.Literal
		if pattern.LooksLikeSymbol(text) && !o.Words {
			o.Mode = pattern.Identifier
		}
	}
	return o, err
}

// PlainSymbol returns the names of a symbol that is written as in code, joined by
// dots: Get(), (*Client).Get, Client->Get. Any other text is returned unchanged.
func PlainSymbol(text string) string {
	plain := strings.TrimSuffix(text, "()")
	plain = strings.ReplaceAll(plain, "->", ".")
	if inside, after, ok := strings.Cut(plain, ")."); ok && strings.HasPrefix(inside, "(") {
		plain = strings.TrimPrefix(inside[1:], "*") + "." + after
	}
	if pattern.LooksLikeSymbol(plain) {
		return plain
	}
	return text
}

// CalledSymbol returns the symbol whose calls an option asks for, as PlainSymbol does. The error is a *opt.UsageError.
func CalledSymbol(option, text string) (string, error) {
	symbol := PlainSymbol(strings.TrimSpace(text))
	name, marked := strings.CutSuffix(symbol, "!") // a name of Ruby may end in a mark
	if !marked {
		name = strings.TrimSuffix(symbol, "?")
	}
	if !pattern.LooksLikeSymbol(name) {
		return "", opt.Usagef(option, "{"+option+"} must be a name, as in func, Class.method or module.func, not %q; search for a text or an expression as {QUERY}", grep.Echo(text, 60))
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
