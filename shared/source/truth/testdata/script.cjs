// Prints what TypeScript's own parser says of the words of JavaScript and
// TypeScript files, for the comparison with the scanners:
//
//	node script.cjs < list of files
//
// prints for each file "file PATH" and a line "START END KIND ENCLOSING" for
// each word, string and comment, in bytes; ENCLOSING is where the name of the
// enclosing definition begins, -1 outside of all. A file that the parser does
// not accept is printed as "error PATH" alone. $CT_PARSERS/node_modules holds
// the npm package typescript.
"use strict";
const fs = require("fs");
const path = require("path");
const ts = require(path.join(process.env.CT_PARSERS || "", "node_modules", "typescript"));
const K = ts.SyntaxKind;

// offsets gives a function from UTF-16 to byte offsets.
function offsets(text, bytes) {
  if (text.length === bytes) return (i) => i;
  const at = new Uint32Array(text.length + 1);
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    at[i] = n;
    const c = text.charCodeAt(i);
    if (c < 0x80) n += 1;
    else if (c < 0x800) n += 2;
    else if (c >= 0xd800 && c < 0xdc00 && i + 1 < text.length) {
      at[++i] = n + 4;
      n += 4;
    } else n += 3;
  }
  at[text.length] = n;
  return (i) => at[i];
}

const scripts = { ".ts": ts.ScriptKind.TS, ".mts": ts.ScriptKind.TS, ".cts": ts.ScriptKind.TS, ".tsx": ts.ScriptKind.TSX };

// bare gives an expression without the round brackets around it, and what an
// assertion behind them says of its type.
function bare(n) {
  const asserts = (e) => e.kind === K.AsExpression || e.kind === K.SatisfiesExpression;
  for (let e = n; e && (e.kind === K.ParenthesizedExpression || asserts(e)); e = e.expression) if (!asserts(e)) n = e.expression;
  return n;
}

function isFunction(n) {
  n = bare(n);
  return n && (n.kind === K.ArrowFunction || n.kind === K.FunctionExpression);
}

function bindable(n) {
  n = bare(n);
  return isFunction(n) || (n && n.kind === K.ClassExpression);
}

// dotted tells whether n is a plain chain of names: a.b.c, this.c.
function dotted(n) {
  while (n.kind === K.PropertyAccessExpression) n = n.expression;
  return n.kind === K.Identifier || n.kind === K.ThisKeyword || n.kind === K.SuperKeyword;
}

class File {
  constructor(source, at) {
    this.source = source;
    this.at = at;
    this.lines = [];
    this.spans = []; // of the definitions: from, to, where the name begins
    this.outer = new Map(); // from a name to the name around it
  }

  emit(start, end, kind, enclosing) {
    this.lines.push(`${this.at(start)} ${this.at(end)} ${kind} ${enclosing < 0 ? -1 : this.at(enclosing)}`);
  }

  // direct tells whether a variable statement stands in the file or a namespace.
  direct(list) {
    const up = list.parent;
    return up.kind === K.VariableStatement && (up.parent.kind === K.SourceFile || up.parent.kind === K.ModuleBlock);
  }

  // required tells whether a declaration binds a call of require.
  required(d) {
    const i = d.initializer;
    return i && i.kind === K.CallExpression && i.expression.kind === K.Identifier && i.expression.text === "require" &&
      i.arguments.length === 1 && ts.isStringLiteral(i.arguments[0]);
  }

  // variable gives what a name within the declaration list is.
  variable(n) {
    let d = n.parent;
    let key = false;
    if (d.kind === K.BindingElement && d.propertyName === n) key = true;
    else if (d.name !== n) return null;
    while (d.kind === K.BindingElement || d.kind === K.ObjectBindingPattern || d.kind === K.ArrayBindingPattern) d = d.parent;
    if (d.kind === K.Parameter) return key ? "reference" : "assignment";
    if (d.kind !== K.VariableDeclaration) return null;
    if (d.parent.kind === K.CatchClause) return key ? "reference" : "assignment";
    if (this.required(d) && d.name.kind !== K.ArrayBindingPattern) return "import";
    if (key) return "reference";
    if (n.parent === d && bindable(d.initializer)) return "definition";
    return this.direct(d.parent) ? "definition" : "assignment";
  }

