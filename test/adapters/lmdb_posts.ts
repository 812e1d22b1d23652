import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { createPublicApi, type PublicApi, type StoredPostWithHtml } from "../../lib/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";

/** Uses the store in a directory while no command has it open. */
export async function withLmdb<Result>(
  path: string,
  use: (api: PublicApi) => Promise<Result>,
): Promise<Result> {
  const storage = lmdbDriver({ path });
  try {
    return await use(createPublicApi({ storage }));
  } finally {
    await storage.dispose?.();
  }
}

/** How many posts a store has; each must be whole, and in the list as well as at its own address. */
export async function countWholePosts(
  path: string,
  expectWhole: (post: StoredPostWithHtml, api: PublicApi) => void | Promise<void>,
): Promise<number> {
  return withLmdb(path, async (api) => {
    let count = 0;
    for await (const { slug, id } of api.posts.list("acme")) {
      const post = await api.posts.get("acme", slug);
      expect(post).toMatchObject({ id, slug });
      if (post !== null) await expectWhole(post, api);
      count++;
    }
    return count;
  });
}

/** Whether a store is there, and has a post. */
export async function hasPosts(path: string): Promise<boolean> {
  if (!existsSync(join(path, "data.mdb"))) return false;
  return withLmdb(path, async (api) => !(await api.posts.list("acme").next()).done);
}
