package dead

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// attributes finds the attributes of C and C++: what stands in their brackets, and macros that stand for one that keeps a definition.
var attributes = lazy.Regexp(`__attribute(?:__)?\s*\(\(((?:[^()]|\([^()]*\))*)\)\)|\[\[([^\]]*)\]\]|__declspec\s*\(([^()]*(?:\([^()]*\))?)\)|\b(__used)\b`)

// quiet are attributes of C and C++ that let nobody use what they are of.
var quiet = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return words(`access alias_set aligned alloc_align alloc_size always_inline artificial assume assume_aligned carries_dependency cold const copy deprecated error fallthrough
	flatten format format_arg gnu_inline hot indeterminate leaf likely malloc maybe_unused mode may_alias no_icf no_instrument_function no_reorder no_sanitize
	no_sanitize_address no_sanitize_thread no_sanitize_undefined no_stack_protector no_unique_address no_unroll nocf_check noclone nodiscard noinline noipa nonnull nonstring
	noplt noreturn nothrow optimize packed patchable_function_entry pure restrict returns_nonnull returns_twice sentinel simd stack_protect target
	target_clones thread tls_model transparent_union unlikely unused vector_size visibility warn_unused_result warning zero_call_used_regs`)
}}

func words(text string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		all[word] = true
	}
	return all
}

// attributeOf returns an attribute of a definition of C or C++ that may register it or keep it for others, "" if there is none.
func attributeOf(language string, text []byte, d *source.Declaration) string {
	if language != "c" && language != "cpp" {
		return ""
	}
	end := max(d.Signature.End, d.Name.End)
	if d.Symbol >= source.Constant { // attributes stand before what it holds
		end = d.Name.End + lengthOfHead(text[d.Name.End:min(d.Span.End+mostAttribute, len(text))])
	}
	return registering(text[min(d.Span.Start, end):end])
}

// mostAttribute is how many bytes after a definition its attributes are looked for in.
const mostAttribute = 200

// lengthOfHead returns where what a variable holds begins, or its statement ends.
func lengthOfHead(text []byte) int {
	if at := bytes.IndexAny(text, "={;"); at >= 0 {
		return at
	}
	return len(text)
}

// signs begin attributes.
var signs = [][]byte{[]byte("__attribute"), []byte("[["), []byte("__declspec"), []byte("__used")}

// isMade reports whether a definition of C or C++ is an argument of the macro that makes it: static DEVICE_ATTR(name, …).
func isMade(language string, text []byte, d *source.Declaration) bool {
	before := text[:d.Name.Start]
	n := len(before)
	return family(language) == "c" && n > 1 && before[n-1] == '(' && isWordByte(before[n-2])
}

// registering returns the first attribute in the head of a definition or declaration of C that is not known to be quiet, "" if there is none.
func registering(head []byte) string {
	if !slices.ContainsFunc(signs, func(sign []byte) bool { return bytes.Contains(head, sign) }) {
		return ""
	}
	for _, found := range attributes.Get().FindAllSubmatch(head, -1) {
		for _, inner := range found[1:] {
			for part := range bytes.SplitSeq(inner, []byte(",")) {
				name := strings.TrimSpace(string(part))
				if open := strings.IndexByte(name, '('); open >= 0 {
					name = name[:open]
				}
				name = strings.TrimSpace(name[strings.LastIndexByte(name, ':')+1:])
				plain := strings.TrimSuffix(strings.TrimPrefix(name, "__"), "__")
				if plain != "" && beginningWord([]byte(plain)) == len(plain) && (plain[0] < '0' || plain[0] > '9') && !quiet.Get()[plain] {
					return strings.Join(strings.Fields(string(found[0])), " ")
				}
			}
		}
	}
	return ""
}

// statementAround returns the statement of C around a name, as far as it is looked at: what a prototype says.
func statementAround(text []byte, at int) []byte {
	from, to := max(0, at-mostAttribute), min(len(text), at+2*mostAttribute)
	if start := bytes.LastIndexAny(text[from:at], ";}"); start >= 0 {
		from += start + 1
	}
	if end := bytes.IndexByte(text[at:to], ';'); end >= 0 {
		to = at + end
	}
	return text[from:to]
}
