import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { serve } from "../../adapters/node.ts";
import { openMemory } from "../access/storages.ts";
import { World } from "../api/world.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import {
  isMissing,
  deployed,
  snippetOf,
  type StartedProxy,
  startNginx,
  startVarnish,
} from "./_started_proxy.ts";

const page = "docs/shared_caches.md";

interface Tagged {
  world: World;
  /** Returns whether the response contains a text. */
  shows: (path: string, text: string, headers?: Record<string, string>) => Promise<boolean>;
  proxy: StartedProxy;
}

async function open(start: (port: number) => Promise<StartedProxy>): Promise<Tagged> {
  const cache = { tags: true, maxAgeSeconds: 3600, staleWhileRevalidateSeconds: 0 };
  const world = await World.open(openMemory, { cache });
  for (const name of ["Hello", "Hello.2", "Other"])
    await world.api.posts.create("acme", { name, slug: name.toLowerCase() });
  const server = await serve(world.api, { port: 0 });
  const proxy = await start(server.port);
  releaseAfterUse(() => server.close());
  const shows = async (
    path: string,
    text: string,
    headers: Record<string, string> = {},
  ): Promise<boolean> => {
    const response = await fetch(`${proxy.origin}/api/public/v1${path}`, { headers });
    return (await response.text()).includes(text);
  };
  return { world, shows, proxy };
}

async function expectRemoval(
  { world, shows }: Tagged,
  purge: (tags: string[]) => Promise<void>,
): Promise<void> {
  const markdown = { accept: "text/markdown" };
  const paths = ["/post/acme/hello", "/post/acme/hello.2", "/post/acme/other", "/post/acme"];
  const edit = async (description: string): Promise<void> => {
    for (const slug of ["hello", "hello.2", "other"]) {
      await world.api.posts.update({ organizationSlug: "acme", slug }, { description });
    }
  };
  await edit("before");
  for (const path of paths) expect(await shows(path, "before")).toBe(true);
  expect(await shows("/post/acme/hello", "before", markdown)).toBe(true);
  await edit("after");
  for (const path of paths) expect(await shows(path, "before")).toBe(true);
  await purge(["post-acme-hello"]);
  expect(await shows("/post/acme/hello", "after")).toBe(true);
  expect(await shows("/post/acme/hello", "after", markdown)).toBe(true);
  for (const path of paths.slice(1)) expect([path, await shows(path, "before")]).toEqual([path, true]);
  await purge(["post-2", "posts-acme"]);
  expect(await shows("/post/acme/hello.2", "after")).toBe(true);
  expect(await shows("/post/acme", "after")).toBe(true);
  expect(await shows("/post/acme/other", "before")).toBe(true);
  await purge(["org-acme"]);
  for (const path of paths) expect([path, await shows(path, "after")]).toEqual([path, true]);
}

describe.skipIf(isMissing("nginx"))("cache tags behind nginx", () => {
  // oxlint-disable-next-line vitest/expect-expect -- `expectRemoval` asserts
  it("remove the responses of a post, and no others", async () => {
    const path = scratchDirectory();
    const script = join(path, "purge.sh");
    writeFileSync(script, snippetOf(page, "purge"));
    const folder = join(path, "cache");
    const snippet = deployed("nginx/cache.conf").replace("/var/cache/nginx/postern", folder);
    const tagged = await open((port) => startNginx(snippet, port));
    await expectRemoval(tagged, async (tags) => {
      await promisify(execFile)("sh", [script, folder, ...tags]);
    });
  });
});

describe.skipIf(isMissing("varnish"))("cache tags behind Varnish", () => {
  it("remove the responses of a post, and no others", async () => {
    const tagged = await open((port) => startVarnish(deployed("varnish/cache_tags.vcl"), port));
    const purge = async (tag: string): Promise<number> =>
      (await fetch(tagged.proxy.origin, { method: "PURGE", headers: { "x-tag": tag } })).status;
    await expectRemoval(tagged, async (tags) => {
      for (const tag of tags) expect(await purge(tag)).toBe(200);
    });
    expect(await purge(".*")).toBe(400);
    const response = await fetch(`${tagged.proxy.origin}/api/public/v1/post/acme/hello`);
    expect(response.headers.has("surrogate-key")).toBe(false);
  });
});
