"""Prints the modules that the Python files of a folder import, as CPython's ast reads them: "MODULE<tab>FILE".

A relative import is printed from the outermost package of its file. A file that CPython does not accept is left out.
"""
import ast
import os
import sys
import warnings

warnings.simplefilter("ignore")


def package(path):
    names = []
    folder = os.path.dirname(path)
    while os.path.exists(os.path.join(folder, "__init__.py")):
        names.insert(0, os.path.basename(folder))
        folder = os.path.dirname(folder)
    return names


def literal(node):
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in ("__import__", "import_module") and node.args and isinstance(node.args[0], ast.Constant):
        value = node.args[0].value
        if isinstance(value, str) and not value.startswith("."):
            yield value


def modules(tree, around):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for a in node.names:
                yield a.name
        elif isinstance(node, ast.ImportFrom):
            base = [node.module] if node.module else []
            if node.level:
                outer = around[: len(around) - node.level + 1]
                if not outer:
                    continue
                base = outer + base
            module = ".".join(base)
            yield module
            for a in node.names:
                if a.name != "*":
                    yield module + "." + a.name
        elif isinstance(node, ast.Call):
            yield from literal(node)


for folder, folders, files in os.walk(sys.argv[1]):
    folders[:] = [f for f in folders if not f.startswith(".") and f != "__pycache__"]
    for name in files:
        path = os.path.join(folder, name)
        if not name.endswith(".py") or name.startswith("."):
            continue
        try:
            with open(path, "rb") as f:
                tree = ast.parse(f.read())
        except (SyntaxError, ValueError, RecursionError):
            continue
        for module in modules(tree, package(path)):
            print(module, path, sep="\t")