  // callee tells whether n, or the chain that it ends, is called.
  callee(n) {
    let e = n;
    if (e.parent.kind === K.PropertyAccessExpression && e.parent.name === e) e = e.parent;
    while (e.parent.kind === K.NonNullExpression || e.parent.kind === K.ExpressionWithTypeArguments) e = e.parent;
    const up = e.parent;
    return (up.kind === K.CallExpression || up.kind === K.NewExpression) && up.expression === e;
  }

  // target tells whether the expression e is assigned to.
  target(e) {
    for (;;) {
      const up = e.parent;
      switch (up.kind) {
        case K.BinaryExpression:
          if (up.left !== e || up.operatorToken.kind < K.FirstAssignment || up.operatorToken.kind > K.LastAssignment) return false;
          return true;
        case K.ForInStatement: case K.ForOfStatement: return up.initializer === e;
        case K.ParenthesizedExpression: case K.NonNullExpression: return false;
        case K.ArrayLiteralExpression: case K.ObjectLiteralExpression: case K.SpreadElement: case K.SpreadAssignment: e = up; continue;
        case K.ShorthandPropertyAssignment: e = up; continue;
        case K.PropertyAssignment:
          if (up.initializer !== e) return false;
          e = up;
          continue;
        default: return false;
      }
    }
  }

  // isNamedMember tells whether a property is of an object that a variable or member of the file is given.
  isNamedMember(p) {
    let object = p.parent;
    while (object.parent.kind === K.AsExpression || object.parent.kind === K.SatisfiesExpression || object.parent.kind === K.NonNullExpression) object = object.parent;
    const up = object.parent;
    switch (up.kind) {
      case K.PropertyAssignment: return up.initializer === object && up.name.kind === K.Identifier && this.isNamedMember(up);
      case K.VariableDeclaration:
        return up.initializer === object && up.name.kind === K.Identifier && up.parent.parent.kind === K.VariableStatement && up.parent.parent.parent.kind === K.SourceFile;
      case K.BinaryExpression:
        return up.operatorToken.kind === K.EqualsToken && up.right === object && up.left.kind === K.PropertyAccessExpression && dotted(up.left) &&
          up.left.name.text !== "exports" && up.parent.kind === K.ExpressionStatement && up.parent.parent.kind === K.SourceFile;
    }
    return false;
  }

  inType(n) {
    for (let up = n.parent, from = n; up; from = up, up = up.parent) {
      if (ts.isTypeNode(up)) return up.kind !== K.ExpressionWithTypeArguments || from !== up.expression;
      if (ts.isStatement(up) || ts.isExpression(up) || ts.isClassElement(up)) return false;
    }
    return false;
  }

  identifier(n) {
    const up = n.parent;
    const whole = up.kind === K.PropertyAccessExpression && up.name === n ? up : n;
    switch (up.kind) {
      case K.FunctionDeclaration: case K.ClassDeclaration: case K.FunctionExpression: case K.ClassExpression:
      case K.InterfaceDeclaration: case K.TypeAliasDeclaration: case K.EnumDeclaration: case K.ModuleDeclaration:
      case K.MethodDeclaration: case K.GetAccessor: case K.SetAccessor: case K.PropertyDeclaration: case K.EnumMember:
        if (up.name === n) return up.parent.kind === K.TypeLiteral ? "reference" : "definition";
        break;
      case K.MethodSignature: case K.PropertySignature:
        if (up.name === n) return up.parent.kind === K.InterfaceDeclaration ? "definition" : "reference";
        break;
      case K.NamespaceExport: case K.ImportClause: case K.NamespaceImport: case K.ImportEqualsDeclaration: case K.ImportSpecifier:
        return "import";
      case K.NamespaceExportDeclaration: return "reference";
      case K.ExportSpecifier: return up.parent.parent.moduleSpecifier ? "import" : "reference";
      case K.TypeParameter:
        if (up.name === n) return "assignment";
        break;
      case K.Parameter:
        if (up.name === n) return "assignment";
        break;
      case K.NamedTupleMember: return up.name === n ? "reference" : "annotation";
      case K.PropertyAssignment:
        if (up.name === n) return isFunction(up.initializer) || bindable(up.initializer) || this.isNamedMember(up) ? "definition" : "reference";
        break;
      case K.BreakStatement: case K.ContinueStatement: case K.LabeledStatement: case K.MetaProperty:
        if (up.label === n || up.kind === K.MetaProperty) return "reference";
        break;
      case K.JsxAttribute: case K.JsxOpeningElement: case K.JsxSelfClosingElement: case K.JsxClosingElement: case K.JsxNamespacedName:
        return "reference";
    }
    const bound = this.variable(n);
    if (bound) return bound;
    if (up.kind === K.QualifiedName && up.parent.kind === K.ImportEqualsDeclaration || this.importEquals(n)) return "import";
    if (this.inType(n)) return "annotation";
    if (this.callee(n)) return "callsite";
    if (whole.parent.kind === K.BinaryExpression && whole.parent.left === whole && whole.parent.operatorToken.kind === K.EqualsToken &&
      whole !== n && dotted(whole) && bindable(whole.parent.right) && n.text !== "exports") return "definition";
    if (this.target(whole)) return "assignment";
    return "reference";
  }

