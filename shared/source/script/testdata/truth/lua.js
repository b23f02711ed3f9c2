// Prints what luaparse says of each Lua file that standard input names, a JSON
// object a line: words, each [offset, kind, enclosing definition], in bytes.
const fs = require("fs");
const luaparse = require("luaparse");

function wordsOf(text) {
  const words = [];
  const tree = luaparse.parse(text, { luaVersion: "LuaJIT", ranges: true, comments: true, encodingMode: "pseudo-latin1", extendedIdentifiers: true });
  for (const c of tree.comments) words.push([c.range[0], "comment_match", ""]);
  const put = (id, kind, inside) => words.push([id.range[0], kind, inside]);
  const isRequire = (e) => e && /Call/.test(e.type) && e.base.type === "Identifier" && e.base.name === "require" &&
    ((e.type === "CallExpression" && e.arguments[0] && e.arguments[0].type === "StringLiteral") || (e.type === "StringCallExpression"));

  // visit goes through n; inside names the definition around it, top tells
  // whether it is a statement of the file itself, name that it is the value of.
  function visit(n, inside, top) {
    if (!n || typeof n !== "object") return;
    if (Array.isArray(n)) { for (const x of n) visit(x, inside, top); return; }
    switch (n.type) {
      case "Chunk": visit(n.body, inside, true); return;
      case "Identifier": put(n, "reference", inside); return;
      case "StringLiteral": put(n, "string_match", inside); return;
      case "LabelStatement": case "GotoStatement": put(n.label, "reference", inside); return;
      case "MemberExpression": visit(n.base, inside); put(n.identifier, "reference", inside); return;
      case "TableKeyString":
        if (n.value.type === "FunctionDeclaration") { put(n.key, "definition", inside); func(n.value, n.key.name); return; }
        put(n.key, "reference", inside); visit(n.value, inside); return;
      case "FunctionDeclaration": declaration(n, inside); return;
      case "LocalStatement": local(n, inside, top); return;
      case "AssignmentStatement": assignment(n, inside); return;
      case "ForNumericStatement": put(n.variable, "assignment", inside); visit([n.start, n.end, n.step, ...n.body], inside); return;
      case "ForGenericStatement": n.variables.forEach((v) => put(v, "assignment", inside)); visit([...n.iterators, ...n.body], inside); return;
      case "CallExpression": case "StringCallExpression": case "TableCallExpression": call(n, inside); return;
    }
    for (const key of Object.keys(n)) if (key !== "type" && key !== "range") visit(n[key], inside);
  }
  function func(n, name) { n.parameters.forEach((p) => { if (p.type === "Identifier") put(p, "assignment", name); }); visit(n.body, name); }
  function declaration(n, inside) {
    const id = n.identifier;
    if (!id) return func(n, inside);
    if (id.type === "Identifier") { put(id, "definition", inside); return func(n, id.name); }
    visit(id.base, id.identifier.name); put(id.identifier, "definition", inside); func(n, id.identifier.name);
  }
  function local(n, inside, top) {
    const first = n.init[0];
    if (n.variables.length === 1 && first && first.type === "FunctionDeclaration") {
      put(n.variables[0], "definition", inside); func(first, n.variables[0].name); visit(n.init.slice(1), inside); return;
    }
    let value = first; // require "m".f gives the module's alias to a part of it
    while (value && value.base && !isRequire(value)) value = value.base;
    const kind = n.variables.length === 1 && isRequire(value) ? "import" : top ? "definition" : "assignment";
    n.variables.forEach((v) => put(v, kind, inside)); visit(n.init, inside);
  }
  function assignment(n, inside) {
    const one = n.variables.length === 1 && n.init[0].type === "FunctionDeclaration";
    const t = n.variables[0];
    if (one && t.type !== "IndexExpression") {
      const id = t.type === "Identifier" ? t : t.identifier;
      if (t !== id) visit(t.base, id.name);
      put(id, "definition", inside); func(n.init[0], id.name); visit(n.init.slice(1), inside); return;
    }
    for (const v of n.variables) {
      if (v.type === "Identifier") put(v, "assignment", inside);
      else if (v.type === "MemberExpression") { visit(v.base, inside); put(v.identifier, "assignment", inside); }
      else visit(v, inside);
    }
    visit(n.init, inside);
  }
  function callee(e, inside) {
    if (e.inParens) return visit(e, inside);
    if (e.type === "Identifier") return put(e, "callsite", inside);
    if (e.type === "MemberExpression") { visit(e.base, inside); return put(e.identifier, "callsite", inside); }
    if (e.type === "IndexExpression") { callee(e.base, inside); return visit(e.index, inside); }
    visit(e, inside);
  }
  function call(n, inside) {
    callee(n.base, inside);
    const args = [].concat(n.arguments || n.argument || []);
    args.forEach((a, i) => (i === 0 && isRequire(n) ? put(a, "import", inside) : visit(a, inside)));
  }
  visit(tree, "", true);
  return words;
}

for (const name of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  let out;
  try { out = { words: wordsOf(fs.readFileSync(name, "latin1")) }; } catch (e) { out = { error: String(e) }; }
  console.log(JSON.stringify({ name, ...out }));
}
