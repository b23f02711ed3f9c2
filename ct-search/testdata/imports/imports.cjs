// Prints the modules that the JavaScript and TypeScript files of a folder import, as TypeScript's parser reads them:
// "MODULE<tab>FILE". $CT_PARSERS/node_modules holds the npm package typescript.
"use strict";
const fs = require("fs");
const path = require("path");
const ts = require(path.join(process.env.CT_PARSERS || "", "node_modules", "typescript"));

function modules(file, print) {
  const text = fs.readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  if (source.parseDiagnostics.length > 0) return;
  const visit = (n) => {
    if ((ts.isImportDeclaration(n) || ts.isExportDeclaration(n)) && n.moduleSpecifier) print(n.moduleSpecifier.text);
    if (ts.isExternalModuleReference(n) && ts.isStringLiteral(n.expression)) print(n.expression.text);
    if (ts.isImportTypeNode(n) && ts.isLiteralTypeNode(n.argument)) print(n.argument.literal.text);
    if (ts.isCallExpression(n) && n.arguments.length > 0 && ts.isStringLiteralLike(n.arguments[0])) {
      if (n.expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(n.expression) && n.expression.text === "require")) print(n.arguments[0].text);
    }
    ts.forEachChild(n, visit);
  };
  visit(source);
}

function walk(folder) {
  for (const e of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, e.name);
    if (e.name.startsWith(".")) continue;
    if (e.isDirectory()) walk(full);
    else if (e.isFile() && /\.([cm]?[jt]s|[jt]sx)$/.test(e.name)) modules(full, (m) => console.log(m + "\t" + full));
  }
}
walk(process.argv[2]);
