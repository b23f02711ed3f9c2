// Prints what the tree-sitter grammars of Rust, C and C++ see in files:
//
//   node native.cjs rust|c|cpp < LIST
//
// LIST names one file a line. $CT_PARSERS/ts-rustc/node_modules holds
// web-tree-sitter, tree-sitter-rust, tree-sitter-c and tree-sitter-cpp. For
// each file it prints "F path" and then lines "KIND start end" in bytes:
//
//   D name of a definition, with the end of its node and its symbol
//   C last name of a callee, with the start of the enclosing definition's name
//   I name in an import          S string or character     M comment
//   X a region the grammar did not parse     P a macro's text that is no tree
//   N a name whose role no tree can tell
//
// Files are read as Latin-1, so that an index is a byte offset.
'use strict';
const { createRequire } = require('module');
const fs = require('fs');
const path = require('path');

const base = path.join(process.env.CT_PARSERS, 'ts-rustc');
const load = createRequire(path.join(base, 'from.js'));
const TreeSitter = load('web-tree-sitter');
const language = process.argv[2];

let out = [];
const emit = (kind, start, end, ...more) => out.push([kind, start, end, ...more].join(' '));
const children = (n) => n.children.filter((c) => c);

// State of the walk: `at` is file, class or function; `owner` is the start of
// the enclosing definition's name, -1 at the top; `shift` is added to offsets.
function define(n, name, symbol, s, encloses) {
  emit('D', name.startIndex + s.shift, name.endIndex + s.shift, n.endIndex + s.shift, symbol);
  return encloses ? { ...s, owner: name.startIndex + s.shift } : s;
}

function called(name, s) {
  emit('C', name.startIndex + s.shift, name.endIndex + s.shift, s.owner);
}

function common(n, s) {
  switch (n.type) {
    case 'string_literal': case 'raw_string_literal': case 'char_literal':
      emit('S', n.startIndex + s.shift, n.endIndex + s.shift);
      return true;
    case 'comment': case 'line_comment': case 'block_comment':
      emit('M', n.startIndex + s.shift, n.endIndex + s.shift);
      return true;
  }
  return false;
}

// ---- Rust ----

const rustItems = {
  function_item: 'function', function_signature_item: 'function', struct_item: 'struct', enum_item: 'enum',
  union_item: 'struct', trait_item: 'trait', type_item: 'type', associated_type: 'type', macro_definition: 'macro',
  const_item: 'constant', static_item: 'variable', enum_variant: 'field', field_declaration: 'field',
};
const rustEncloses = new Set(['function', 'struct', 'enum', 'trait', 'macro']);

function rust(n, s) {
  if (common(n, s)) return;
  if (n.isError || n.isMissing) emit('X', n.startIndex + s.shift, n.endIndex + s.shift);
  const symbol = rustItems[n.type];
  if (symbol) {
    const name = n.childForFieldName('name');
    if (name && name.type !== 'metavariable' && name.text !== '_') s = define(n, name, symbol, s, rustEncloses.has(symbol) && n.type !== 'function_signature_item');
    if (n.type === 'macro_definition') return children(n).forEach((c) => macroRule(c, s));
    if (symbol === 'function') s = { ...s, at: 'function' };
    return children(n).forEach((c) => rust(c, s));
  }
  switch (n.type) {
    case 'mod_item': {
      const name = n.childForFieldName('name');
      if (!n.childForFieldName('body')) return emit('I', name.startIndex + s.shift, name.endIndex + s.shift);
      s = define(n, name, 'module', s, true);
      break;
    }
    case 'use_declaration': case 'extern_crate_declaration': return imported(n, s);
    case 'let_declaration': {
      const value = n.childForFieldName('value');
      const name = n.childForFieldName('pattern');
      if (value && value.type === 'closure_expression' && name.type === 'identifier') s = define(n, name, 'function', s, true);
      break;
    }
    case 'call_expression': {
      let f = n.childForFieldName('function');
      for (let deeper = true; deeper;) {
        const next = f.childForFieldName('field') || f.childForFieldName('function') || f.childForFieldName('name');
        deeper = next && ['generic_function', 'field_expression', 'scoped_identifier'].includes(f.type);
        if (deeper) f = next;
      }
      if ((f.type === 'identifier' || f.type === 'field_identifier') && f.text !== 'Self') called(f, s);
      break;
    }
    case 'macro_invocation': {
      let f = n.childForFieldName('macro');
      if (f.type === 'scoped_identifier') f = f.childForFieldName('name');
      called(f, s);
      const tree = n.children.find((c) => c && c.type === 'token_tree');
      return tree && tokens(tree, s, false);
    }
    case 'attribute_item': case 'inner_attribute_item':
      emit('P', n.startIndex + s.shift, n.endIndex + s.shift);
      return texts(n, s);
  }
  children(n).forEach((c) => rust(c, s));
}

