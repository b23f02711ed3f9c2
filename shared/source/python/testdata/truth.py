"""Says what CPython's own parser and tokenizer see in Python files.

It reads names of files from standard input, a line each, and writes for each
that CPython can parse a line "F NAME", then a line

    START END KIND ENCLOSING

for every identifier, string and comment, in bytes of the file, in order.
Before Python 3.12 neither module says where the code inside of an f-string
stands, so the fields are found here by the rules of 3.11's own parser
(Parser/string_parser.c), and their expressions are parsed in turn.
"""

import ast
import bisect
import io
import keyword
import re
import sys
import tokenize

sys.setrecursionlimit(20000)
NATIVE = sys.version_info >= (3, 12)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef) + ((ast.TypeAlias,) if NATIVE else ())


class Source:
    """A text, or an expression in it with brackets around it."""

    def __init__(self, text, shift=0):
        self.text, self.shift = text, shift
        self.lines = [0] + [m.end() for m in re.finditer(r"\r\n|\n|\r", text)]
        self.ascii = text.isascii()

    def line(self, n):
        end = self.lines[n] if n < len(self.lines) else len(self.text)
        return self.text[self.lines[n - 1] : end]

    def at(self, line, column):
        """The place in the file of a line and a column in characters."""
        return self.lines[line - 1] + column + self.shift

    def of_ast(self, line, column):
        """The same for a column in bytes of UTF-8."""
        if not self.ascii:
            column = len(self.line(line).encode()[:column].decode())
        return self.at(line, column)


