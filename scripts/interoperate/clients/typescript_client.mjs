// Uses all six tools through the TypeScript SDK. Arguments: the program. Fails
// with an exception.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const env = Object.fromEntries(["HOME", "OPENPROGRAM_MCP_TOKEN", "INTEROP_KEY"].map((name) => [name, process.env[name]]));
const transport = new StdioClientTransport({ command: process.argv[2], args: ["mcp", "serve"], env });
const client = new Client({ name: "interop", version: "1" });
await client.connect(transport);

const call = async (name, args, options) => {
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  assert.ok(!result.isError, JSON.stringify(result));
  return result.content[0].text;
};
const refused = (name, args, code) => assert.rejects(client.callTool({ name, arguments: args }), (error) => error.code === code);

assert.equal(client.getServerVersion().name, "openprogram");
assert.deepEqual((await client.listTools()).tools.map((tool) => tool.name),
  ["sessions_list", "session_get", "prompt_send", "prompt_cancel", "tools_list", "tool_call"]);
assert.deepEqual(JSON.parse(await call("tools_list", {})).map((tool) => tool.name), ["memory_search"]);
assert.match(await call("tool_call", { name: "memory_search", arguments: { query: "crane" } }), /The crane stays\./);

// This SDK misses a report that arrives in the same instant as the result, so
// progress is looked for on a prompt that takes its time.
const reports = [];
const aborter = new AbortController();
const first = JSON.parse(await call("prompt_send", { prompt: "Hello" }));
assert.equal(first.text, "Understood: Hello");
const slow = client.callTool({ name: "prompt_send", arguments: { prompt: "Answer slowly", session_id: first.session_id } },
  undefined, { signal: aborter.signal, onprogress: ({ progress }) => { reports.push(progress); aborter.abort("enough"); } });
await assert.rejects(slow);
assert.ok(reports.length > 0);
assert.equal(JSON.parse(await call("prompt_send", { prompt: "Go on", session_id: first.session_id })).text, "Understood: Go on");

assert.deepEqual(JSON.parse(await call("session_get", { session_id: first.session_id })).map((m) => m.role),
  ["user", "assistant", "user", "assistant", "user", "assistant"]);
assert.ok(JSON.parse(await call("sessions_list", {})).some((session) => session.id === first.session_id));
assert.equal(JSON.parse(await call("prompt_cancel", { session_id: first.session_id })).cancelled, false);
await refused("no_such_tool", {}, -32601);
await refused("session_get", {}, -32602);
await client.close();