function imported(n, s) {
  if (common(n, s)) return;
  if (n.type === 'visibility_modifier') return;
  if (n.type === 'identifier' && n.text !== '_') emit('I', n.startIndex + s.shift, n.endIndex + s.shift);
  children(n).forEach((c) => imported(c, s));
}

function macroRule(n, s) {
  if (common(n, s)) return;
  if (n.type === 'token_tree_pattern') {
    emit('P', n.startIndex + s.shift, n.endIndex + s.shift);
    return texts(n, s);
  }
  if (n.type === 'token_tree') return tokens(n, s, true);
  children(n).forEach((c) => macroRule(c, s));
}

// tokens parses the text of a macro once more, as items and statements or as
// arguments; where that does not parse its calls and definitions stay open.
function tokens(tree, s, body) {
  const text = tree.text.slice(1, -1);
  const block = body || tree.text[0] === '{';
  const [before, after] = block ? ['', ''] : tree.text[0] === '[' ? ['[', '];'] : ['f(', ');'];
  const parsed = parser.parse(before + text + after);
  if (parsed.rootNode.hasError) {
    emit('P', tree.startIndex + s.shift, tree.endIndex + s.shift);
    texts(tree, s);
  } else {
    const inner = { ...s, shift: s.shift + tree.startIndex + 1 - before.length, at: s.at };
    let root = parsed.rootNode;
    if (!block && tree.text[0] === '(') root = root.child(0).child(0).childForFieldName('arguments');
    rust(root, inner);
  }
  parsed.delete();
}

// texts gives the strings and comments below n.
function texts(n, s) {
  if (common(n, s)) return;
  if (n.isError || n.isMissing) emit('X', n.startIndex + s.shift, n.endIndex + s.shift);
  children(n).forEach((c) => texts(c, s));
}

// ---- C and C++ ----

const names = new Set(['identifier', 'field_identifier', 'type_identifier', 'destructor_name', 'operator_name', 'operator_cast', 'namespace_identifier']);
const casts = new Set(['typeof', '__typeof__', '__typeof', 'alignof', '_Alignof', '__alignof__', 'defined', 'noexcept', 'typeid', 'asm', '__asm__', 'static_cast', 'dynamic_cast', 'const_cast', 'reinterpret_cast']);

// declared gives the name that a declarator declares and whether it declares a
// function.
function declared(d) {
  let isFunction = false;
  for (let i = 0; d && i < 100; i++) {
    if (names.has(d.type) || d.type === 'primitive_type') break;
    switch (d.type) {
      case 'function_declarator': isFunction = true; break;
      case 'pointer_declarator': case 'reference_declarator': case 'array_declarator': isFunction = false; break;
    }
    d = d.childForFieldName('declarator') || (d.type === 'qualified_identifier' || d.type.startsWith('template_') ? d.childForFieldName('name') : null) ||
      d.namedChildren.find((c) => c && (names.has(c.type) || c.type.endsWith('_declarator')));
  }
  return { name: d, isFunction: isFunction || (d && d.type === 'operator_cast') };
}

// word gives the part of a name that stands for it as a word.
function word(n) {
  if (n.type === 'destructor_name') return n.child(1);
  if (n.type === 'operator_cast') return n.child(0);
  return n;
}

