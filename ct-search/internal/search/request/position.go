package request

import "github.com/ct-tools/ct/shared/opt"

// Place is what the options ask for about a position.
type Place struct {
	Position string // FILE:LINE[:COL]
}

// placeRows returns the rows of these.
func (r *Request) placeRows(all []opt.Option) []opt.Option {
	return append(all, rows([]opt.Option{
		{
			Name: "position", Arg: "FILE:LINE[:COL]", Asks: Query, Role: opt.Question, Late: true, Brief: "in place of query: what is at FILE:LINE[:COL]", Var: opt.Once(&r.Position), Complete: opt.Files,
			Help: "what is at a place of a file: the definition around it, the symbol under it, that one's definition, callers, implementations and tests, and what the function around calls, each with the command for all of them; without COL, the first definition of the line, else its first call, else its first name; arguments are paths, by default the working folder, or the file's own folder if it is elsewhere",
		},
	}, "Matches", Query)...)
}
