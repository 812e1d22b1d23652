import type { CallToolResult, McpServer, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { GenericSchema, InferOutput, InferInput } from "valibot";
import type { Permission } from "../../access/mod.ts";
import { CallRefusedError } from "./call_refused_error.ts";
import type { McpBackend } from "./mcp_backend.ts";
import { toJsonSchema } from "@valibot/to-json-schema";
import { validated } from "../../base/input/validate.ts";

/** Rules that JSON Schema cannot express. The schema's own validation applies them. */
const ignoreActions = ["check", "readonly", "transform"];

/** Adds the JSON Schema of a schema, which clients see, in the form that the SDK expects. */
function toToolSchema<Schema extends GenericSchema>(
  schema: Schema,
): StandardSchemaWithJSON<InferInput<Schema>, InferOutput<Schema>> {
  const convert = (typeMode: "input" | "output") => (): Record<string, unknown> => ({
    ...toJsonSchema(schema, { target: "draft-2020-12", typeMode, ignoreActions }),
  });
  const standard = schema["~standard"];
  const jsonSchema = { input: convert("input"), output: convert("output") };
  const validate = (value: unknown): ReturnType<(typeof standard)["validate"]> => {
    const validation = validated<InferOutput<Schema>>(schema, value);
    if (validation.isValid) return { value: validation.output };
    return {
      issues: validation.fields.map(({ pointer, message }) => ({
        message,
        path: pointer.split("/").slice(1),
      })),
    };
  };
  return { "~standard": { ...standard, validate, jsonSchema } };
}

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
