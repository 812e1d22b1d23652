import { Miniflare } from "miniflare";
import { rolldown } from "rolldown";
import { hostFile, type RunningHost } from "./start_host.ts";

/** Starts a Worker of `hosts/` on workerd, with the Durable Object class that it exports bound as `POSTERN`. */
export async function startWorkerd(name: string): Promise<RunningHost> {
  const bundle = await rolldown({
    input: hostFile(name),
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: output[0].code }],
    compatibilityDate: "2026-04-01",
    host: "127.0.0.1",
    durableObjects: { POSTERN: { className: "PosternStorage", useSQLite: true } },
  });
  const { origin } = await miniflare.ready;
  return { url: origin, close: () => miniflare.dispose() };
}
