import type * as McpModule from "../../../lib/api/mcp/mod.ts";
import { MissingSdkError } from "./missing_sdk_error.ts";

/**
 * Loads `postern/mcp`, only where it is used.
 *
 * @throws {MissingSdkError} if the package `@modelcontextprotocol/server` is not installed
 */
export async function loadMcp(): Promise<typeof McpModule> {
  try {
    return await import("../../../lib/api/mcp/mod.ts");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new MissingSdkError(error);
  }
}
