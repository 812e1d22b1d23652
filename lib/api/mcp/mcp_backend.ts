import type { Permission } from "../../access/mod.ts";

/** The requests of a session of the Model Context Protocol: always to one organization, on behalf of one caller. */
export interface McpBackend {
  organizationSlug: string;
  /** Permissions of the caller's key. A caller without a key may read the public posts. */
  permissions: readonly Permission[];
  /** Size in bytes of the answers to a batch after which its other messages are refused. */
  batchBytes: number;
  /**
   * Sends a request to the public API. It never rejects: a refusal is a response with a problem detail (RFC 9457).
   *
   * @param path the path and query below `/api/public/v1/`, such as `post/acme?limit=5`
   */
  send(path: string, options?: McpSendOptions): Promise<Response>;
}

/** Options of a request to the public API. */
export interface McpSendOptions {
  /** Value of the header `Accept`. Default: the response is JSON. */
  accept?: string;
  /** The body of a POST, as JSON. Default: the request is a GET. */
  body?: object;
}

/** A server of the Model Context Protocol: `mcp()` of `postern/mcp`. */
export interface Mcp {
  /** Host names of the server. Requests by other names get 403. Undefined for every name. */
  hosts?: readonly string[] | undefined;
  /** Responds to a POST of the Streamable HTTP transport. */
  handle(request: Request, backend: McpBackend): Promise<Response>;
}
