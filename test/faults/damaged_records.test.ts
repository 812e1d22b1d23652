import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createPublicApi,
  DamagedRecordError,
  type PublicApi,
  type RecordDamagedEvent,
} from "../../lib/mod.ts";
import { type Address, encodeKey, type KeyPart } from "../../lib/store/mod.ts";
import { exportRecords, importRecords, migrateStore, type TransferRecord } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { startForSuite } from "../servers/release_after_use.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { startPostgres } from "../storage-drivers/_postgres_server.ts";
import { ask } from "../storage-drivers/_publish_post.ts";
import { redisIsMissing, startRedis } from "../storage-drivers/_redis_server.ts";
import { withoutChange } from "../transfer/_without_change.ts";
import {
  type DamagedStore,
  edits,
  openFs,
  openLmdb,
  openPostgres,
  openRedis,
  openSqlite,
} from "./damaged_stores.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

const slugs = ["bad", "good", "other"];
const site = { slug: "acme", name: "Acme", siteUrl: "https://acme.example", feeds: true };

function at(partition: readonly KeyPart[], ...key: KeyPart[]): Address {
  return { partition: encodeKey(partition), key: encodeKey(key) };
}

const post = at(["org", "acme"], "post", "bad");
const html = at(["org", "acme"], "html", "bad");

describe("a damaged record in fs", () => {
  describeDamage(openFs);
});
describe("a damaged record in LMDB", () => {
  describeDamage(openLmdb);
});
describe.skipIf(sqliteIsMissing())("a damaged record in SQLite", () => {
  describeDamage(openSqlite);
});
describe.skipIf(redisIsMissing())("a damaged record in Redis", () => {
  const server = startForSuite(startRedis);
  describeDamage(async () => openRedis(server()));
});
describe.skipIf(postgresIsMissing())("a damaged record in PostgreSQL", () => {
  const server = startForSuite(startPostgres);
  describeDamage(async () => openPostgres(server()));
});

