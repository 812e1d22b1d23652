import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { createPublicApi, type PublicApi, type StoredPostWithHtml } from "../../lib/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";

/** Opens the store in a directory, while no command uses it. */
export async function withLmdb<Result>(
  path: string,
  use: (api: PublicApi) => Promise<Result>,
): Promise<Result> {
  const storage = lmdbDriver({ path });
  const api = createPublicApi({ storage });
  try {
    return await use(api);
  } finally {
    await api.events.settle();
    await storage.dispose?.();
  }
}

/** Counts the posts of a store. Each must be complete, in the list and at its own URL. */
export async function countWholePosts(
  path: string,
  expectWhole: (post: StoredPostWithHtml, api: PublicApi) => void | Promise<void>,
): Promise<number> {
  return withLmdb(path, async (api) => {
    let count = 0;
    for await (const { slug, id } of api.posts.iterate("acme")) {
      const post = await api.posts.get({ organizationSlug: "acme", slug });
      expect(post).toMatchObject({ id, slug });
      if (post !== null) await expectWhole(post, api);
      count++;
    }
    return count;
  });
}

export async function hasPosts(path: string): Promise<boolean> {
  if (!existsSync(join(path, "data.mdb"))) return false;
  return withLmdb(path, async (api) => !(await api.posts.iterate("acme").next()).done);
}
