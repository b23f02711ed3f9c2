// What the words of Swift are, by tree-sitter-swift (of tree-sitter-wasms).
"use strict";

const definitions = new Set(["class_declaration", "protocol_declaration", "function_declaration", "protocol_function_declaration"]);
// named are declarations whose keyword is their name.
const named = new Set(["init_declaration", "deinit_declaration", "subscript_declaration"]);
const members = new Set(["source_file", "class_body", "enum_class_body", "protocol_body"]);

function first(node) {
  const head = node.child(0);
  if (head.type !== "modifiers") return node.startIndex;
  for (let i = 0; i < head.childCount; i++) {
    if (!/attribute|comment/.test(head.child(i).type)) return head.child(i).startIndex;
  }
  for (let i = 1; i < node.childCount; i++) {
    if (!/comment/.test(node.child(i).type)) return node.child(i).startIndex;
  }
  return node.startIndex;
}

// bound tells what a name that is bound in a pattern is.
function bound(path, i) {
  while (path.up(i).type === "pattern") i++;
  const owner = path.up(i).type;
  if (owner === "property_declaration") return members.has(path.up(i + 1).type) ? "definition" : "assignment";
  if (owner === "protocol_property_declaration") return "definition";
  return "assignment";
}

// use tells what the chain that ends at path.up(i) is used for.
function use(path, i) {
  const parent = path.up(i + 1);
  switch (parent.type) {
    case "prefix_expression":
      return parent.node.text[0] === "." ? use(path, i + 1) : "reference";
    case "call_expression":
      return parent.start === path.up(i).start && parent.node.namedChild(0).endIndex === path.up(i).end &&
        !/^\[/.test(parent.node.child(1).text) ? "callsite" : "reference";
    case "directly_assignable_expression":
      return "assignment";
  }
  return "reference";
}

function leaf(path) {
  const here = path.up(0);
  if (named.has(path.up(1).type) && here.type === path.up(1).type.split("_")[0]) return "definition";
  if (here.type !== "simple_identifier" && here.type !== "type_identifier") return null;
  if (/^\$\d|^$/.test(here.node.text) || here.node.text === "_") return null;
  const parent = path.up(1);
  if (path.chain.some((e) => e.type === "import_declaration")) return "import";
  if (definitions.has(parent.type) && here.field === "name") return "definition";
  if (here.field === "bound_identifier") return bound(path, 1);
  switch (parent.type) {
    case "user_type": {
      const names = parent.node.namedChildren.filter((c) => c.type === "type_identifier");
      const end = names[names.length - 1].startIndex === here.start;
      const owner = path.up(2);
      if (owner.type === "constructor_expression") return end ? "callsite" : "reference";
      if (owner.type === "inheritance_specifier") return "reference";
      if (owner.type === "class_declaration") return "reference";
      if (owner.type === "attribute") return end && /\($|^\(/.test((owner.node.child(2) || { text: "" }).text) ? "callsite" : "reference";
      return "annotation";
    }
    case "type_parameter":
      return "assignment";
    case "identifier":
      return path.up(2).type === "inheritance_constraint" || path.up(2).type === "equality_constraint" ? "annotation" : "reference";
    case "typealias_declaration":
    case "associatedtype_declaration":
      return here.field === "name" ? "definition" : "reference";
    case "enum_entry":
      return here.field === "name" ? "definition" : "reference";
    case "pattern":
      return path.up(2).type === "pattern" && parent.node.childCount === 1 ? bound(path, 1) : "reference";
    case "parameter":
    case "lambda_parameter":
      return here.field === "name" ? "assignment" : "reference";
    case "computed_setter":
      return "assignment";
    case "navigation_suffix":
      return use(path, 2);
    case "value_argument_label":
      return "reference";
  }
  return use(path, 0);
}

module.exports = {
  wasm: "tree-sitter-wasms/out/tree-sitter-swift.wasm",
  whole: {
    line_str_text: "string_part", multi_line_str_text: "string_part", raw_str_part: "string_part", raw_str_end_part: "string_part",
    comment: "comment_match", multiline_comment: "comment_match",
  },
  leaf,
  encloses(path) {
    const { type, node } = path.up(0);
    if (named.has(type)) {
      const word = node.children.find((c) => c.type === type.split("_")[0]);
      return word && { name: word.startIndex, start: first(node), end: node.endIndex };
    }
    if (!definitions.has(type)) return null;
    let name = node.childForFieldName("name");
    while (name && name.childCount) name = name.namedChild(0);
    return name && { name: name.startIndex, start: first(node), end: node.endIndex };
  },
};