  // isKeyword tells of identifiers of the tree that are keywords to the eye:
  // this as a parameter, as const, declare global.
  isKeyword(n) {
    const up = n.parent;
    return n.text === "this" && (up.kind === K.Parameter || up.kind === K.TypeQuery || up.kind === K.TypePredicate) || n.text === "const" && up.kind === K.TypeReference ||
      n.text === "global" && up.kind === K.ModuleDeclaration;
  }

  importEquals(n) {
    let up = n.parent;
    while (up.kind === K.QualifiedName) up = up.parent;
    return up.kind === K.ImportEqualsDeclaration;
  }

  // own gives the name of the definition that n is, and where it begins.
  own(n) {
    const named = (name) => (name && !this.isKeyword(name) && (name.kind === K.Identifier || name.kind === K.PrivateIdentifier) ? name : null);
    switch (n.kind) {
      case K.FunctionDeclaration: case K.ClassDeclaration: case K.InterfaceDeclaration: case K.EnumDeclaration:
      case K.ModuleDeclaration: case K.MethodDeclaration: case K.TypeAliasDeclaration:
        return named(n.name);
      case K.GetAccessor: case K.SetAccessor: return n.parent.kind === K.TypeLiteral ? null : named(n.name);
      case K.Constructor:
        return n.getChildren(this.source).find((c) => c.kind === K.ConstructorKeyword) || null;
      case K.MethodSignature: return n.parent.kind === K.InterfaceDeclaration ? named(n.name) : null;
      case K.VariableDeclaration: case K.PropertyDeclaration: case K.PropertyAssignment:
        return bindable(n.initializer) ? named(n.name) : null;
      case K.BinaryExpression:
        return n.operatorToken.kind === K.EqualsToken && n.left.kind === K.PropertyAccessExpression && dotted(n.left) &&
          bindable(n.right) && n.left.name.text !== "exports" ? n.left.name : null;
      case K.FunctionExpression: case K.ClassExpression: return named(n.name);
    }
    return null;
  }

  text(n, kind, enclosing) {
    this.emit(n.getStart(this.source), n.end, kind, enclosing);
  }

