// What the words of Java are, by tree-sitter-java.
"use strict";

const types = new Set([
  "class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration",
  "method_declaration", "constructor_declaration", "compact_constructor_declaration", "annotation_type_element_declaration",
  "module_declaration",
]);
const bases = new Set(["superclass", "super_interfaces", "extends_interfaces", "permits"]);

// first gives where a declaration begins: at its first modifier that is no annotation.
function first(node) {
  const head = node.child(0);
  if (head.type !== "modifiers") return node.startIndex;
  for (let i = 0; i < head.childCount; i++) {
    const child = head.child(i);
    if (!/annotation|comment/.test(child.type)) return child.startIndex;
  }
  for (let i = 1; i < node.childCount; i++) {
    if (!/comment/.test(node.child(i).type)) return node.child(i).startIndex;
  }
  return node.startIndex;
}

// typeKind tells what a name within a type is.
function typeKind(path) {
  let i = 0; // climb the type that this name ends
  while (path.up(i + 1).type === "scoped_type_identifier") {
    const node = path.up(i + 1).node;
    if (node.child(node.childCount - 1).endIndex !== path.up(i).end) {
      return scoped(path, i + 1) ? "annotation" : "reference";
    }
    i++;
  }
  if (path.up(i + 1).type === "generic_type" && path.up(i + 1).node.child(0).startIndex === path.up(i).start) i++;
  const parent = path.up(i + 1);
  if (parent.type === "scoped_type_identifier") return scoped(path, i + 1) ? "annotation" : "reference";
  if (parent.type === "object_creation_expression" && path.up(i).field === "type") return "callsite";
  if (parent.type === "class_literal" || parent.type === "method_reference") return "reference";
  if (bases.has(parent.type)) return "reference";
  if (parent.type === "type_list" && bases.has(path.up(i + 2).type)) return "reference";
  if (parent.type === "type_parameter" && path.up(i).field === null && parent.node.namedChild(0).type !== "type_bound") return "assignment";
  return "annotation";
}

// scoped tells whether the scoped type at i stands where a type is named.
function scoped(path, i) {
  while (path.up(i).type === "scoped_type_identifier" || path.up(i).type === "generic_type") i++;
  const parent = path.up(i).type;
  return !(parent === "object_creation_expression" || parent === "class_literal" || bases.has(parent) ||
    parent === "type_list" && bases.has(path.up(i + 1).type));
}

function declarator(path) {
  const owner = path.up(2).type;
  if (owner === "spread_parameter" && path.up(4).type === "record_declaration") return "definition";
  return owner === "field_declaration" || owner === "constant_declaration" ? "definition" : "assignment";
}

function leaf(path) {
  const { type, field } = path.up(0);
  if (type === "type_identifier") return path.up(0).node.text === "var" ? null : typeKind(path);
  if (type !== "identifier") return null;
  for (let i = 1; ; i++) {
    const up = path.up(i).type;
    if (up === "import_declaration" || up === "requires_module_directive") return "import";
    if (up !== "scoped_identifier") break;
  }
  const parent = path.up(1);
  if (types.has(parent.type) && field === "name") return "definition";
  switch (parent.type) {
    case "enum_constant":
      return field === "name" ? "definition" : "reference";
    case "scoped_identifier":
      if (path.up(2).type === "module_declaration") return parent.node.child(parent.node.childCount - 1).endIndex === path.up(0).end ? "definition" : "reference";
      if (path.up(2).type === "annotation" && field === "name") return "callsite";
      return "reference";
    case "annotation":
      return field === "name" ? "callsite" : "reference";
    case "variable_declarator":
      return field === "name" ? declarator(path) : "reference";
    case "method_invocation":
      return field === "name" ? "callsite" : "reference";
    case "formal_parameter":
      if (field === "name" && path.up(2).type === "formal_parameters" && path.up(3).type === "record_declaration") return "definition";
      return "assignment";
    case "catch_formal_parameter":
    case "inferred_parameters":
    case "type_pattern":
    case "record_pattern_component":
      return "assignment";
    case "record_pattern":
      return "annotation";
    case "resource":
    case "enhanced_for_statement":
      return field === "name" ? "assignment" : "reference";
    case "lambda_expression":
      return field === "parameters" ? "assignment" : "reference";
    case "instanceof_expression":
      return field === "name" ? "assignment" : "reference";
    case "assignment_expression":
      return field === "left" ? "assignment" : "reference";
    case "update_expression":
      return "assignment";
    case "field_access":
      if (field === "field" && (path.up(1).field === "left" && path.up(2).type === "assignment_expression" || path.up(2).type === "update_expression")) return "assignment";
      return "reference";
  }
  return "reference";
}

module.exports = {
  wasm: "tree-sitter-java/tree-sitter-java.wasm",
  whole: {
    string_literal: "string_match", character_literal: "string_match", line_comment: "comment_match", block_comment: "comment_match",
  },
  leaf,
  encloses(path) {
    const { type, node } = path.up(0);
    if (!types.has(type)) return null;
    const name = node.childForFieldName("name");
    const end = name.type === "scoped_identifier" ? name.child(name.childCount - 1) : name;
    return { name: name.startIndex, word: end.startIndex, start: first(node), end: node.endIndex };
  },
};
