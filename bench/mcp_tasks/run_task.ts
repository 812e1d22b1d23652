import type { Client } from "@modelcontextprotocol/client";
import { countTokens } from "../../lib/base/text/count_tokens.ts";
import type { McpTask } from "./mcp_task.ts";
import type { TaskServer } from "./open_task_server.ts";

/** The outcome of a task. */
export interface TaskOutcome {
  task: McpTask;
  /** Facts that the last response does not hold. */
  missing: string[];
  /** Estimated tokens of all responses. */
  tokens: number;
}

/** Runs the calls of a task. */
export async function runTask(server: TaskServer, task: McpTask): Promise<TaskOutcome> {
  const client = task.hasKey === true ? server.editor : server.anonymous;
  let response: unknown = {};
  let text = "";
  let tokens = 0;
  for (const { tool, given } of task.calls) {
    ({ response, text } = await call(client, tool, resolve(given, response)));
    tokens += countTokens(text);
  }
  const missing = task.facts.filter((fact) => !text.includes(fact));
  return { task, missing, tokens };
}

async function call(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<{ response: unknown; text: string }> {
  const { structuredContent, content } = await client.callTool({ name, arguments: given });
  const text = JSON.stringify(structuredContent ?? content);
  return { response: structuredContent, text };
}

/** Replaces the values that are paths in the response before. */
function resolve(given: Readonly<Record<string, unknown>>, response: unknown): Record<string, unknown> {
  const entries = Object.entries(given).map(([name, value]) => {
    if (typeof value !== "string" || !value.startsWith("$")) return [name, value];
    const found = value
      .slice(1)
      .split(".")
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], response);
    return [name, found];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}