  walk(root) {
    const stack = [[root, -1]];
    while (stack.length) {
      const [n, around] = stack.pop();
      let enclosing = around;
      const own = this.own(n);
      if (own) enclosing = own.getStart(this.source);
      switch (n.kind) {
        case K.Identifier: case K.PrivateIdentifier:
          if (n.end > n.getStart(this.source) && !this.isKeyword(n)) {
            const kind = this.identifier(n);
            this.emit(n.getStart(this.source), n.end, kind, around === n.getStart(this.source) ? this.outer.get(around) : around);
          }
          break;
        case K.StringLiteral: case K.NoSubstitutionTemplateLiteral: case K.RegularExpressionLiteral:
          this.text(n, "string_match", around);
          break;
        case K.TemplateHead: case K.TemplateMiddle: case K.TemplateTail:
          if (n.rawText || n.text) this.text(n, "string_part", around);
          break;
        case K.JsxText:
          if (n.text.trim()) {
            const from = n.pos + n.text.length - n.text.trimStart().length;
            this.emit(from, n.pos + n.text.trimEnd().length, "string_part", around);
          }
          break;
        case K.Constructor:
          if (own) this.emit(own.getStart(this.source), own.end, "definition", around);
          break;
      }
      if (own) {
        this.outer.set(enclosing, around);
        this.spans.push([this.begin(n), n.end, enclosing]);
      }
      const children = [];
      n.forEachChild((c) => {
        const deco = c.kind === K.Decorator;
        children.push([c, deco ? around : enclosing]);
      });
      for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
    }
  }

  // begin gives where the definition n begins: behind its decorators, at the
  // keyword of its statement.
  begin(n) {
    if (n.kind === K.VariableDeclaration && n.parent.declarations[0] === n) n = n.parent.parent.kind === K.VariableStatement ? n.parent.parent : n.parent;
    const first = n.modifiers && n.modifiers.find((m) => m.kind !== K.Decorator);
    const decorated = n.modifiers && n.modifiers.find((m) => m.kind === K.Decorator);
    if (!decorated) return n.getStart(this.source);
    if (first && first.pos > decorated.pos) return first.getStart(this.source);
    return n.modifiers[n.modifiers.length - 1].end + 1;
  }

  // comment tells of a comment with the innermost definition around it.
  comment(start, end) {
    while (this.next < this.spans.length && this.spans[this.next][0] <= start) this.open.push(this.spans[this.next++]);
    while (this.open.length && this.open[this.open.length - 1][1] <= start) this.open.pop();
    this.emit(start, end, "comment_match", this.open.length ? this.open[this.open.length - 1][2] : -1);
  }

  // comments finds all comments, with the tokens between which they stand.
  comments(root) {
    const text = this.source.text;
    const seen = new Set();
    const found = [];
    const stack = [root];
    const take = (ranges) => {
      for (const r of ranges || []) {
        if (seen.has(r.pos)) continue;
        seen.add(r.pos);
        found.push([r.pos, r.end]);
      }
    };
    if (text.startsWith("#!")) {
      const end = text.search(/\r?\n|$/);
      found.push([0, end]);
      seen.add(0);
    }
    while (stack.length) {
      const n = stack.pop();
      if (n.kind === K.JsxText || n.kind === K.SyntaxList && n.pos === n.end) continue;
      const children = n.getChildren(this.source).filter((c) => c.kind < K.FirstJSDocNode || c.kind > K.LastJSDocNode);
      if (children.length === 0) {
        if (n.kind < K.FirstNode || n.kind === K.EndOfFileToken) {
          // White space in front of JSX text is text.
          if (n.pos < n.getStart(this.source)) {
            take(ts.getLeadingCommentRanges(text, n.pos));
            take(ts.getTrailingCommentRanges(text, n.pos));
          }
        }
        continue;
      }
      for (const c of children) stack.push(c);
    }
    this.spans.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    this.next = 0;
    this.open = [];
    found.sort((a, b) => a[0] - b[0]);
    for (const [from, to] of found) this.comment(from, to);
  }
}

function main() {
  for (const name of fs.readFileSync(0, "utf8").split("\n")) {
    if (!name) continue;
    const raw = fs.readFileSync(name);
    const text = raw.toString("utf8");
    const mark = text.charCodeAt(0) === 0xfeff;
    const source = ts.createSourceFile(name, text, { languageVersion: ts.ScriptTarget.Latest }, true, scripts[path.extname(name)] || ts.ScriptKind.JSX);
    if (source.parseDiagnostics.length || Buffer.byteLength(text) !== raw.length) {
      console.log("error " + name);
      continue;
    }
    const f = new File(source, offsets(text, raw.length));
    f.walk(source);
    f.comments(source);
    process.stdout.write(["file " + name, ...f.lines].join("\n") + "\n");
  }
}

main();
