/**
 * A server of the Model Context Protocol, with which assistants search and read an organization's posts.
 *
 * @module
 */

export { createServer } from "./create_server.ts";
export { mcp, type McpOptions } from "./mcp.ts";
export type { Mcp, McpBackend, McpSendOptions } from "./mcp_backend.ts";
