import { createRequire } from "node:module";
import { join } from "node:path";
import { programs } from "./programs.ts";
import type { RunningHost } from "./start_host.ts";

/** The part of miniflare's options that tests use. */
interface MiniflareOptions {
  modules: true | { type: "ESModule"; path: string; contents: string }[];
  script?: string;
  compatibilityDate?: string;
  compatibilityFlags?: readonly string[];
  host?: string;
  durableObjects?: Record<string, { className: string; useSQLite: boolean }>;
  r2Buckets?: readonly string[];
  /** Directory that keeps the Durable Objects after the end of the process. Default: they end with it. */
  durableObjectsPersist?: string;
}

/** The part of the miniflare package that tests use. The package's own types are missing if it is not installed. */
interface MiniflarePackage {
  Miniflare: new (options: MiniflareOptions) => { ready: Promise<URL>; dispose(): Promise<void> };
}

export async function startMiniflare(options: MiniflareOptions): Promise<RunningHost> {
  const { Miniflare } = createRequire(join(programs, "package.json"))("miniflare") as MiniflarePackage;
  const miniflare = new Miniflare(options);
  const { origin } = await miniflare.ready;
  return { url: origin, close: () => miniflare.dispose() };
}
