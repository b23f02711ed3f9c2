package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/docs"
	"github.com/ct-tools/ct/shared/toolcall"
)

// The resources that are served.
const (
	guideURI = "ct://guide"
	tourURI  = "ct://tour"
	markdown = "text/markdown"
)

// addResources adds the documents that a client can read.
func (s *server) addResources() {
	for _, d := range []struct{ uri, name, description, text string }{
		{guideURI, "guide", "Every tool with all its arguments, how to read an answer, and which tool to use for what", s.guide()},
		{tourURI, "tour", "Tasks, each with grep and with ct, and what they print (of the command line)", docs.Tour()},
	} {
		s.mcp.AddResource(&mcp.Resource{URI: d.uri, Name: d.name, Description: d.description, MIMEType: markdown, Size: int64(len(d.text))},
			func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: d.uri, MIMEType: markdown, Text: d.text}}}, nil
			})
	}
}

// guide returns the guide for a model: what the list of tools has no room for.
func (s *server) guide() string {
	var b strings.Builder
	b.WriteString("# The tools of ct\n\n" + instructions() + "\n")
	for _, t := range s.tools {
		if t.as == nil && !slices.Contains(unlisted(), t.name) {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", t.name, t.description)
		for _, p := range t.input.Properties {
			fmt.Fprintf(&b, "- %s: %s\n", p.Name, p.Schema.inWords())
		}
		if t.as == nil {
			continue
		}
		for _, p := range s.further(t.as) {
			fmt.Fprintf(&b, "- %s (not listed): %s\n", p.Name, p.Schema.inWords())
		}
	}
	return b.String()
}

// further returns the properties that calls of a tool can have although the list has no room for them.
func (s *server) further(as *toolcall.Tool) properties {
	taken := map[string]bool{maxBytesArgument: true}
	for _, a := range as.Arguments {
		_, property := as.Property(a.Name)
		taken[a.Name], taken[property] = true, true
	}
	for _, name := range as.Hidden() {
		taken[name] = true
	}
	var list properties
	for _, d := range s.definitions {
		for _, p := range d.input.Properties {
			if as.Asks(d.name) && !taken[p.Name] {
				taken[p.Name] = true
				list = append(list, p)
			}
		}
	}
	if !taken[timeoutArgument] {
		list = append(list, property{timeoutArgument, schema{Type: "number", Description: "seconds until the search is cut"}})
	}
	return list
}

// inWords returns a schema as a line.
func (s schema) inWords() string {
	words := []string{fmt.Sprint(s.Type)}
	if len(s.Enum) > 0 {
		words = append(words, "one of "+string(s.Enum))
	}
	if len(s.Minimum) > 0 {
		words = append(words, "from "+string(s.Minimum))
	}
	if len(s.Maximum) > 0 {
		words = append(words, "to "+string(s.Maximum))
	}
	if len(s.Default) > 0 {
		words = append(words, "default "+string(s.Default))
	}
	return strings.Join(words, ", ") + ". " + s.Description
}

// addPrompts adds the prompts: tasks, as calls of tools in their order.
func (s *server) addPrompts() {
	s.mcp.AddPrompt(&mcp.Prompt{
		Name: "understand_repository", Title: "Understand this repository",
		Description: "What is it, how is it laid out, and where does the work happen?",
		Arguments:   []*mcp.PromptArgument{{Name: "focus", Description: "a part of it, or a question about it"}},
	}, prompt(understanding))
	s.mcp.AddPrompt(&mcp.Prompt{
		Name: "review_change", Title: "Review this change",
		Description: "What does a change of some symbols touch, which tests reach them, and is anything left behind?",
		Arguments:   []*mcp.PromptArgument{{Name: "symbols", Description: "the functions and types that changed, separated by commas", Required: true}},
	}, prompt(reviewing))
}

// prompt returns the handler of a prompt whose text is made of its arguments.
func prompt(text func(arguments map[string]string) (string, error)) mcp.PromptHandler {
	return func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		words, err := text(r.Params.Arguments)
		if err != nil {
			return nil, err
		}
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: words}}}}, nil
	}
}

// step is a line of a prompt: why, and the call.
func step(why, tool string, arguments map[string]any) string {
	return fmt.Sprintf("- %s: %s\n", why, toolcall.Words(tool, arguments))
}

func understanding(arguments map[string]string) (string, error) {
	question := "where does the program start and what are its main parts"
	about := ""
	if focus := strings.TrimSpace(arguments["focus"]); focus != "" {
		question, about = focus, " I want to know most about: "+focus+"."
	}
	return "Explain this repository to a developer who is new to it, in one page: what it is for, its parts and how they work together, where the work happens, how it is tested." + about +
		" Look at it with these calls of ct, and follow what they suggest. Name files and lines for what you say, and say what you did not look at.\n" +
		step("folders, languages and sizes", "files", map[string]any{"tree": true}) +
		step("what its documents say", "spec_search", map[string]any{"query": question}) +
		step("the code that answers", "ask_code", map[string]any{"query": question}) +
		step("what the largest folder declares", "outline", map[string]any{"paths": []string{"FOLDER"}, "public": true}) +
		step("who uses its main type or function", "calls", map[string]any{"symbol": "SYMBOL"}) +
		step("how it is tested", "calls", map[string]any{"symbol": "SYMBOL", "find": "tests"}), nil
}

func reviewing(arguments map[string]string) (string, error) {
	var symbols []string
	for symbol := range strings.SplitSeq(arguments["symbols"], ",") {
		if symbol = strings.TrimSpace(symbol); symbol != "" {
			symbols = append(symbols, symbol)
		}
	}
	if len(symbols) == 0 {
		return "", badArgs("symbols", "symbols is missing: the functions and types that changed, separated by commas")
	}
	var b strings.Builder
	b.WriteString("Review the change of " + strings.Join(symbols, ", ") + ": is it complete, does it break a caller, is it tested? Look with these calls of ct, and name files and lines for what you find. A result that was cut, or a call that is only \"maybe\", is a question and not a finding.\n")
	for _, symbol := range symbols {
		b.WriteString(step("its text", "search", map[string]any{"query": symbol}))
		b.WriteString(step("every place that the change touches", "impact", map[string]any{"symbol": symbol}))
		b.WriteString(step("who calls it", "calls", map[string]any{"symbol": symbol}))
		b.WriteString(step("which tests reach it", "calls", map[string]any{"symbol": symbol, "find": "tests"}))
	}
	b.WriteString(step("notes left in the code", "files", map[string]any{"query": []string{"TODO", "FIXME", "XXX"}}))
	return b.String(), nil
}
