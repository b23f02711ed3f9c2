"""Prints the folder of the standard library, then every function and class
that it defines, with the file below the folder and the line of its name."""
import ast
import os
import re
import sysconfig

root = sysconfig.get_paths()["stdlib"]
print(root)
for folder, folders, files in os.walk(root):
    folders[:] = sorted(f for f in folders if f not in ("test", "tests", "site-packages", "dist-packages", "__pycache__"))
    for name in sorted(files):
        path = os.path.join(folder, name)
        if not name.endswith(".py") or os.path.islink(path):
            continue
        try:
            with open(path, "rb") as f:
                text = f.read()
            tree = ast.parse(text)
        except (SyntaxError, ValueError, OSError):
            continue
        lines = text.decode("utf-8", "replace").split("\n")  # not at form feeds
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                line = node.lineno  # that of the keyword, and nearly always of the name
                if re.search(r"\b" + re.escape(node.name) + r"\b", lines[line - 1]) and len(node.name) > 3:
                    print(node.name, os.path.relpath(path, root) + ":" + str(line))
