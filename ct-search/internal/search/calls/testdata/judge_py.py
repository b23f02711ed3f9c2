"""Says of the calls of some names below a folder what pyright binds them to; see judgeTree. NODE_PATH leads to pyright."""

import ast
import hashlib
import json
import os
import subprocess
import sys
from urllib.parse import quote, unquote

root = os.path.realpath(sys.argv[1])
most = 90  # names
texts, trees, definitions, owners = {}, {}, {}, {}


class Server:
    """A language server that is asked one question after the other."""

    def __init__(self):
        program = os.path.join(os.environ["NODE_PATH"], "pyright", "langserver.index.js")
        self.process = subprocess.Popen(["node", program, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0
        self.ask("initialize", {"processId": None, "rootUri": uri(root), "workspaceFolders": [{"uri": uri(root), "name": "x"}],
                                "capabilities": {"workspace": {"configuration": True}}})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            m = self.receive()
            if m.get("id") == self.last and "method" not in m:
                return m.get("result")
            if "id" in m:  # it asks for settings
                items = (m.get("params") or {}).get("items")
                self.send({"id": m["id"], "result": [{} for _ in items] if items is not None else None})

    def places(self, method, file, line, column):
        """Returns files and lines, from 1, for a line from 1 and a column in bytes from 0."""
        text = texts[file][line - 1].encode()[:column].decode(errors="replace")
        at = {"line": line - 1, "character": len(text.encode("utf-16-le")) // 2}
        all = self.ask("textDocument/" + method, {"textDocument": {"uri": uri(file)}, "position": at}) or []
        if isinstance(all, dict):
            all = [all]
        out = []
        for one in all:
            where = one.get("range") or one.get("targetSelectionRange")
            out.append((unquote((one.get("uri") or one.get("targetUri"))[len("file://"):]), where["start"]["line"] + 1))
        return out


def uri(path):
    return "file://" + quote(path)


for folder, _, names in sorted(os.walk(root)):
    for n in sorted(names):
        if n.endswith(".py"):
            path = os.path.join(folder, n)
            try:
                source = open(path, encoding="utf-8").read()
                trees[path] = ast.parse(source)
                texts[path] = source.split("\n")
            except (SyntaxError, UnicodeDecodeError):
                pass

server = Server()
for path in texts:
    server.send({"method": "textDocument/didOpen", "params": {"textDocument": {"uri": uri(path), "languageId": "python", "version": 1, "text": "\n".join(texts[path])}}})


def declare(path, node, qual, owner):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = qual + "." + child.name if qual else child.name
            line = child.lineno
            while child.name not in texts[path][line - 1]:
                line += 1
            definitions[path, line] = (child, name, owner)
            owners.setdefault(child.name, []).append((path, line))
            declare(path, child, name, path + "." + name if isinstance(child, ast.ClassDef) else "")
        else:
            declare(path, child, qual, owner)


for path, tree in trees.items():
    declare(path, tree, "", "")
chosen = set(sorted(owners, key=lambda n: hashlib.md5(n.encode()).hexdigest())[:most])
above = {}


def ups(place):
    """Returns the names of a class and of those above it."""
    if place not in above:
        above[place] = []
        path, line = place
        if place in definitions and isinstance(definitions[place][0], ast.ClassDef):
            node, name, _ = definitions[place]
            all = [path + "." + name]
            for base in node.bases:
                while isinstance(base, ast.Subscript):
                    base = base.value
                if isinstance(base, (ast.Name, ast.Attribute)):
                    for up in server.places("definition", path, base.end_lineno, base.end_col_offset - 1):
                        all += [one for one in ups(up) if one not in all]
            above[place] = all
        elif path not in texts:
            above[place] = ["outside %s:%d" % (os.path.basename(path), line)]
    return above[place]


def receiver(path, node):
    if isinstance(node, (ast.Name, ast.Attribute)):
        for place in server.places("typeDefinition", path, node.end_lineno, node.end_col_offset - 1):
            return ups(place)
    return []


rows = []
for path, tree in trees.items():
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, (ast.Name, ast.Attribute)):
            continue
        f = call.func
        name = f.id if isinstance(f, ast.Name) else f.attr
        if name not in chosen:
            continue
        column = f.end_col_offset - len(name.encode())
        found = server.places("definition", path, f.end_lineno, column)
        inside = [p for p in found if p in definitions]
        if not found or not inside and any(p[0].startswith(root + "/") for p in found):
            continue  # a variable or a parameter
        if any(definitions[p][0].name != name and definitions[p][0].name != "__init__" for p in inside):
            continue  # by another name
        owner = definitions[inside[0]][2] if inside else ""
        up = receiver(path, f.value) if isinstance(f, ast.Attribute) else []
        row = [name, path, str(f.end_lineno), str(column + 1), inside[0][0] if inside else "", ",".join("%s:%d" % p for p in inside), owner, ",".join(up)]
        rows.append("\t".join(one.replace("\t", " ") for one in row))
server.process.kill()
print("\n".join(rows))
