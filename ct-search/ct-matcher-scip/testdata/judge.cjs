// What the TypeScript compiler says that the identifiers of a project refer to.
//
//	node judge.cjs DIR
//
// DIR has a tsconfig.json; $CT_SCIP/node_modules holds the npm package @sourcegraph/scip-typescript, whose compiler is
// used. A line for each identifier: FILE, LINE and COLUMN in UTF-16 units, both from 1, NAME, and FILE:LINE of the name of each
// declaration; "-" stands for one outside of DIR. A name that the compiler does not resolve has no line.
"use strict";
const fs = require("fs"), path = require("path");
const indexer = require.resolve("@sourcegraph/scip-typescript/package.json", { paths: [process.env.CT_SCIP || ""] });
const ts = require(require.resolve("typescript", { paths: [path.dirname(indexer)] }));
const dir = fs.realpathSync(process.argv[2]);
const config = ts.getParsedCommandLineOfConfigFile(path.join(dir, "tsconfig.json"), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} });
const program = ts.createProgram(config.fileNames, config.options);
const checker = program.getTypeChecker();
const inside = (file) => file.startsWith(dir + path.sep) && !file.includes("/node_modules/");
function place(declaration) {
  const file = declaration.getSourceFile();
  if (!inside(file.fileName)) return "-";
  const name = ts.getNameOfDeclaration(declaration) || declaration;
  return path.relative(dir, file.fileName) + ":" + (file.getLineAndCharacterOfPosition(name.getStart()).line + 1);
}
function declarations(symbol) {
  if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const roots = checker.getRootSymbols(symbol);
  return [symbol, ...roots].flatMap((s) => s.declarations || []).map(place);
}
const out = [];
for (const file of program.getSourceFiles()) {
  if (!inside(file.fileName)) continue;
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      const symbols = [checker.getSymbolAtLocation(node)];
      if (ts.isShorthandPropertyAssignment(node.parent)) symbols.push(checker.getShorthandAssignmentValueSymbol(node.parent));
      // An indexer binds a property of a literal to that of the type that is expected there.
      if ((ts.isPropertyAssignment(node.parent) || ts.isShorthandPropertyAssignment(node.parent) || ts.isMethodDeclaration(node.parent)) && node.parent.name === node && ts.isObjectLiteralExpression(node.parent.parent)) {
        const of = checker.getContextualType(node.parent.parent);
        symbols.push(...(of ? of.types || [of] : []).map((t) => checker.getNonNullableType(t).getProperty(node.text)));
      }
      if (ts.isBindingElement(node.parent) && !node.parent.propertyName) {
        const of = checker.getTypeAtLocation(node.parent.parent);
        symbols.push(of && of.getProperty(node.text));
      }
      const all = symbols.filter(Boolean).flatMap(declarations);
      const at = file.getLineAndCharacterOfPosition(node.getStart());
      if (all.length > 0) out.push([path.relative(dir, file.fileName), at.line + 1, at.character + 1, node.text, ...new Set(all)].join("\t"));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}
fs.writeFileSync(1, out.join("\n") + "\n");
