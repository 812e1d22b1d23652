import { createMcpHandler } from "@modelcontextprotocol/server";
import { createServer } from "./create_server.ts";
import type { Mcp } from "./mcp_backend.ts";

/**
 * Creates a server of the Model Context Protocol for the option `mcp` of `createPublicApi`. Assistants can then search and read the posts of
 * an organization at `/api/public/v1/mcp/{organizationSlug}`. It needs the package `@modelcontextprotocol/server`.
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { mcp } from "postern/mcp";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver(), mcp: mcp() });
 * ```
 */
export function mcp(): Mcp {
  return {
    handle: async (request, backend) => {
      // Each request has a handler of its own, because a server offers what its caller may use. Streams that stay open are refused.
      const handler = createMcpHandler(() => createServer(backend), { maxSubscriptions: 0 });
      return handler.fetch(request);
    },
  };
}