function describeDamage(openStore: () => Promise<DamagedStore>): void {
  let store: DamagedStore;
  let api: PublicApi;
  let apiKey: { id: string; key: string };
  let damaged: RecordDamagedEvent[];
  let errors: unknown[];

  const openApi = (): PublicApi =>
    createPublicApi({
      storage: store.storage,
      // Counts are written after the response, where the test has closed the store already.
      insight: false,
      hooks: { "record.damaged": (event) => void damaged.push(event) },
      onError: (error) => void errors.push(error),
    });

  const damage = async (address: Address, kind: string): Promise<void> => {
    const edit = edits[kind];
    if (edit === undefined) throw new Error(`There is no damage "${kind}"`);
    await store.damage(address, edit);
    api = openApi();
  };

  const get = async (path: string, key?: string): Promise<Response> => ask(api, `/${path}`, key);

  const keyed = async (): Promise<Response> => get("post/acme/good", apiKey.key);

  const listedSlugs = async (path: string): Promise<string[]> => {
    const response = await get(path);
    expect(response.status).toBe(200);
    const text = await response.text();
    return slugs.filter((slug) => text.includes(`/${slug}`) || text.includes(`"slug":"${slug}"`));
  };

  const exported = async (options: Parameters<typeof exportRecords>[1] = {}): Promise<TransferRecord[]> =>
    collect(exportRecords(store.storage, options));

  beforeEach(async () => {
    store = await openStore();
    damaged = [];
    errors = [];
    api = openApi();
    await api.organizations.create(site);
    for (const slug of slugs) {
      const post = { name: `Post ${slug}`, slug, html: `<p>${slug}</p>`, status: "published" } as const;
      await api.posts.create("acme", post);
    }
    const ada = await api.users.create({ id: "ada", name: "Ada" });
    await api.users.addToOrganization(ada.id, { organizationSlug: "acme", role: "owner" });
    apiKey = await api.apiKeys.generate({ organizationSlug: "acme", userId: ada.id, name: "reader" });
    await api.events.settle();
  });
  afterEach(async () => store.close());

  describe.each(Object.keys(edits))("a post that is %s", (kind) => {
    beforeEach(async () => damage(post, kind));

    it("returns 500, and its place is in the error but not in the response", async () => {
      const response = await get("post/acme/bad");
      expect(response.status).toBe(500);
      expect(errors[0]).toBeInstanceOf(DamagedRecordError);
      expect(errors[0]).toMatchObject({ ...post, place: store.storage.atomic.placeOf?.(post) });
      expect(await response.text()).not.toContain("html");
    });

    it("is left out of lists, sitemaps and feeds, and reported once", async () => {
      expect(await listedSlugs("post/acme")).toEqual(["good", "other"]);
      expect(await listedSlugs("post/acme/sitemap")).toEqual(["good", "other"]);
      expect(await listedSlugs("feed/acme/rss.xml")).toEqual(["good", "other"]);
      const { posts } = await api.posts.list("acme");
      expect(posts.map(({ slug }) => slug).toSorted()).toEqual(["good", "other"]);
      expect(damaged).toMatchObject([post]);
    });

    it("does not affect other posts and keys", async () => {
      expect((await keyed()).status).toBe(200);
    });

    it("is replaced by a put, and is intact afterwards", async () => {
      const { outcome, post: written } = await api.posts.put("acme", {
        name: "New",
        slug: "bad",
        html: "<p>new</p>",
        status: "published",
      });
      expect(outcome).toBe("updated");
      expect(written).toMatchObject({ id: 1, revision: 2 });
      expect((await get("post/acme/bad")).status).toBe(200);
      expect(await listedSlugs("post/acme")).toEqual(slugs);
      expect(await exported()).toHaveLength(await countOf(api));
      expect(
        (await api.posts.revisions({ organizationSlug: "acme", slug: "bad" })).map(({ number }) => number),
      ).toEqual([2, 1]);
    });

    it("keeps its status if a put names none, and is a draft if no revision shows the status", async () => {
      const input = { name: "New", slug: "bad", html: "<p>new</p>" };
      expect((await api.posts.put("acme", input)).post.status).toBe("published");
      await damage(post, kind);
      for (const number of [1, 2]) await damage(at(["org", "acme"], "revision", 1, number), kind);
      expect((await api.posts.put("acme", input)).post.status).toBe("draft");
    });

    it("is not replaced by a put with a version", async () => {
      const input = { name: "New", slug: "bad", status: "published" } as const;
      await expect(api.posts.put("acme", input, { ifMatch: ["1-1"] })).rejects.toThrow(DamagedRecordError);
      await expect(api.posts.put("acme", input, { ifNoneMatch: "*" })).rejects.toThrow("already exists");
    });

    it("is deleted, and leaves nothing behind", async () => {
      expect(await api.posts.delete({ organizationSlug: "acme", slug: "bad" })).toBe(true);
      expect((await get("post/acme/bad")).status).toBe(404);
      expect(await listedSlugs("post/acme")).toEqual(["good", "other"]);
      expect((await exported()).filter(({ type }) => type === "post")).toHaveLength(2);
      expect(damaged).toEqual([]);
    });

    it("fails an export, unless the export leaves it out", async () => {
      await expect(exported()).rejects.toThrow(store.storage.atomic.placeOf?.(post));
      const leftOut: DamagedRecordError[] = [];
      const records = await exported({ onDamaged: (one) => leftOut.push(one) });
      expect(records.filter(({ type }) => type === "post")).toHaveLength(2);
      expect(leftOut).toMatchObject([post]);
    });

    it("fails a migration, unless the migration leaves it out and counts it", async () => {
      const target = memoryDriver();
      await expect(migrateStore(store.storage, memoryDriver(), { sourceName: "it" })).rejects.toThrow(
        DamagedRecordError,
      );
      const migration = await migrateStore(store.storage, target, {
        sourceName: "it",
        onDamaged: () => undefined,
      });
      expect(migration).toMatchObject({ leftOut: 1, isFinished: true, isComplete: false, differences: [] });
    });

    it("does not stop the deletion of its organization, which frees the slug", async () => {
      expect(await api.organizations.delete("acme")).toBe(true);
      expect((await get("post/acme/bad")).status).toBe(404);
      await api.organizations.create(site);
      expect(await listedSlugs("post/acme")).toEqual([]);
    });
  });

  describe.each(Object.keys(edits))("content that is %s", (kind) => {
    beforeEach(async () => damage(html, kind));

    it("makes its post return 500, and never an empty body", async () => {
      expect((await get("post/acme/bad")).status).toBe(500);
      expect(errors[0]).toMatchObject(html);
      expect((await get("post/acme/good")).status).toBe(200);
    });

    it("leaves its post out of feeds", async () => {
      expect(await listedSlugs("feed/acme/rss.xml")).toEqual(["good", "other"]);
      expect(damaged).toMatchObject([html]);
    });

    it("fails an export, unless its post is left out", async () => {
      await expect(exported()).rejects.toThrow(DamagedRecordError);
      const records = await exported({ onDamaged: () => undefined });
      expect(records.filter(({ type }) => type === "post")).toHaveLength(2);
    });

    it("is replaced by a put, and by an update with content", async () => {
      await expect(
        api.posts.update({ organizationSlug: "acme", slug: "bad" }, { name: "New" }),
      ).rejects.toThrow(DamagedRecordError);
      await api.posts.update({ organizationSlug: "acme", slug: "bad" }, { html: "<p>new</p>" });
      expect((await get("post/acme/bad")).status).toBe(200);
    });
  });

  describe.each(Object.keys(edits).filter((kind) => kind !== "missing"))(
    "a credential that is %s",
    (kind) => {
      beforeEach(async () => damage(at(["key", quotaIdOf(apiKey.id)], "credential", apiKey.id), kind));

      it("returns 500, never 401", async () => {
        expect((await keyed()).status).toBe(500);
      });

      it("is left out of the list, and is revoked", async () => {
        expect(await collect(api.apiKeys.iterate("acme"))).toEqual([]);
        expect(damaged).toHaveLength(1);
        expect(await api.apiKeys.revoke({ organizationSlug: "acme", keyId: apiKey.id })).toMatchObject({
          id: apiKey.id,
        });
        expect((await keyed()).status).toBe(401);
        await expect(api.apiKeys.revoke({ organizationSlug: "acme", keyId: apiKey.id })).rejects.toThrow(
          "no key",
        );
      });

      it("does not stop the deletion of its organization or its user", async () => {
        await api.organizations.delete("acme");
        expect((await keyed()).status).toBe(401);
        await api.users.delete("ada");
        expect(await collect(api.users.iterate())).toEqual([]);
      });
    },
  );

  it.each(Object.keys(edits))(
    "imports a post and its organization over records that are %s",
    async (kind) => {
      const records = await exported({ withHashes: true });
      await damage(post, kind);
      // A missing organization is an interrupted deletion.
      if (kind !== "missing") await damage(at(["org", "acme"], "organization"), kind);
      await importRecords(store.storage, each(records), {});
      expect((await get("post/acme/bad")).status).toBe(200);
      expect(await listedSlugs("post/acme")).toEqual(slugs);
      const imported = (await exported({ withHashes: true })).map(withoutChange);
      expect(imported.slice(1)).toEqual(records.map(withoutChange).slice(1));
    },
  );

  it("skips damaged directory entries, and finds the records of their keys", async () => {
    for (const address of [
      at(["organizations"], "acme"),
      at(["users"], "ada"),
      at(["org", "acme"], "key", apiKey.id),
      at(["org", "acme"], "member", "ada"),
    ]) {
      await damage(address, "garbage");
    }
    expect(await collect(api.organizations.iterate())).toHaveLength(1);
    const records = await exported({ onDamaged: () => undefined });
    expect(records.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["organization", "post", "key", "user"]),
    );
    await api.organizations.delete("acme");
    expect((await keyed()).status).toBe(401);
    await api.organizations.create(site);
    expect(await api.organizations.contents("acme")).toMatchObject({ posts: 0, keys: 0, members: 0 });
  });

  it("deletes an organization and a user whose own records are damaged", async () => {
    await damage(at(["org", "acme"], "organization"), "truncated");
    await damage(at(["user", "ada"], "user"), "garbage");
    expect((await get("post/acme/good")).status).toBe(500);
    expect((await keyed()).status).toBe(500);
    await api.organizations.delete("acme");
    await api.users.delete("ada");
    await api.organizations.create(site);
    await api.users.create({ id: "ada", name: "Ada" });
  });

  it("scans all records, damaged or intact, in the order of their keys", async () => {
    const scanAll = async (limit: number): Promise<string[]> => {
      const lines: string[] = [];
      for await (const partition of store.storage.atomic.partitions?.() ?? []) {
        let after: string | undefined;
        for (;;) {
          const page = (await store.storage.atomic.scan?.(partition, after, limit)) ?? [];
          lines.push(
            ...page.map(({ key, damage }) => `${partition} ${key}${damage === undefined ? "" : " damaged"}`),
          );
          after = page.at(-1)?.key;
          if (page.length < limit) break;
        }
      }
      return lines;
    };
    const before = await scanAll(1000);
    expect(new Set(before).size).toBe(before.length);
    expect(await scanAll(3)).toEqual(before);
    await damage(post, "one byte flipped");
    const name = `${post.partition} ${post.key}`;
    expect(await scanAll(2)).toEqual(before.map((line) => (line === name ? `${line} damaged` : line)));
  });
}

async function countOf(api: PublicApi): Promise<number> {
  const contents = await api.organizations.contents("acme");
  const { posts = 0, members = 0, keys = 0, auditEntries = 0 } = contents ?? {};
  // The header, the organization, the user and the end.
  return posts + members + keys + auditEntries + 4;
}

function quotaIdOf(keyId: string): string {
  return keyId.slice(0, 12);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
