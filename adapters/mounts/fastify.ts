import type { IncomingMessage, ServerResponse } from "node:http";
import { createNodeMount } from "../node/create_node_mount.ts";
import type { Served } from "../serving/serve_options.ts";
import { mountedHandlers } from "./mounted_handlers.ts";
import type { MountOptions } from "./mount_options.ts";

export type { Served } from "../serving/serve_options.ts";
export type { MountOptions } from "./mount_options.ts";

/** The hook that the plugin adds to Fastify. */
export type FastifyHook = (
  request: { raw: IncomingMessage },
  reply: { raw: ServerResponse; hijack(): unknown },
) => Promise<void>;

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyApp {
  addHook(name: "onRequest", hook: FastifyHook): unknown;
}

/** A plugin of Fastify. */
export type FastifyPlugin = (app: FastifyApp, options: object, done: () => void) => void;

/**
 * Creates a plugin of Fastify. Its hook `onRequest` responds to the paths of the API, before Fastify reads the body. All other paths are
 * routes of the app.
 *
 * A request with two `Host` lines or an invalid `Host` gets 400.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import Fastify from "fastify";
 * import { createPublicApi } from "postern";
 * import { toFastify } from "postern/fastify";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * const app = Fastify();
 * app.register(toFastify(api));
 * ```
 */
export function toFastify(served: Served, options: MountOptions = {}): FastifyPlugin {
  const handlers = mountedHandlers(served, options, "create the plugin");
  const mount = createNodeMount(handlers, served.options?.basePath);
  const hook: FastifyHook = async (request, reply) => {
    if (await mount(request.raw, reply.raw)) reply.hijack();
  };
  const plugin: FastifyPlugin = (app, _options, done) => {
    app.addHook("onRequest", hook);
    done();
  };
  return Object.assign(plugin, forWholeApp);
}

/** Fastify applies the hooks of a plugin only to the routes of that plugin, unless the plugin has this property. */
const forWholeApp = { [Symbol.for("skip-override")]: true, [Symbol.for("fastify.display-name")]: "postern" };
