// Says of every call in the scripts below a folder what TypeScript binds it to; see judgeTree. NODE_PATH leads to typescript.
'use strict';
const fs = require('fs'), path = require('path'), ts = require('typescript');
const root = process.argv[2];
const files = [];
(function walk(dir) {
  for (const e of fs.readdirSync(dir, {withFileTypes: true}).sort((a, b) => a.name < b.name ? -1 : 1)) {
    const p = path.join(dir, e.name);
    if (e.isDirectory() && e.name !== 'node_modules' && !e.name.startsWith('.')) walk(p);
    else if (/\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/.test(e.name) && (!/\.d\.[mc]?ts$/.test(e.name))) files.push(p);
  }
})(root);
const typed = files.filter(f => /\.[mc]?tsx?$/.test(f));
// A package of the tree that is imported by its name means its sources, as in its own configuration, and not what was built of them.
const paths = {};
function known(dir) {
  const name = path.join(dir, 'package.json'), src = path.join(dir, 'src');
  if (!fs.existsSync(name)) return false;
  const own = JSON.parse(fs.readFileSync(name, 'utf8')).name;
  if (own && fs.existsSync(src)) Object.assign(paths, {[own]: [path.join(src, 'index')], [own + '/*']: [path.join(src, '*')]});
  return true;
}
for (let dir = path.resolve(root); !known(dir) && dir !== path.dirname(dir); dir = path.dirname(dir));
new Set(files.map(f => path.dirname(path.dirname(path.resolve(f))))).forEach(known);
const names = typed.length > files.length / 3 ? typed : files;
const program = ts.createProgram(names, {paths, allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true, strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler ?? ts.ModuleResolutionKind.NodeJs, jsx: ts.JsxEmit.Preserve, types: [], maxNodeModuleJsDepth: 0});
const checker = program.getTypeChecker();
const out = [];
const own = new Set(names.map(n => path.resolve(n)));
function bytes(sf, from, to) { return Buffer.byteLength(sf.text.slice(from, to)); }
function ups(type, seen) {
  const s = type && (type.aliasSymbol && !type.symbol ? type.aliasSymbol : type.symbol);
  if (!s || seen.has(s)) return;
  seen.add(s);
  for (const d of s.declarations || []) for (const h of d.heritageClauses || []) for (const t of h.types) ups(checker.getTypeAtLocation(t), seen);
}
function named(s) { return checker.getFullyQualifiedName(s).replace(/^".*"\./, '').replace(/[\t\n,]/g, ' '); }
// Parameters and local variables are no definitions.
function isFunction(d) {
  if (ts.isVariableDeclaration(d)) return d.initializer && (ts.isFunctionLike(d.initializer) || ts.isClassLike(d.initializer));
  if (ts.isPropertyDeclaration(d) || ts.isPropertyAssignment(d)) return d.initializer && ts.isFunctionLike(d.initializer);
  return ts.isFunctionLike(d) || ts.isClassLike(d) || ts.isInterfaceDeclaration(d);
}
// itsOwn returns the member of the object literal around a node that this.NAME calls there, whatever type is declared for the object.
function itsOwn(callee) {
  if (!ts.isPropertyAccessExpression(callee) || callee.expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
  let at = callee;
  while (at && (!ts.isFunctionLike(at) || ts.isArrowFunction(at))) at = at.parent;
  const object = at && (ts.isPropertyAssignment(at.parent) ? at.parent.parent : at.parent);
  return object && ts.isObjectLiteralExpression(object) ? object.properties.find(p => p.name && p.name.getText() === callee.name.text) : undefined;
}
function visit(sf, node) {
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node)) {
    let callee = ts.isTaggedTemplateExpression(node) ? node.tag : node.expression;
    while (ts.isParenthesizedExpression(callee) || ts.isNonNullExpression(callee)) callee = callee.expression;
    const id = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
    if (ts.isIdentifier(id) || ts.isPrivateIdentifier(id)) {
      let symbol = checker.getSymbolAtLocation(id);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      let d = symbol && symbol.declarations && (symbol.declarations.find(x => x.body || x.initializer || x.members) || symbol.declarations[0]);
      const sig = checker.getResolvedSignature(node);
      if (sig && sig.declaration && symbol && (symbol.declarations || []).includes(sig.declaration)) d = symbol.declarations.find(x => x.body) || sig.declaration;
      const inner = itsOwn(callee);
      if (inner && inner.symbol) { symbol = inner.symbol; d = inner; }
      if (d && !isFunction(d)) d = undefined;
      if (d && d.name && (ts.isIdentifier(d.name) || ts.isPrivateIdentifier(d.name) || ts.isStringLiteral(d.name))) {
        const target = d.getSourceFile(), in_ = own.has(path.resolve(target.fileName));
        const at = sf.getLineAndCharacterOfPosition(id.getStart()), line = sf.getPositionOfLineAndCharacter(at.line, 0);
        const seen = new Set();
        if (ts.isPropertyAccessExpression(callee)) ups(checker.getApparentType(checker.getTypeAtLocation(callee.expression)), seen);
        const parent = d.parent && (ts.isClassLike(d.parent) || ts.isInterfaceDeclaration(d.parent)) && d.parent.symbol ? named(d.parent.symbol) : '';
        out.push([id.text, sf.fileName, at.line + 1, bytes(sf, line, id.getStart()) + 1, in_ ? target.fileName : '', in_ ? symbol.declarations.filter(x => x.name && x.getSourceFile() === target).map(x => target.getLineAndCharacterOfPosition(x.name.getStart()).line + 1).join(',') : '', parent, [...seen].map(named).join(',')].join('\t'));
      }
    }
  }
  ts.forEachChild(node, c => visit(sf, c));
}
for (const sf of program.getSourceFiles()) if (own.has(path.resolve(sf.fileName))) visit(sf, sf);
process.stdout.write(out.join('\n') + '\n');
