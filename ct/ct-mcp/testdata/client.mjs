// A client of the official TypeScript SDK: node client.mjs SERVER ROOT.
// It prints one JSON object of what it saw.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { pathToFileURL } from "node:url";

const [server, root] = process.argv.slice(2);
const client = new Client({ name: "typescript", version: "1" }, { capabilities: { roots: { listChanged: true } } });
client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(root).href }] }));
await client.connect(new StdioClientTransport({ command: server, cwd: "/" }));

const saw = { tools: (await client.listTools()).tools.map((t) => t.name) }; // from now on answers are validated with their schemas
const calls = {
  search_files: { path: "src", query: "newError" },
  search: { query: "newError" },
  ask_code: { query: "what makes an error" },
  outline: { paths: ["src"] },
  calls: { symbol: "newError" },
  impact: { symbol: "newError" },
  files: { name: ["*.go"], query: ["newError"] },
  survey: { terms: ["newError", "Config"] },
  show: { file: "src/a.go", line: 3 },
  spec_search: { query: "rate limit" },
  ct_test: { cmd: "grep", args: ["-c", "newError", "src/a.go"], ok_match: ["^1$"] },
};
saw.called = [];
for (const [name, args] of Object.entries(calls)) {
  const r = await client.callTool({ name, arguments: args }); // throws if the answer does not match its schema
  if (!r.isError && r.content[0].text !== "" && Object.keys(r.structuredContent).length > 1) saw.called.push(name);
}
saw.scout = (await client.callTool({ name: "scout", arguments: { query: "newError" } })).structuredContent.scout.matches;
saw.specs = (await client.callTool({ name: "spec_search", arguments: { list: true } })).structuredContent.nodes.length;
saw.wrong = await client.callTool({ name: "scout", arguments: { qury: "x" } });
saw.outside = (await client.callTool({ name: "show", arguments: { file: "/etc/passwd", line: 1 } })).structuredContent.error.kind;
try {
  await client.callTool({ name: "scuot", arguments: {} });
} catch (e) {
  saw.unknown = [e.code, e.message];
}

const tour = await client.readResource({ uri: "ct://tour" });
saw.read = [tour.contents[0].text.length > 1000, (await client.listPrompts()).prompts.map((p) => p.name).sort()];

saw.progress = [];
const endless = { name: "ct_test", arguments: { cmd: "tail", args: ["-f", "README.md"] } };
await client.callTool({ ...endless, arguments: { ...endless.arguments, timeout: 2.5 } }, undefined, { onprogress: (p) => saw.progress.push(p) });

const giveUp = new AbortController();
setTimeout(() => giveUp.abort(), 300);
try {
  await client.callTool(endless, undefined, { signal: giveUp.signal });
} catch {
  saw.cancelled = true;
}
saw.after = (await client.callTool({ name: "scout", arguments: { query: "newError" } })).structuredContent.scout.matches;

await client.close();
console.log(JSON.stringify(saw));