function cFamily(n, s) {
  if (common(n, s)) return;
  if (n.isError || n.isMissing) lines(n, s);
  switch (n.type) {
    case 'preproc_include': return include(n, s);
    case 'preproc_def': case 'preproc_function_def':
      define(n, n.childForFieldName('name'), 'macro', s, false);
      return children(n).forEach((c) => cFamily(c, s));
    case 'preproc_arg': return emit('P', n.startIndex, n.endIndex);
    case 'function_definition': return functionDefinition(n, s);
    case 'struct_specifier': case 'union_specifier': case 'class_specifier': case 'enum_specifier': {
      let name = n.childForFieldName('name');
      if (n.childForFieldName('body')) {
        while (name && !names.has(name.type)) name = name.childForFieldName('name');
        const symbol = { c: 'class', s: 'struct', u: 'struct', e: 'enum' }[n.type[0]];
        if (name) s = define(n, name, symbol, s, true);
        s = { ...s, at: 'class', name: name ? name.text : '' };
      }
      break;
    }
    case 'enumerator': define(n, n.childForFieldName('name'), 'field', s, false); break;
    case 'type_definition': declarators(n, 'type', s); break;
    case 'field_declaration': case 'declaration': declaration(n, s); break;
    case 'concept_definition': case 'alias_declaration':
      s = define(n, n.childForFieldName('name'), 'type', s, false);
      break;
    case 'namespace_definition': {
      const name = n.childForFieldName('name');
      const parts = !name ? [] : names.has(name.type) ? [name] : name.descendantsOfType('namespace_identifier').filter((c) => c);
      for (const p of parts) s = define(n, p, 'module', s, true);
      s = { ...s, at: 'file' };
      return children(n).forEach((c) => c.id !== (name && name.id) && cFamily(c, s));
    }
    case 'namespace_alias_definition': {
      define(n, n.childForFieldName('name'), 'module', s, false);
      break;
    }
    case 'using_declaration':
      if (s.at !== 'class') return n.descendantsOfType(['identifier', 'namespace_identifier', 'type_identifier', 'operator_name']).forEach((c) => emit('I', c.startIndex, c.endIndex));
      break;
    case 'friend_declaration': s = { ...s, at: 'friend' }; break;
    case 'template_instantiation': s = { ...s, at: 'friend' }; break;
    case 'field_initializer': {
      const name = n.child(0);
      emit('N', name.startIndex, name.endIndex);
      break;
    }
    case 'new_expression': {
      const t = last(n.childForFieldName('type'));
      if (t && names.has(t.type) && n.childForFieldName('arguments')) called(t, s);
      break;
    }
    case 'call_expression': call(n, s); break;
    case 'expression_statement': {
      const c = n.child(0);
      if (s.at === 'file' && c && c.type === 'call_expression' && fileMacro(n, c, s)) return;
      break;
    }
    case 'compound_statement': case 'lambda_expression':
      s = { ...s, at: 'function', owner: owners.get(n.id) ?? s.owner };
      break;
    case 'init_declarator': {
      const value = n.childForFieldName('value');
      const { name } = declared(n);
      if (value && value.type === 'lambda_expression' && name && name.type === 'identifier') {
        if (s.at === 'function') s = define(n.parent, name, 'function', s, true);
        else s = { ...s, owner: name.startIndex };
      }
      break;
    }
  }
  children(n).forEach((c) => cFamily(c, s));
}

// lines leaves out the lines of what did not parse, and where something was
// missing between two nodes both of them, to the body of the second.
function lines(n, s) {
  let start = n.startIndex, end = n.endIndex;
  const p = n.parent;
  if (n.isMissing && p) {
    if (s.at === 'function' && p.type === 'expression_statement' && p.child(0).type === 'call_expression') return;
    start = p.startIndex;
    const next = p.nextSibling;
    if (next) end = text.indexOf('{', next.startIndex) < 0 ? next.endIndex : Math.min(next.endIndex, text.indexOf('{', next.startIndex));
  }
  start = text.lastIndexOf('\n', start - 1) + 1;
  end = text.indexOf('\n', end);
  emit('X', start, end < 0 ? text.length : end);
}

function include(n, s) {
  const p = n.childForFieldName('path');
  if (p && (p.type === 'string_literal' || p.type === 'system_lib_string')) emit('I', p.startIndex + 1, p.endIndex - 1);
  else if (p) cFamily(p, s);
  children(n).forEach((c) => c.type === 'comment' && cFamily(c, s));
}

