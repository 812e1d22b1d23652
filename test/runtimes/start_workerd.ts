import { bundleHost } from "./bundle.ts";
import type { RunningHost } from "./start_host.ts";
import { startMiniflare } from "./start_miniflare.ts";

const durableObjects = { POSTERN: { className: "PosternStorage", useSQLite: true } };

/**
 * Starts a Worker of `hosts/` on workerd, with an empty bucket of R2 as `MEDIA`. If it exports a Durable Object class, the class is bound as `POSTERN`.
 *
 * @param directory directory that keeps the Durable Objects after the end of the process. Default: they end with it
 */
export async function startWorkerd(
  name: string,
  directory?: string,
  compatibilityFlags: readonly string[] = [],
): Promise<RunningHost> {
  const { exports: exported, code } = await bundleHost(name);
  return startMiniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: code }],
    compatibilityDate: "2026-04-01",
    compatibilityFlags,
    host: "127.0.0.1",
    r2Buckets: ["MEDIA"],
    durableObjects: exported.includes("PosternStorage") ? durableObjects : {},
    ...(directory === undefined ? {} : { durableObjectsPersist: directory }),
  });
}
