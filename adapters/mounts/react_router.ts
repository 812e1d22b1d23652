import type { Served } from "../serving/serve_options.ts";
import { createWebMount } from "./create_web_mount.ts";
import type { MountOptions } from "./mount_options.ts";

export type { Served } from "../serving/serve_options.ts";
export type { MountOptions } from "./mount_options.ts";

/** A loader or an action of React Router. */
export type ReactRouterFunction = (context: { request: Request }) => Promise<Response>;

/** The exports of a resource route. */
export interface ReactRouterRoute {
  /** Responds to GET, HEAD and OPTIONS. */
  loader: ReactRouterFunction;
  /** Responds to POST, PUT, PATCH and DELETE. */
  action: ReactRouterFunction;
}

/**
 * Creates the loader and the action of a resource route of React Router, such as `route("content/api/public/v1/*", "routes/content.js")`.
 * Unknown paths get 404. React Router does not allow the route to export them by destructuring.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { toReactRouterLoader } from "postern/react-router";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * const route = toReactRouterLoader(api);
 * export const loader = route.loader;
 * export const action = route.action;
 * ```
 */
export function toReactRouterLoader(served: Served, options: MountOptions = {}): ReactRouterRoute {
  const mount = createWebMount(served, options, "create the loader");
  const handle: ReactRouterFunction = async ({ request }) => {
    const { response } = await mount({ request });
    if (!request.bodyUsed) void drain(request.body);
    return response;
  };
  return { loader: handle, action: handle };
}

/** Reads the rest of a refused body. Otherwise the server of React Router reads no further request from the connection. */
async function drain(body: ReadableStream<Uint8Array> | null): Promise<void> {
  await body?.pipeTo(new WritableStream()).catch(() => undefined);
}