// last gives the last name of a qualified or generic name.
function last(f) {
  for (let i = 0; f && i < 100 && !names.has(f.type); i++) {
    f = f.childForFieldName('field') || (/^(qualified|template|dependent)/.test(f.type) ? f.childForFieldName('name') || f.namedChildren[0] : null);
  }
  return f;
}

function call(n, s) {
  const f = last(n.childForFieldName('function'));
  if (f && names.has(f.type) && !casts.has(f.text)) called(word(f), s);
}

// testMacro tells whether a macro that opens a function names a suite first.
const testMacro = (name) => /TEST|BENCHMARK_F/.test(name) && !/DEFINE/.test(name);

function functionDefinition(n, s) {
  const declarator = n.childForFieldName('declarator');
  const { name } = declared(declarator);
  const type = n.childForFieldName('type');
  if (s.at === 'function' && language === 'c') { // for_each(x) {: C has no functions in functions
    if (name && name.type === 'identifier') called(name, s);
  } else if (name && !type && name.type === 'identifier' && /^[A-Z][A-Z0-9_]*$/.test(name.text) && s.name !== name.text && !declarator.descendantsOfType('qualified_identifier').length) {
    s = macroDefines(n, name.text, declarator.descendantsOfType(['identifier', 'type_identifier']).filter((c) => c.id !== name.id), s, true);
    called(name, s);
  } else if (name && names.has(name.type)) {
    s = define(n, word(name), 'function', s, true);
  }
  s = { ...s, at: 'function' };
  children(n).forEach((c) => cFamily(c, s));
}

function macroDefines(n, macro, args, s, encloses) {
  const plain = args.filter((c) => c && (c.type === 'identifier' || c.type === 'type_identifier'));
  const i = testMacro(macro) || /PER_CPU/.test(macro) ? 1 : 0;
  const name = plain[Math.min(i, plain.length - 1)];
  if (!name) return s;
  return define(n, name, encloses ? 'function' : 'variable', s, encloses);
}

// fileMacro reads a macro called at file level: one that a block follows or
// that is named DEFINE_… defines what it is given.
function fileMacro(n, c, s) {
  const f = c.childForFieldName('function');
  if (f.type !== 'identifier') return false;
  const args = c.childForFieldName('arguments').namedChildren;
  const next = n.nextSibling;
  const opens = n.children.some((x) => x && x.isMissing) && next && next.type === 'compound_statement';
  if (opens || /^(STATIC_)?DEFINE_/.test(f.text)) {
    const inner = macroDefines(opens ? next : n, f.text, args, s, opens);
    called(f, inner);
    if (opens) { // the block is walked as a sibling; its owner is told here
      owners.set(next.id, inner.owner);
    }
    children(c).forEach((x) => cFamily(x, s));
    return true;
  }
  return false;
}

const owners = new Map();

function declaration(n, s) {
  if (s.at === 'friend') return;
  const type = n.childForFieldName('type');
  const only = n.childForFieldName('declarator');
  if (s.at === 'file' && type && type.type === 'type_identifier' && /^[A-Z][A-Z0-9_]*$/.test(type.text) && only && only.type === 'parenthesized_declarator') {
    called(type, s);
  }
  declarators(n, null, s);
}

function declarators(n, symbol, s) {
  const external = n.children.some((c) => c && c.type === 'storage_class_specifier' && c.text === 'extern');
  n.children.forEach((c, i) => {
    if (n.fieldNameForChild(i) !== 'declarator' || !c) return;
    let { name, isFunction } = declared(c);
    if (!name) return;
    if (c.type === 'init_declarator' && c.childForFieldName('value')?.type === 'argument_list') isFunction = false;
    if (symbol) return define(n, name, symbol, s, false);
    // TYPE name(a, b); in a function: what looks like parameters are arguments.
    if (s.at === 'function' && isFunction) n.descendantsOfType('parameter_list').forEach((p) => p && emit('P', p.startIndex, p.endIndex));
    if (s.at === 'class') return define(n, word(name), isFunction ? 'method' : 'field', s, false);
    if (s.at === 'file' && !isFunction && !(external && c.type !== 'init_declarator')) define(n, word(name), 'variable', s, false);
  });
}

// ---- Files ----

