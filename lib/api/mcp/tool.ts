import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import type { GenericSchema, InferOutput } from "valibot";
import type { Permission } from "../../access/mod.ts";
import { CallRefusedError } from "./call_refused_error.ts";
import type { McpBackend } from "./mcp_backend.ts";
import { toToolSchema } from "./tool_schema.ts";

/** A tool of the server. */
export interface Tool {
  /** The permission that a key needs for the tool. */
  permission: Permission;
  register(server: McpServer, backend: McpBackend): void;
}

/** The result of a tool: an object by its output schema, and the same content for a reader. */
export interface ToolAnswer {
  structured: Record<string, unknown>;
  /** Default: `structured` as JSON. */
  content?: CallToolResult["content"];
}

interface ToolDefinition<Input extends GenericSchema, Output extends GenericSchema> {
  name: string;
  title: string;
  description: string;
  permission: Permission;
  /** True if the tool adds something. Default: false. */
  isWriting?: boolean;
  input: Input;
  output: Output;
  call(input: InferOutput<Input>, backend: McpBackend): Promise<ToolAnswer>;
}

/** Defines a tool. A refusal by the API becomes a tool error with the problem's text, which a model can read. */
export function defineTool<Input extends GenericSchema, Output extends GenericSchema>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, permission, isWriting = false } = definition;
  const inputSchema = toToolSchema(definition.input);
  const outputSchema = toToolSchema(definition.output);
  const annotations = {
    title,
    readOnlyHint: !isWriting,
    destructiveHint: false,
    idempotentHint: !isWriting,
    openWorldHint: false,
  };
  return {
    permission,
    register: (server, backend) => {
      const config = { title, description, inputSchema, outputSchema, annotations };
      server.registerTool(name, config, async (input) => answer(definition.call(input, backend)));
    },
  };
}

async function answer(called: Promise<ToolAnswer>): Promise<CallToolResult> {
  try {
    const { structured, content = [{ type: "text", text: JSON.stringify(structured) }] } = await called;
    return { structuredContent: structured, content };
  } catch (error) {
    if (!(error instanceof CallRefusedError)) throw error;
    return { isError: true, content: [{ type: "text", text: error.message }] };
  }
}
