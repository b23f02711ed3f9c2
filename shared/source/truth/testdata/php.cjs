// What the words of PHP are, by tree-sitter-php. A variable's word goes without its $.
"use strict";

const definitions = new Set([
  "class_declaration", "interface_declaration", "trait_declaration", "enum_declaration", "function_definition", "method_declaration",
]);
const bases = new Set(["base_clause", "class_interface_clause"]);
const patterns = new Set(["list_literal", "array_creation_expression", "array_element_initializer", "by_ref", "pair"]);

// first gives where a declaration begins: behind its attributes.
function first(node) {
  for (let i = 0; i < node.childCount; i++) {
    if (!/attribute_list|comment/.test(node.child(i).type)) return node.child(i).startIndex;
  }
  return node.startIndex;
}

// target tells whether the variable at path.up(i) is bound: assigned, a loop's, a pattern's.
function target(path, i) {
  while (patterns.has(path.up(i + 1).type)) {
    if (path.up(i + 1).type === "array_element_initializer" && path.up(i + 1).node.namedChildCount > 1 &&
      path.up(i + 1).node.namedChild(0).startIndex === path.up(i).start) return false;
    i++;
  }
  const parent = path.up(i + 1);
  const { field } = path.up(i);
  switch (parent.type) {
    case "assignment_expression":
    case "augmented_assignment_expression":
    case "reference_assignment_expression":
      return field === "left";
    case "update_expression":
      return path.up(i).type === "variable_name" || /access/.test(path.up(i).type);
    case "foreach_statement":
      return parent.node.namedChild(0).startIndex !== path.up(i).start && field !== "body";
    case "catch_clause":
    case "static_variable_declaration":
      return field === "name";
  }
  return false;
}

function variable(path) {
  const parent = path.up(2);
  switch (parent.type) {
    case "property_element":
      return path.up(1).field === "name" || parent.node.namedChild(0).startIndex === path.up(1).start ? "definition" : "reference";
    case "property_promotion_parameter":
      return "definition";
    case "simple_parameter":
    case "variadic_parameter":
      return path.up(1).field === "name" ? "assignment" : "reference";
    case "by_ref":
      if (path.up(3).type === "property_promotion_parameter") return "definition";
      break;
    case "function_call_expression":
      return path.up(1).field === "function" ? "callsite" : "reference";
    case "object_creation_expression":
      return "callsite";
    case "scoped_property_access_expression":
      return path.up(1).field === "name" && target(path, 2) ? "assignment" : "reference";
    case "scoped_call_expression":
    case "member_call_expression":
    case "nullsafe_member_call_expression":
      return path.up(1).field === "name" ? "callsite" : "reference";
    case "member_access_expression":
    case "nullsafe_member_access_expression":
      return path.up(1).field === "name" && target(path, 2) ? "assignment" : "reference";
  }
  return target(path, 1) ? "assignment" : "reference";
}

function leaf(path) {
  const here = path.up(0);
  if (here.type !== "name") return null;
  if (path.up(1).type === "variable_name") return variable(path);
  if (path.chain.some((e) => e.type === "namespace_use_declaration")) return "import";
  let i = 0;
  let end = true;
  while (path.up(i + 1).type === "qualified_name" || path.up(i + 1).type === "namespace_name") {
    if (path.up(i + 1).end !== here.end) end = false;
    i++;
  }
  const parent = path.up(i + 1);
  const { field } = path.up(i);
  if (definitions.has(parent.type) && field === "name") return "definition";
  if (/^(self|parent|static)$/i.test(here.node.text) && !/member|scoped_call/.test(parent.type)) return null;
  switch (parent.type) {
    case "namespace_definition":
      return path.up(i + 1).node.childForFieldName("body") && end ? "definition" : "reference";
    case "enum_case":
      return field === "name" ? "definition" : "reference";
    case "const_element":
      return parent.node.namedChild(0).startIndex === here.start ? "definition" : "reference";
    case "named_type":
      return "annotation";
    case "attribute":
      return end && parent.node.childForFieldName("parameters") ? "callsite" : "reference";
    case "function_call_expression":
      return field === "function" && end ? "callsite" : "reference";
    case "object_creation_expression":
      return end ? "callsite" : "reference";
    case "member_call_expression":
    case "nullsafe_member_call_expression":
    case "scoped_call_expression":
      return field === "name" ? "callsite" : "reference";
    case "member_access_expression":
    case "nullsafe_member_access_expression":
      return field === "name" && target(path, i + 1) ? "assignment" : "reference";
    case "binary_expression":
      return field === "right" && parent.node.child(1).type === "instanceof" ? "annotation" : "reference";
    case "class_constant_access_expression":
      return here.node.text === "class" && here.start !== parent.start ? null : "reference";
  }
  if (bases.has(parent.type)) return "reference";
  return "reference";
}

module.exports = {
  wasm: "tree-sitter-php/tree-sitter-php.wasm",
  whole: {
    string: "string_match", string_content: "string_part", escape_sequence: "string_part", nowdoc_string: "string_part", comment: "comment_match",
  },
  leaf,
  encloses(path) {
    const { type, node } = path.up(0);
    if (type === "namespace_definition" && node.childForFieldName("body")) {
      const name = node.childForFieldName("name");
      return name && { name: name.child(name.childCount - 1).startIndex, start: node.startIndex, end: node.endIndex };
    }
    if (!definitions.has(type)) return null;
    return { name: node.childForFieldName("name").startIndex, start: first(node), end: node.endIndex };
  },
};
