package search

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/definitions"
	"github.com/ct-tools/ct/ct-search/internal/search/qlang"
	"github.com/ct-tools/ct/ct-search/internal/search/query"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/opt"
)

// rewrite turns --q and --entity callsite into the options that they stand for,
// before the form is chosen.
func rewrite(r *request.Request, args []string) ([]string, error) {
	if r.Q != "" && len(r.Table.Given(request.Predicates()...)) == 0 { // {q} does not serve a filter of entries
		var err error
		if args, err = rewriteQ(r, args); err != nil {
			return nil, err
		}
	}
	if r.Entity == string(definitions.Callsite) {
		return args, rewriteCallsite(r)
	}
	return args, nil
}

// rewriteQ reads --q, which is QUERY or the options of definitions in one word. KEY=VALUE
// words among the arguments are taken as part of it.
func rewriteQ(r *request.Request, args []string) ([]string, error) {
	if given := r.Table.Given("entity", "symbol", "calls", "tree"); len(given) > 0 {
		return nil, opt.Usagef("q", "{q} says itself what to look for; leave %s out", strings.Join(given, " and "))
	}
	text := r.Q
	if strings.Contains(text, "=") {
		text, args = joined(text, args)
	}
	q, err := qlang.Parse(text)
	if err != nil {
		return nil, opt.Usagef("q", "{q}: %v", err)
	}
	r.Table.Drop("q")
	if q.Limit > 0 && r.Limit > 0 {
		return nil, opt.Usagef("limit", "{q} and {limit} both give a limit; leave one out")
	}
	switch {
	case q.Pattern != "" && (q.Name != "" || len(q.Expand) > 0):
		return nil, opt.Usagef("q", "{q}: name and expand are for entity=KIND; a pattern says itself what it matches")
	case q.Pattern != "":
		return append(append([]string{q.Pattern}, q.In...), args...), r.Table.More(words(q, "--matcher="+query.Structural))
	case q.Entity == "":
		return append([]string{text}, args...), nil
	}
	own := []string{"--entity=" + q.Entity}
	if q.Name != "" {
		own = append(own, "--symbol="+q.Name)
	}
	for _, e := range q.Expand {
		own = append(own, "--expand="+e)
	}
	return append(q.In, args...), r.Table.More(words(q, own...))
}

// words returns what a query asks for as options.
func words(q *qlang.Request, own ...string) []string {
	line := own
	for _, group := range []struct {
		option string
		values []string
	}{{"include", q.Include}, {"exclude", q.Exclude}, {"lang", q.Langs}} {
		for _, v := range group.values {
			line = append(line, "--"+group.option+"="+v)
		}
	}
	if q.Limit > 0 {
		line = append(line, fmt.Sprintf("--limit=%d", q.Limit))
	}
	return line
}

// joined moves the arguments that are words of the language into the query.
func joined(text string, args []string) (query string, rest []string) {
	for _, a := range args {
		key, value, is := strings.Cut(a, "=")
		if is && slices.Contains(qlang.Keys(), key) {
			text += " " + key + "=" + qlang.Quote(value)
			continue
		}
		rest = append(rest, a)
	}
	return text, rest
}

// rewriteCallsite turns --entity callsite into the --calls that it means.
func rewriteCallsite(r *request.Request) error {
	if r.Symbol == "" || strings.HasPrefix(r.Symbol, "~") {
		if r.Q != "" {
			return opt.Usagef("q", "{q}: entity=callsite needs name=NAME: calls are those of one name")
		}
		return opt.Usagef("symbol", "{entity} callsite needs {symbol} NAME: calls are those of one name")
	}
	if _, err := r.CalledSymbol("symbol", r.Symbol); err != nil {
		return err
	}
	expansion, err := qlang.ParseExpand(r.Expand)
	switch {
	case err != nil:
		return opt.Usagef("expand", "{expand}: %v", err)
	case expansion.Callees > 0:
		return opt.Usagef("expand", "{expand}: callees are of a definition, as in entity=function; a call has callers")
	case expansion.Callers > 0 && r.Depth > 0:
		return opt.Usagef("depth", "{depth} and callers of {expand} both give the levels; leave one out")
	case expansion.Callers > 0:
		r.Depth, r.Expand = int64(expansion.Callers), nil
		r.Table.Replace("depth", strconv.Itoa(expansion.Callers), "expand")
	}
	r.Table.Replace("calls", r.Symbol, "entity", "symbol")
	r.Calls, r.Entity, r.Symbol = r.Symbol, "", ""
	return nil
}
