import type * as McpModule from "../../../lib/api/mcp/mod.ts";
import { isMissingPackage } from "../../../storage-drivers/opening/missing_package_error.ts";
import { CliError } from "../frame/exit/cli_error.ts";

/**
 * Loads `postern/mcp`, only where it is used.
 *
 * @throws {CliError} if the package `@modelcontextprotocol/server` is not installed
 */
export async function loadMcp(): Promise<typeof McpModule> {
  try {
    return await import("../../../lib/api/mcp/mod.ts");
  } catch (cause) {
    if (!isMissingPackage(cause)) throw cause;
    throw new CliError(
      'Cannot serve the Model Context Protocol: the package @modelcontextprotocol/server is not installed. Run "npm install @modelcontextprotocol/server"',
      { cause },
    );
  }
}
