import { CallRefusedError } from "./call_refused_error.ts";
import type { McpBackend, McpSendOptions } from "./mcp_backend.ts";

/** Parameters of a query. Undefined values are left out, and lists are sent as repeated parameters. */
export type QueryValues = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * Sends a request, and returns the JSON object of its response.
 *
 * @throws {CallRefusedError} if the API refuses the request
 */
export async function readAnswer(
  backend: McpBackend,
  path: string,
  values: QueryValues = {},
): Promise<Record<string, unknown>> {
  return (await sendChecked(backend, withQuery(path, values))).json() as Promise<Record<string, unknown>>;
}

/**
 * Sends a request, and returns its response.
 *
 * @throws {CallRefusedError} if the API refuses the request
 */
export async function sendChecked(
  backend: McpBackend,
  path: string,
  options?: McpSendOptions,
): Promise<Response> {
  const response = await backend.send(path, options);
  if (response.status >= 400) throw new CallRefusedError(response.status, await response.json());
  return response;
}

function withQuery(path: string, values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    for (const one of typeof value === "object" ? value : [value]) query.append(name, String(one));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
