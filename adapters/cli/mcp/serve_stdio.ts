import type { PublicApi } from "../../../lib/mod.ts";
import type { McpBackend } from "../../../lib/api/mod.ts";
import { permissions } from "../../../lib/access/mod.ts";
import { loadMcp } from "./load_mcp.ts";
import { publicApiAddress } from "../../../lib/base/api_address.ts";

/** Parts of {@link serveStdio}. */
export interface StdioParts {
  api: PublicApi;
  organizationSlug: string;
  /** The API key of all requests. Without a key, the server has only the tools that read. */
  key: string | undefined;
}

/**
 * Serves the Model Context Protocol over standard input and output, until the input ends and all requests have a response.
 *
 * @throws {OptionalPackageError} if the package `@modelcontextprotocol/server` is not installed
 */
export async function serveStdio(parts: StdioParts): Promise<void> {
  const { createServer } = await loadMcp();
  const { serveStdio: serve } = await import("@modelcontextprotocol/server/stdio");
  const { StdioTransport } = await import("./stdio_transport.ts");
  const backend = toBackend(parts);
  const transport = new StdioTransport(process.stdin, process.stdout, backend.batchBytes);
  const handle = serve(() => createServer(backend), {
    transport,
    // Without streams, each request gets a response.
    maxSubscriptions: 0,
    onerror: (error) => console.error(`postern: ${error.message}`),
  });
  await transport.finished;
  await handle.close();
}

function toBackend({ api, organizationSlug, key }: StdioParts): McpBackend {
  const { basePath } = api.options;
  const root = `${publicApiAddress({ apiOrigin: "http://localhost", basePath })}/`;
  return {
    organizationSlug,
    permissions: key === undefined ? ["posts:read"] : permissions,
    batchBytes: api.options.limits.pageBytes,
    send: async (path, { accept = "application/json", body } = {}) => {
      const headers = { accept, "content-type": "application/json", ...(key && { "x-api-key": key }) };
      const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
      return api.fetch(new Request(root + path, init));
    },
  };
}
