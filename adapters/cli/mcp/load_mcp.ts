import type * as McpModule from "../../../lib/api/mcp/mod.ts";
import { importNeeding } from "../../../storage-drivers/opening/load_package.ts";

/**
 * Loads `postern/mcp`, only where it is used.
 *
 * @throws {OptionalPackageError} if the package `@modelcontextprotocol/server` is not installed
 */
export async function loadMcp(): Promise<typeof McpModule> {
  const load = async (): Promise<typeof McpModule> => import("../../../lib/api/mcp/mod.ts");
  return importNeeding("@modelcontextprotocol/server", "serve the Model Context Protocol", load);
}
