// Says of every class and interface in the scripts below a folder which types are directly above it, as TypeScript sees it:
// "type", file, line, the name above, and its file and line. NODE_PATH leads to typescript.
'use strict';
const fs = require('fs'), path = require('path'), ts = require('typescript');
const root = process.argv[2];
const files = [];
(function walk(dir) {
  for (const e of fs.readdirSync(dir, {withFileTypes: true}).sort((a, b) => a.name < b.name ? -1 : 1)) {
    const p = path.join(dir, e.name);
    if (e.isDirectory() && e.name !== 'node_modules' && !e.name.startsWith('.')) walk(p);
    else if (/\.[mc]?tsx?$/.test(e.name) && !/\.d\.[mc]?ts$/.test(e.name)) files.push(p);
  }
})(root);
const program = ts.createProgram(files, {noEmit: true, skipLibCheck: true, strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler, jsx: ts.JsxEmit.Preserve, types: []});
const checker = program.getTypeChecker();
const own = new Set(files.map(f => path.resolve(f)));
const place = node => {
  const sf = node.getSourceFile(), at = node.name || node;
  return [sf.fileName, sf.getLineAndCharacterOfPosition(at.getStart(sf)).line + 1].join('\t');
};
function visit(node) {
  if ((ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) && node.heritageClauses) {
    for (const clause of node.heritageClauses) for (const t of clause.types) {
      let symbol = checker.getSymbolAtLocation(t.expression);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      if (symbol && symbol.flags & ts.SymbolFlags.TypeAlias && !(symbol.flags & ts.SymbolFlags.Interface)) symbol = checker.getTypeAtLocation(t).symbol;
      for (const d of (symbol && symbol.declarations) || []) {
        if (!own.has(path.resolve(d.getSourceFile().fileName)) || !(ts.isClassLike(d) || ts.isInterfaceDeclaration(d)) || !d.name) continue;
        const here = node.name ? node : {getSourceFile: () => node.getSourceFile(), name: t.expression};
        console.log(['type', place(here), symbol.name === 'default' ? d.name.text : symbol.name, place(d)].join('\t'));
      }
    }
  }
  ts.forEachChild(node, visit);
}
for (const sf of program.getSourceFiles()) if (own.has(path.resolve(sf.fileName))) visit(sf);
