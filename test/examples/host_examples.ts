import { resolve } from "node:path";
import { vi } from "vitest";
import type { PublicApi } from "../../lib/mod.ts";

const folder = resolve("examples/hosts");

/** Loads a module of `examples/hosts/`. */
export async function loadHost(file: string): Promise<Record<string, unknown>> {
  return (await import(`${folder}/${file}`)) as Record<string, unknown>;
}

/** Creates the content of the hosts, with the posts `hello` and `world`, and returns a key. */
export async function seedHosts(): Promise<string> {
  const { api } = (await loadHost("content_api.js")) as unknown as { api: PublicApi };
  const log = vi.spyOn(console, "log").mockReturnValue();
  await loadHost("seed.js");
  const [, key = ""] = /^API key: (\S+)$/.exec(String(log.mock.calls[0]?.[0])) ?? [];
  log.mockRestore();
  await api.posts.create("acme", { name: "World", html: "<p>Round.</p>" });
  return key;
}