// Macros of Linux and others that stand where C has an attribute or nothing;
// blanks take their place, as the preprocessor would leave none of them.
const attributes = new RegExp('\\b(?:__(?:init|exit|initdata|initconst|exitdata|user|iomem|rcu|percpu|force|kernel|sched|always_inline|must_check|' +
  'maybe_unused|unused|used|packed|aligned|cold|hot|weak|pure|latent_entropy|ro_after_init|read_mostly|cpuinit|devinit|net_init|net_exit|net_initdata|ref|refdata|' +
  'init_or_module|initdata_or_module|printf|private|bitwise|noreturn|nocast|noclone|visible|meminit|init_memblock|cacheline_aligned|' +
  'cacheline_aligned_in_smp|acquires|releases|must_hold|cond_lock|deprecated|malloc|counted_by|no_kcsan|no_sanitize_address|randomize_layout)|' +
  'asmlinkage|noinline|notrace|noinline_for_stack|____cacheline_aligned|____cacheline_aligned_in_smp|nokprobe_inline|__printf\\([^()]*\\)|' +
  '__(?:acquires|releases|must_hold|printf|scanf|aligned|section|counted_by|rcu)\\([^()]*\\)|__flatten|__lockfunc|__naked|' +
  'EXPORT_SYMBOL_FOR_TESTS_ONLY|EIGEN_STRONG_INLINE|EIGEN_DEVICE_FUNC|EIGEN_ALWAYS_INLINE|EIGEN_DONT_INLINE|EIGEN_MAKE_UNALIGNED_ARRAY_ASSERT|' +
  'ABSL_DLL|GTEST_API_|BOOST_CONSTEXPR|BOOST_NOEXCEPT|BOOST_FORCEINLINE|BOOST_CXX14_CONSTEXPR|BOOST_NOEXCEPT_OR_NOTHROW|BOOST_CONSTEXPR_OR_CONST|BOOST_INLINE_CONSTEXPR|' +
  'BOOST_SYMBOL_VISIBLE|BOOST_STATIC_CONSTEXPR|BOOST_GPU_ENABLED|BOOST_OVERRIDE|FMT_CONSTEXPR20|FMT_CONSTEXPR|FMT_INLINE|FMT_API|FMT_NOEXCEPT|SPDLOG_INLINE|SPDLOG_API|SPDLOG_NOEXCEPT|SPDLOG_CONSTEXPR|' +
  'JSON_HEDLEY_CONST|JSON_HEDLEY_PURE|EIGEN_UNUSED|ABSL_MUST_USE_RESULT|ABSL_ATTRIBUTE_ALWAYS_INLINE|ABSL_ATTRIBUTE_NOINLINE)\\b(?!\\s*\\()', 'g');
// Macros between class and its name, and those alone in a line that open or
// close a namespace.
const exported = /\b(class|struct|union)(\s+)([A-Z][A-Z0-9_]{3,})(?=\s+[A-Za-z_]\w*\s*(?:[:{<;]|final))/g;
const alone = /^[ \t]*[A-Z][A-Z0-9_]*(?:NAMESPACE|_BEGIN|_END|_OPEN|_CLOSE|_PUSH|_POP)[A-Z0-9_]*[ \t]*$/gm;
const blank = (m) => ' '.repeat(m.length);

let parser, text;

async function main() {
  await TreeSitter.Parser.init();
  const grammar = `tree-sitter-${language}`;
  parser = new TreeSitter.Parser();
  parser.setLanguage(await TreeSitter.Language.load(path.join(base, 'node_modules', grammar, `${grammar}.wasm`)));
  for (const file of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    out.push(`F ${file}`);
    text = fs.readFileSync(file, 'latin1');
    if (language !== 'rust') text = text.replace(attributes, blank).replace(exported, (m, a, b, c) => a + b + blank(c)).replace(alone, blank);
    owners.clear();
    const tree = parser.parse(text);
    (language === 'rust' ? rust : cFamily)(tree.rootNode, { at: 'file', owner: -1, shift: 0 });
    tree.delete();
    if (out.length > 100000) flush();
  }
  flush();
}

function flush() {
  fs.writeSync(1, out.join('\n') + '\n');
  out = [];
}

main();
