// Prints what tree-sitter says of the words of source files, for the
// comparison with the scanners:
//
//	node treesitter.cjs LANGUAGE < list of files
//
// prints for each file "file PATH" and a line "START END KIND ENCLOSING" for
// each word, string and comment, in bytes; ENCLOSING is where the name of the
// enclosing definition begins, -1 outside of all. A file that its grammar does
// not accept is printed as "error PATH" alone. $CT_PARSERS/ts-java holds the
// installed npm packages web-tree-sitter and the grammars.
"use strict";
const fs = require("fs");
const path = require("path");
const { createRequire } = require("module");

const modules = path.join(process.env.CT_PARSERS || "", "ts-java", "node_modules");

// offsets gives a function from UTF-16 to byte offsets.
function offsets(text, bytes) {
  if (text.length === bytes.length) return (i) => i;
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

// A Path is the chain of nodes from the root to where the walk stands, each
// {type, field, node}; up(0) is the innermost.
class Path {
  constructor() {
    this.chain = [];
  }
  up(n) {
    return this.chain[this.chain.length - 1 - n] || { type: "", field: null, node: null };
  }
  push(cursor) {
    const entry = { type: cursor.nodeType, field: cursor.currentFieldName, cursor: cursor, made: null };
    Object.defineProperty(entry, "node", {
      get() {
        return entry.made;
      },
    });
    entry.made = cursor.currentNode;
    entry.start = cursor.startIndex;
    entry.end = cursor.endIndex;
    this.chain.push(entry);
  }
}

// walk visits every node of the tree: lang.whole[type] is a word as it stands,
// lang.leaf(path) gives the kind of a leaf or null, lang.encloses(path) gives
// {name, start, end} of a definition or null.
function walk(tree, lang, emit) {
  const cursor = tree.walk();
  const chain = new Path();
  const enclosing = [];
  for (;;) {
    chain.push(cursor);
    const here = chain.up(0);
    while (enclosing.length && enclosing[enclosing.length - 1].end <= here.start) enclosing.pop();
    let descend = true;
    const whole = lang.whole[here.type];
    if (whole && here.node.isNamed) {
      emit(here.start, here.end, whole, enclosing);
      descend = false;
    } else {
      const definition = lang.encloses(chain);
      if (definition) enclosing.push(...[].concat(definition));
      if (here.node.childCount === 0) {
        const kind = lang.leaf(chain);
        if (kind) emit(here.start + (lang.skip ? lang.skip(here) : 0), here.end, kind, enclosing);
      }
    }
    if (descend && cursor.gotoFirstChild()) continue;
    chain.chain.pop();
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return;
      chain.chain.pop();
    }
  }
}

function inside(enclosing, start) {
  for (let i = enclosing.length - 1; i >= 0; i--) {
    const d = enclosing[i];
    if (d.start <= start && start < d.end && start !== (d.word ?? d.name)) return d.name;
  }
  return -1;
}

// print writes all of text before it returns.
function print(text) {
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(1, bytes, at);
    } catch (e) {
      if (e.code !== "EAGAIN") throw e;
    }
  }
}

async function main() {
  const lang = require("./" + process.argv[2] + ".cjs");
  const { Parser, Language } = createRequire(path.join(modules, "/"))("web-tree-sitter");
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(path.join(modules, lang.wasm)));
  const files = fs.readFileSync(0, "utf8").split("\n").filter(Boolean);
  for (const file of files) {
    const bytes = fs.readFileSync(file);
    const text = bytes.toString("utf8");
    const tree = Buffer.from(text, "utf8").equals(bytes) ? parser.parse(text) : null;
    if (!tree || tree.rootNode.hasError) {
      print("error " + file + "\n");
    } else {
      const at = offsets(text, bytes);
      const lines = ["file " + file];
      lang.begin && lang.begin(text);
      walk(tree, lang, (start, end, kind, enclosing) => {
        const in_ = inside(enclosing, start);
        lines.push(at(start) + " " + at(end) + " " + kind + " " + (in_ < 0 ? -1 : at(in_)));
      });
      print(lines.join("\n") + "\n");
    }
    if (tree) tree.delete();
  }
}

main();