class Truth:
    def __init__(self):
        self.kinds = {}  # start of an identifier -> kind
        self.definitions = []  # (start, end, qualified name)
        self.docstrings = []  # (start, end)
        self.words = []  # (start, end, kind)

    # Tokens

    def analyze(self, source, tree):
        tokens = []
        for t in self.tokens(source):
            # Some letters of identifiers are none for the regular expressions of tokenize.
            if tokens and tokens[-1][2] == tokenize.NAME and tokens[-1][1] == t[0] and (tokens[-1][3] + t[3]).isidentifier():
                t = (tokens[-1][0], t[1], tokenize.NAME, tokens[-1][3] + t[3])
                tokens.pop()
            tokens.append(t)
        self.starts = [t[0] for t in tokens]
        self.list = tokens
        self.source = source
        self.visit(tree)
        for i, (start, end, kind, text) in enumerate(tokens):
            if kind == tokenize.NAME:
                if text in "rsa" and tokens[i - 1][3] == "!":  # the conversion in a field
                    continue
                self.name(start, end, text)
            elif kind == tokenize.COMMENT:
                self.words.append((start, end, "comment_match"))
            elif kind == tokenize.STRING:
                self.string(start, end, text)

    def tokens(self, source):
        lines = iter([source.line(n + 1) for n in range(len(source.lines))])
        depth = 0
        for t in tokenize.generate_tokens(lambda: next(lines, "")):
            if t.type in (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
                continue
            start, end = source.at(*t.start), source.at(*t.end)
            if NATIVE:  # one token for an f-string's text is enough: it is only counted
                if t.type == tokenize.FSTRING_START:
                    depth += 1
                if depth and t.type in (tokenize.FSTRING_START, tokenize.FSTRING_MIDDLE, tokenize.FSTRING_END):
                    if t.type == tokenize.FSTRING_END:
                        depth -= 1
                    if end > start:
                        self.words.append((start, end, "fstring"))
                    continue
            yield start, end, t.type, t.string

    def name(self, start, end, text):
        kind = self.kinds.get(start)
        if kind is None:
            if keyword.iskeyword(text) or text in ("match", "case", "type"):
                return
            kind = "reference" if text == "_" else "unmapped"
        self.words.append((start, end, kind))

    def token(self, start):
        return bisect.bisect_left(self.starts, start)

    def mark(self, i, kind):
        self.kinds[self.list[i][0]] = kind

    def ending(self, end):
        """The token that ends at a place."""
        return bisect.bisect_left(self.starts, end) - 1

    def first(self, node):
        return self.token(self.source.of_ast(node.lineno, node.col_offset))

    def last(self, node):
        return self.ending(self.source.of_ast(node.end_lineno, node.end_col_offset))

    def back(self, i, text):
        while self.list[i][3] != text:
            i -= 1
        return i

    # Strings

    def string(self, start, end, text):
        prefix = re.match(r"[A-Za-z]*", text).group().lower()
        if "f" not in prefix:
            documents = any(a <= start and end <= b for a, b in self.docstrings)
            self.words.append((start, end, "docstring_match" if documents else "string_match"))
            return
        width = 3 if text[len(prefix) :][:3] in ('"""', "'''") else 1
        self.body = text
        self.raw = "r" in prefix
        pieces, fields = [], []
        self.split(len(prefix) + width, len(text) - width, pieces, fields, 0)
        at = 0
        for a, b in fields:
            self.words.append((start + at, start + a, "string_match"))
            at = b
        self.words.append((start + at, end, "string_match"))
        for a, b in fields:
            expression = text[a:b]
            inner = Truth()
            inner.definitions = self.definitions
            parsed = "(" + expression + ")"
            inner.analyze(Source(parsed, start + a - 1), ast.parse(parsed, mode="eval"))
            self.words += inner.words

    def split(self, i, end, pieces, fields, level):
        """Finds the fields between i and end; gives where it stopped."""
        text = self.body
        while i < end:
            c = text[i]
            i += 1
            if c == "\\" and not self.raw and i < end:
                c = text[i]
                i += 1
                if c == "N" and i < end and text[i] == "{":
                    i = text.index("}", i) + 1
                    continue
            if c not in "{}":
                continue
            if level == 0 and i < end and text[i] == c:
                i += 1
                continue
            if c == "}":
                return i - 1
            i = self.field(i, end, pieces, fields, level)
        return i

    def field(self, i, end, pieces, fields, level):
        text, start = self.body, i
        depth, quote = 0, None
        while i < end:
            c = text[i]
            if quote:
                if text.startswith(quote, i):
                    i += len(quote)
                    quote = None
                else:
                    i += 1
                continue
            if c in "'\"":
                quote = c * 3 if text.startswith(c * 3, i) else c
                i += len(quote)
                continue
            if c in "[{(":
                depth += 1
            elif depth == 0 and c in "!:}=<>":
                if c in "!=<>" and text[i + 1 : i + 2] == "=":
                    i += 2
                    continue
                if c not in "<>":
                    break
            elif c in ")]}":
                depth -= 1
            i += 1
        fields.append((start, i))
        if text[i] == "=":
            i += 1
            while text[i].isspace():
                i += 1
        if text[i] == "!":
            i += 1
            while text[i] not in ":}":
                i += 1
        if text[i] == ":":
            i = self.split(i + 1, end, pieces, fields, level + 1)
        assert text[i] == "}", text
        return i + 1

    # Syntax

    def visit(self, tree):
        stack = [(tree, False, ())]
        while stack:
            node, typ, names = stack.pop()
            method = getattr(self, "in_" + type(node).__name__, None)
            if isinstance(node, DEFINITIONS):
                names = self.define(node, names)
            children = method(node, typ) if method else None
            if children is None:
                children = [(child, typ) for child in ast.iter_child_nodes(node)]
            stack += [(child, t, names) for child, t in children]

    def define(self, node, names):
        i = self.first(node)
        if isinstance(node, ast.AsyncFunctionDef):
            i += 1
        self.mark(i + 1, "definition")
        target = node.name if isinstance(node.name, str) else node.name.id
        names = names + (self.list[i + 1][3] or target,)
        start = self.source.of_ast(node.lineno, node.col_offset)
        end = self.source.of_ast(node.end_lineno, node.end_col_offset)
        behind = self.token(end)
        if behind < len(self.list) and self.list[behind][2] == tokenize.COMMENT:
            if self.list[behind][0] < self.source.at(node.end_lineno, 0) + len(self.source.line(node.end_lineno)):
                end = self.list[behind][1]  # a comment on the last line is part of it
        self.definitions.append((start, end, ".".join(names), self.list[i + 1][0]))
        if not isinstance(node, ast.ClassDef) and NATIVE and isinstance(node, ast.TypeAlias):
            return names
        self.document(node)
        return names

    def document(self, node):
        if node.body and isinstance(node.body[0], ast.Expr):
            v = node.body[0].value
            if isinstance(v, ast.Constant) and isinstance(v.value, str):
                self.docstrings.append((self.source.of_ast(v.lineno, v.col_offset), self.source.of_ast(v.end_lineno, v.end_col_offset)))

    def in_Module(self, node, typ):
        self.document(node)

    def in_Name(self, node, typ):
        self.mark(self.first(node), self.context(node, typ))

    def in_Attribute(self, node, typ):
        self.mark(self.last(node), self.context(node, typ))

    def context(self, node, typ):
        if not isinstance(node.ctx, ast.Load):
            return "assignment"
        return "annotation" if typ else "reference"

    def in_TypeAlias(self, node, typ):
        return [(p, False) for p in node.type_params] + [(node.value, False)]

    def in_TypeVar(self, node, typ):
        i = self.first(node)
        while self.list[i][2] != tokenize.NAME:
            i += 1
        self.mark(i, "assignment")
        return [(child, True) for child in ast.iter_child_nodes(node)]

    in_TypeVarTuple = in_ParamSpec = in_TypeVar

    def in_Call(self, node, typ):
        children = [(node.func, typ)] + [(child, False) for child in node.args + node.keywords]
        func = node.func
        if isinstance(func, ast.Name):
            self.mark(self.first(func), "callsite")
            return children[1:]
        if isinstance(func, ast.Attribute):
            self.mark(self.last(func), "callsite")
            children[0] = (func.value, typ)
        return children

    def in_keyword(self, node, typ):
        if node.arg:
            self.mark(self.first(node), "reference")
        return [(node.value, False)]

    def in_arg(self, node, typ):
        self.mark(self.first(node), "assignment")
        return [(node.annotation, True)] if node.annotation else []

    def function(self, node, typ):
        children = [(child, typ) for child in node.decorator_list + node.body + getattr(node, "type_params", [])]
        children.append((node.args, typ))
        if node.returns:
            children.append((node.returns, True))
        return children

    in_FunctionDef = in_AsyncFunctionDef = function

    def in_AnnAssign(self, node, typ):
        children = [(node.target, typ), (node.annotation, True)]
        return children + [(node.value, typ)] if node.value else children

    def in_JoinedStr(self, node, typ):
        return None if NATIVE else []

    in_TemplateStr = in_JoinedStr

    def imports(self, node, kind):
        for i in range(self.first(node), self.last(node) + 1):
            if self.list[i][2] == tokenize.NAME and not keyword.iskeyword(self.list[i][3]):
                self.mark(i, kind)

    def in_Import(self, node, typ):
        self.imports(node, "import")

    def in_ImportFrom(self, node, typ):
        self.imports(node, "from_import")

    def in_Global(self, node, typ):
        self.imports(node, "reference")

    in_Nonlocal = in_Global

    def in_ExceptHandler(self, node, typ):
        if node.name:
            i = self.last(node.type) + 1
            while self.list[i][3] != "as":
                i += 1
            self.mark(i + 1, "assignment")

    def in_MatchAs(self, node, typ):
        if node.name:
            self.mark(self.last(node), "assignment")

    def in_MatchStar(self, node, typ):
        if node.name:
            self.mark(self.last(node), "assignment")

    def in_MatchMapping(self, node, typ):
        if node.rest:
            self.mark(self.back(self.last(node), "**") + 1, "assignment")

    def in_MatchClass(self, node, typ):
        for p in node.kwd_patterns:
            self.mark(self.back(self.first(p), "=") - 1, "reference")


def enclosing(definitions, words):
    """Adds to every word the innermost definition around it."""
    definitions = sorted(set(definitions))
    at, stack = 0, []
    for start, end, kind in words:
        while at < len(definitions) and definitions[at][0] <= start:
            stack.append(definitions[at])
            at += 1
        stack = [d for d in stack if start < d[1]]
        inner = [d for d in stack if d[3] != start]
        yield start, end, kind, inner[-1][2] if inner else "<module>"


def places(text, encoding, bom):
    """Gives the offset in bytes of every character."""
    if text.isascii():
        return range(bom, bom + len(text) + 1)
    offsets, at = [], bom
    for c in text:
        offsets.append(at)
        at += len(c.encode(encoding))
    return offsets + [at]


def main():
    out = sys.stdout
    for path in sys.stdin.read().splitlines():
        try:
            with open(path, "rb") as f:
                data = f.read()
            tree = ast.parse(data)
            encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
            bom = 3 if data.startswith(b"\xef\xbb\xbf") else 0
            encoding = encoding.removesuffix("-sig")
            text = data[bom:].decode(encoding)
            truth = Truth()
            truth.analyze(Source(text), tree)
        except (SyntaxError, ValueError, LookupError, tokenize.TokenError) as e:
            print(f"{path}: {e!r}", file=sys.stderr)
            continue
        at = places(text, encoding, bom)
        out.write(f"F {path}\n")
        for start, end, kind, around in enclosing(truth.definitions, sorted(truth.words)):
            out.write(f"{at[start]} {at[end]} {kind} {around}\n")


main()
