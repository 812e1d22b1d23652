import { Miniflare } from "miniflare";
import { bundleHost } from "./bundle.ts";
import type { RunningHost } from "./start_host.ts";

const durableObjects = { POSTERN: { className: "PosternStorage", useSQLite: true } };

/** Starts a Worker of `hosts/` on workerd; the Durable Object class that it exports, if any, is bound as `POSTERN`. */
export async function startWorkerd(name: string): Promise<RunningHost> {
  const { exports: exported, code } = await bundleHost(name);
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: code }],
    compatibilityDate: "2026-04-01",
    host: "127.0.0.1",
    durableObjects: exported.includes("PosternStorage") ? durableObjects : {},
  });
  const { origin } = await miniflare.ready;
  return { url: origin, close: () => miniflare.dispose() };
}
