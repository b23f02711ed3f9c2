package search

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	ask "github.com/ct-tools/ct/ct-search/internal/search/qlang"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
)

// planAsk reads --q, which is a text to search or the options of --entity in
// one word. Words KEY=VALUE among the arguments are taken as part of it.
func (r *request) planAsk(f *tool.Frame, args []string) (*tool.Job, error) {
	if given := r.table.Given("entity", "symbol"); len(given) > 0 {
		return nil, opt.Usagef("q", "--q says itself what is looked for: leave %s out", strings.Join(given, " and "))
	}
	text := r.q
	if strings.Contains(text, "=") {
		text, args = joined(text, args)
	}
	q, err := ask.Parse(text)
	switch {
	case err != nil:
		return nil, opt.Usagef("q", "--q: %v", err)
	case q.Entity == "" && draws(f):
		return nil, noGraph(f)
	case q.Pattern != "":
		return r.planStructural(f, q, args)
	case q.Entity == "":
		return r.planText(f, text, args)
	case q.Limit > 0 && r.limit > 0:
		return nil, opt.Usagef("limit", "--q and --limit both give a limit: leave one out")
	}
	arguments, err := json.Marshal(argumentsOf(q))
	if err != nil {
		return nil, err
	}
	typed := r.table
	paths, err := r.table.Call(doorEntities, arguments)
	if err != nil {
		return nil, err
	}
	r.table.Behind(&typed)
	var line []string
	for _, e := range q.Expand {
		line = append(line, "--expand="+e)
	}
	if len(line) > 0 {
		typed = r.table
		if _, err := r.table.Parse(line); err != nil {
			return nil, err
		}
		r.table.Behind(&typed)
	}
	return r.planEntities(f, slices.Concat(paths, args))
}

// planStructural plans what pattern=PATTERN says: QUERY with the matcher of
// structural patterns.
func (r *request) planStructural(f *tool.Frame, q *ask.Request, args []string) (*tool.Job, error) {
	switch {
	case q.Name != "", len(q.Expand) > 0:
		return nil, opt.Usagef("q", "--q: name and expand are for entity=KIND; a pattern says itself what it matches")
	case q.Limit > 0 && r.limit > 0:
		return nil, opt.Usagef("limit", "--q and --limit both give a limit: leave one out")
	}
	line := []string{"--matcher=" + structuralMatcher}
	for option, values := range map[string][]string{"include": q.Include, "exclude": q.Exclude, "lang": q.Langs} {
		for _, v := range values {
			line = append(line, "--"+option+"="+v)
		}
	}
	slices.Sort(line) // of one option the order stays, or does not matter
	if q.Limit > 0 {
		line = append(line, fmt.Sprintf("--limit=%d", q.Limit))
	}
	typed := r.table
	if _, err := r.table.Parse(line); err != nil {
		return nil, err
	}
	r.table.Behind(&typed)
	return r.planQuery(f, q.Pattern, slices.Concat(q.In, args))
}

// joined moves the arguments that are words of the language into the query.
func joined(text string, args []string) (query string, rest []string) {
	for _, a := range args {
		key, value, is := strings.Cut(a, "=")
		if is && slices.Contains(ask.Keys(), key) {
			text += " " + key + "=" + ask.Quote(value)
			continue
		}
		rest = append(rest, a)
	}
	return text, rest
}

// argumentsOf gives what a query asks as the arguments of a tool call.
func argumentsOf(q *ask.Request) map[string]any {
	arguments := map[string]any{"entity": q.Entity}
	if q.Name != "" {
		arguments["symbol"] = q.Name
	}
	for name, values := range map[string][]string{"paths": q.In, "include": q.Include, "exclude": q.Exclude, "lang": q.Langs} {
		if len(values) > 0 {
			arguments[name] = values
		}
	}
	if q.Limit > 0 {
		arguments["limit"] = q.Limit
	}
	return arguments
}
