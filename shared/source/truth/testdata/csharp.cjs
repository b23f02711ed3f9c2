// What the words of C# are, by tree-sitter-c-sharp.
"use strict";

const definitions = new Set([
  "namespace_declaration", "class_declaration", "interface_declaration", "struct_declaration",
  "enum_declaration", "record_declaration", "delegate_declaration", "method_declaration", "constructor_declaration",
  "destructor_declaration", "local_function_statement",
]);
// what a keyword names
const keyworded = { operator_declaration: "operator", conversion_operator_declaration: "operator", indexer_declaration: "this" };
const members = new Set(["property_declaration", "event_declaration", "enum_member_declaration"]);
const typed = new Set(["type", "returns"]);

// name gives the last word of a node that names something.
function last(node) {
  while (node.type === "qualified_name" || node.type === "alias_qualified_name") node = node.childForFieldName("name");
  return node.type === "generic_name" ? node.child(0) : node;
}

// first gives where a declaration begins: behind its attributes.
function first(node) {
  for (let i = 0; i < node.childCount; i++) {
    if (!/attribute_list|comment|preproc/.test(node.child(i).type)) return node.child(i).startIndex;
  }
  return node.startIndex;
}

// parts gives where the words of a dotted name begin.
function parts(node) {
  if (node.type !== "qualified_name") return [node.startIndex];
  return [...parts(node.childForFieldName("qualifier")), node.childForFieldName("name").startIndex];
}

// role tells how the name that ends at path.up(0), with its qualifiers and
// arguments, is used: {kind of use, whether it is the last part}.
function role(path) {
  let i = 0;
  let end = true;
  for (;;) {
    const parent = path.up(i + 1);
    const { field } = path.up(i);
    if (parent.type === "generic_name" && path.up(i).start === parent.start) i++;
    else if (parent.type === "qualified_name" || parent.type === "alias_qualified_name") {
      if (field !== "name") end = false;
      i++;
    } else if (parent.type === "nullable_type" || parent.type === "array_type" || parent.type === "pointer_type" || parent.type === "ref_type") i++;
    else return { i, end, parent, field, whole: path.up(i) };
  }
}

function leaf(path) {
  const here = path.up(0);
  if (here.type === "implicit_parameter") return "assignment";
  if (here.type === keyworded[path.up(1).type]) return "definition";
  if (here.type !== "identifier") return null;
  const { field } = here;
  const direct = path.up(1);
  if (path.chain.some((e) => e.type === "using_directive")) return "import";
  if (definitions.has(direct.type) && field === "name") return "definition";
  if (members.has(direct.type) && field === "name") return "definition";
  const { i, end, parent, whole } = role(path);
  if (/namespace_declaration$/.test(parent.type) && whole.field === "name") return "definition";
  if (typed.has(whole.field)) {
    if (parent.type === "object_creation_expression") return whole.type === "array_type" ? "annotation" : end ? "callsite" : "reference";
    if (parent.type === "primary_constructor_base_type") return end ? "callsite" : "reference";
    return "annotation";
  }
  switch (parent.type) {
    case "base_list":
      return "reference";
    case "explicit_interface_specifier":
      return "reference";
    case "type_argument_list":
    case "type_parameter_constraint":
    case "type_parameter_constraints_clause":
    case "as_expression":
      return parent.type === "as_expression" && whole.field === "left" ? "reference" : "annotation";
    case "type_parameter":
      return "assignment";
    case "variable_declarator":
      if (whole.field !== "name") return "reference";
      return /^(field_declaration|event_field_declaration)$/.test(path.up(i + 3).type) ? "definition" : "assignment";
    case "parameter":
      if (whole.field !== "name") return "reference";
      return path.up(i + 3).type === "record_declaration" ? "definition" : "assignment";
    case "parameter_list":
    case "catch_declaration":
    case "from_clause":
    case "let_clause":
    case "join_clause":
    case "tuple_pattern":
    case "var_pattern":
    case "parenthesized_variable_designation":
    case "declaration_pattern":
    case "recursive_pattern":
    case "declaration_expression":
      return whole.field === "name" ? "assignment" : "reference";
    case "foreach_statement":
      return whole.field === "left" ? "assignment" : "reference";
    case "attribute":
      return parent.node.namedChildCount > 1 && end ? "callsite" : "reference";
    case "invocation_expression":
      return whole.field === "function" ? "callsite" : "reference";
    case "member_access_expression":
    case "member_binding_expression": {
      if (whole.field !== "name" || !end) return "reference";
      let j = i + 1; // climb conditional accesses whose last part this is
      while (path.up(j + 1).type === "conditional_access_expression" && path.up(j).field !== "condition") j++;
      const use = path.up(j + 1);
      if (use.type === "invocation_expression" && path.up(j).field === "function") return "callsite";
      if (use.type === "assignment_expression" && path.up(j).field === "left") return "assignment";
      if (/^(prefix|postfix)_unary_expression$/.test(use.type) && /^(\+\+|--)|(\+\+|--)$/.test(use.node.text)) return "assignment";
      return "reference";
    }
    case "conditional_access_expression": {
      let j = i;
      while (path.up(j + 1).type === "conditional_access_expression" && path.up(j).field !== "condition") j++;
      return path.up(j + 1).type === "invocation_expression" && path.up(j).field === "function" ? "callsite" : "reference";
    }
    case "assignment_expression":
      return whole.field === "left" ? "assignment" : "reference";
    case "prefix_unary_expression":
    case "postfix_unary_expression":
      return /^(\+\+|--)|(\+\+|--)$/.test(parent.node.text) ? "assignment" : "reference";
  }
  return "reference";
}

module.exports = {
  wasm: "tree-sitter-c-sharp/tree-sitter-c_sharp.wasm",
  whole: {
    string_literal: "string_match", verbatim_string_literal: "string_match", raw_string_literal: "string_match", character_literal: "string_match",
    string_content: "string_part", comment: "comment_match",
  },
  skip: (here) => (here.node.text[0] === "@" ? 1 : 0),
  leaf,
  encloses(path) {
    const { type, node } = path.up(0);
    if (keyworded[type]) {
      const name = node.children.find((c) => c.type === keyworded[type]);
      return name && { name: name.startIndex, start: first(node), end: node.endIndex };
    }
    if (!definitions.has(type)) return null;
    const name = node.childForFieldName("name");
    if (type === "namespace_declaration") return parts(name).map((n, i) => ({ name: n, start: i ? n : first(node), end: node.endIndex }));
    return name && { name: last(name).startIndex, start: first(node), end: node.endIndex };
  },
};
