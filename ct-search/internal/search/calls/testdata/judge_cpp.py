# Says of every call in the C++ files below a folder, with -c in its C files, what libclang binds it to; see judgeTree.
import ctypes, os, sys
import clang.cindex as c

library = '/usr/lib/llvm-14/lib/libclang-14.so.1'
c.Config.set_library_file(library)
K = c.CursorKind
root = os.path.realpath(sys.argv[-1])
plain = sys.argv[1] == '-c'
folders = [root]
while os.path.basename(os.path.dirname(folders[-1])) not in ('cpp', 'c', '') and len(folders) < 5:
    folders.append(os.path.dirname(folders[-1]))
flags = ['-x', 'c++', '-std=c++17', '-DLEVELDB_PLATFORM_POSIX=1', '-DSPDLOG_FMT_EXTERNAL=0', '-isystem', '/usr/lib/llvm-14/lib/clang/14.0.6/include']
for f in folders:
    for sub in ('', 'include', 'src', 'googletest/include', 'googlemock/include', 'googletest', 'googlemock'):
        if os.path.isdir(os.path.join(f, sub)):
            flags.append('-I' + os.path.join(f, sub))
beside = os.path.dirname(folders[-1])
flags += ['-I' + os.path.join(beside, f) for f in ('googletest/googletest/include', 'googletest/googlemock/include', 'fmtlib/include')]
if plain:
    flags = ['-x', 'c', '-std=gnu11', '-D_GNU_SOURCE', '-isystem', '/usr/lib/llvm-14/lib/clang/14.0.6/include']
    flags += ['-I' + d for d in sorted(set(d for d, _, all in os.walk(root) for n in all if n.endswith('.h')))]
endings = ('.c',) if plain else ('.cc', '.cpp', '.cxx')
names = sorted(os.path.join(d, n) for d, _, all in os.walk(root) for n in all if n.endswith(endings) and '/.' not in d)
texts, seen, out, defined = {}, set(), [], {}
functions = {K.FUNCTION_DECL, K.CXX_METHOD, K.CONSTRUCTOR, K.FUNCTION_TEMPLATE, K.CONVERSION_FUNCTION}
types = {K.CLASS_DECL, K.STRUCT_DECL, K.CLASS_TEMPLATE, K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION, K.UNION_DECL}


def place(cursor):
    file, line, column, offset = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    o = c.c_object_p()
    c.conf.lib.clang_getSpellingLocation(cursor.location, ctypes.byref(o), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset))
    name = c.File(o).name if o else ''
    return os.path.realpath(name) if name else '', line.value, column.value, offset.value


def text(name):
    if name not in texts:
        texts[name] = open(name, 'rb').read()
    return texts[name]


def qualified(cursor):
    names = []
    while cursor is not None and cursor.kind != K.TRANSLATION_UNIT:
        if cursor.spelling:
            names.append(cursor.spelling.split('<')[0])
        cursor = cursor.semantic_parent
    return '.'.join(reversed(names))


def template(cursor):
    of = c.conf.lib.clang_getSpecializedCursorTemplate(cursor)
    return of if of is not None and of.kind != K.INVALID_FILE else cursor


def above(type, all):
    type = type.get_canonical()
    while type.kind in (c.TypeKind.POINTER, c.TypeKind.LVALUEREFERENCE, c.TypeKind.RVALUEREFERENCE):
        type = type.get_pointee().get_canonical()
    ups(type.get_declaration(), all)


def ups(d, all):
    if d is None or d.kind not in types:
        return
    d = d.get_definition() or d
    name = qualified(d)
    if name in all:
        return
    all.append(name)
    for of in (d, template(d)):
        for child in of.get_children():
            if child.kind == K.CXX_BASE_SPECIFIER:
                above(child.type, all)


def callee(call):
    for child in call.get_children():
        while child.kind in (K.UNEXPOSED_EXPR, K.PAREN_EXPR):
            inner = list(child.get_children())
            if len(inner) != 1:
                break
            child = inner[0]
        return child
    return None


judged = True  # the calls of the unit count: all that it includes was found


def visit(cursor):
    if cursor.kind in functions and cursor.is_definition():
        for key in (cursor.get_usr(), place(cursor.canonical)):
            defined.setdefault(key, set()).add(place(cursor))
    if judged and cursor.kind == K.CALL_EXPR and cursor.referenced is not None and cursor.referenced.kind in functions:
        to = cursor.referenced
        at = callee(cursor)
        if to.kind == K.CONSTRUCTOR or at is None or at.kind not in (K.MEMBER_REF_EXPR, K.DECL_REF_EXPR):
            at = cursor
        file, line, column, offset = place(at)
        name = to.spelling.split('<')[0]
        if file.startswith(root + '/') and (file, offset) not in seen and text(file)[offset:offset + len(name)] == name.encode():
            seen.add((file, offset))
            answer(name, file, line, column, to, at)
    for child in cursor.get_children():
        visit(child)


def answer(name, file, line, column, to, at):
    to = template(to)
    places = [place(to)]
    definition = to.get_definition()
    if definition is not None:
        places.insert(0, place(definition))
    canonical = place(to.canonical)
    places.append(canonical)
    owner = qualified(to.semantic_parent) if to.semantic_parent is not None and to.semantic_parent.kind in types else ''
    up = []
    if at.kind == K.MEMBER_REF_EXPR:
        base = list(at.get_children())
        if base:
            above(base[0].type, up)
        elif owner:
            ups(to.semantic_parent, up)
    out.append((name, file, line, column, places, to.get_usr(), owner, up))


index = c.Index.create()
failed = 0
sys.setrecursionlimit(10000)
for n in names:
    try:
        unit = index.parse(n, args=flags)
    except c.TranslationUnitLoadError:
        failed += 1
        continue
    fatal = [d for d in unit.diagnostics if d.severity >= 4]
    if fatal:
        failed += 1
        if os.environ.get('CT_ACCURACY'):
            sys.stderr.write('%s: %s\n' % (n, fatal[0].spelling))
    judged = not fatal
    for child in unit.cursor.get_children():
        f = child.location.file
        if f is not None and os.path.realpath(f.name).startswith(root + '/'):
            visit(child)
sys.stderr.write('%d of %d files failed\n' % (failed, len(names)))
for name, file, line, column, places, usr, owner, up in out:
    places = [p for p in sorted(set().union(*(defined.get(key, ()) for key in [usr] + places))) + places if p[0].startswith(root + '/')]
    print('\t'.join([name, file, str(line), str(column), places[0][0] if places else '', ','.join('%s:%d' % (p[0], p[1]) for p in places), owner, ','.join(up)]))
