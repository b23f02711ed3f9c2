// What the words of Kotlin are, by tree-sitter-kotlin (tree-sitter-grammars).
"use strict";

const definitions = new Set(["class_declaration", "object_declaration", "companion_object", "function_declaration", "secondary_constructor", "type_alias"]);

// first gives where a declaration begins: behind its annotations.
function first(node) {
  const head = node.child(0);
  if (head.type !== "modifiers") return node.startIndex;
  for (let i = 0; i < head.childCount; i++) {
    if (!/annotation|comment/.test(head.child(i).type)) return head.child(i).startIndex;
  }
  for (let i = 1; i < node.childCount; i++) {
    if (!/comment/.test(node.child(i).type)) return node.child(i).startIndex;
  }
  return node.startIndex;
}

function typeName(path) {
  const node = path.up(1).node; // user_type
  const lastName = node.namedChildren.filter((c) => c.type === "identifier").pop();
  const end = lastName.startIndex === path.up(0).start;
  const parent = path.up(2);
  switch (parent.type) {
    case "constructor_invocation":
      if (path.up(3).type === "annotation" || path.up(3).type === "file_annotation") return end ? "callsite" : "reference";
      return end ? "callsite" : "reference";
    case "delegation_specifier":
    case "explicit_delegation":
    case "annotation":
    case "file_annotation":
      return "reference";
  }
  return "annotation";
}

// member tells what follows a chain whose last name is path.up(i).
function use(path, i) {
  const parent = path.up(i + 1);
  const node = path.up(i);
  switch (parent.type) {
    case "call_expression":
      return parent.start === node.start && parent.node.namedChild(0).endIndex === node.end ? "callsite" : "reference";
    case "assignment":
      return node.field === "left" ? "assignment" : "reference";
    case "unary_expression":
      return /^(\+\+|--)|(\+\+|--)$/.test(parent.node.text) ? "assignment" : "reference";
  }
  return "reference";
}

function leaf(path) {
  const here = path.up(0);
  if (here.type === "constructor" && path.up(1).type === "secondary_constructor") return "definition";
  if (here.type !== "identifier" || /^(null|true|false|class|this|_)$/.test(here.node.text)) return null;
  if (path.chain.length > 2 && path.chain[1].type === "import") return "import";
  const parent = path.up(1);
  if (definitions.has(parent.type) && here.field === "name") return "definition";
  switch (parent.type) {
    case "user_type":
      return typeName(path);
    case "type_alias":
      return here.field === "type" || parent.node.namedChildren.find((c) => c.type === "identifier").startIndex === here.start ? "definition" : "reference";
    case "type_parameter":
      return "assignment";
    case "class_parameter":
      return /^(@[^ ]* +)*[a-z ]*\b(val|var)\b/.test(parent.node.text.split("=")[0].replace(/@\w+(\([^)]*\))?/g, "")) ? "definition" : parent.node.childForFieldName("name") || parent.node.namedChildren.find((c) => c.type === "identifier").startIndex === here.start ? "assignment" : "reference";
    case "enum_entry":
      return parent.node.namedChildren.find((c) => c.type === "identifier").startIndex === here.start ? "definition" : "reference";
    case "variable_declaration": {
      let i = 2;
      if (path.up(i).type === "multi_variable_declaration") i++;
      if (path.up(i).type !== "property_declaration") return "assignment";
      return /^(source_file|class_body|enum_class_body)$/.test(path.up(i + 1).type) ? "definition" : "assignment";
    }
    case "parameter":
    case "setter":
    case "catch_block":
      return parent.node.namedChildren.find((c) => c.type === "identifier").startIndex === here.start ? "assignment" : "reference";
    case "lambda_parameters":
      return "assignment";
    case "navigation_expression":
      return parent.node.child(parent.node.childCount - 1).startIndex === here.start ? use(path, 1) : "reference";
    case "value_argument":
      return "reference";
  }
  return use(path, 0);
}

module.exports = {
  wasm: "@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm",
  whole: { string_content: "string_part", character_literal: "string_match", line_comment: "comment_match", block_comment: "comment_match" },
  leaf,
  encloses(path) {
    const { type, node } = path.up(0);
    if (!definitions.has(type)) return null;
    const name = node.childForFieldName("name") || type === "type_alias" && node.namedChildren.find((c) => c.type === "identifier") || node.children.find((c) => c.type === "constructor");
    return name && { name: name.startIndex, start: first(node), end: node.endIndex };
  },
};
