import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PostInput, type PublicApi } from "../../lib/mod.ts";
import type { AtomicDriver, JsonObject } from "../../lib/store/mod.ts";
import { upgradeStore } from "../../lib/moving/entry.ts";
import { acmePost } from "../acme.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { withoutStoreVersion } from "./store_version.ts";
import { memoryDriver } from "../slow_memory.ts";

const isReference = (key: string): boolean => key.startsWith("reference!");

function isOnlyOfReferences(sets: readonly { key: string }[]): boolean {
  const hasReference = sets.some(({ key }) => isReference(key));
  return hasReference && sets.every(({ key }) => isReference(key) || /^(?:post|revision)!/.test(key));
}

/** Wraps a driver, so that an API over it writes like the version before ids of references: a change of a post keeps unknown fields. */
function withoutReferenceIds(driver: AtomicDriver): AtomicDriver {
  const { atomic } = withoutStoreVersion(driver);
  return {
    ...driver,
    atomic: forwardAtomic(atomic, {
      commit: async (partition, { sets = [], deletes = [], ...changes }) => {
        const known = sets.filter(({ key }) => !isReference(key));
        // That version does not bind references, so it has no such commit.
        if (isOnlyOfReferences(sets)) return { committed: true, version: "", sums: [] };
        return atomic.commit(partition, {
          ...changes,
          deletes: deletes.filter((key) => !isReference(key)),
          sets: await Promise.all(
            known.map(async ({ key, value, ...set }) => {
              const { references: _references, ...data } = (value["data"] ?? {}) as JsonObject;
              const [kind] = key.split("!", 1);
              if (kind === "posts-version") return { key, value: { ...value, data: { isIndexed: true } } };
              if (kind !== "post") return { ...set, key, value };
              const [found] = await atomic.getMany([{ partition, key }]);
              const kept = (found?.value["data"] as JsonObject | undefined)?.["references"];
              const post = kept === undefined ? data : { ...data, references: kept };
              return { ...set, key, value: { ...value, data: post } };
            }),
          ),
        });
      },
    }),
  };
}

const clock = new ManualClock();
let storage: AtomicDriver;
let earlier: PublicApi;
let present: PublicApi;

beforeEach(async () => {
  storage = memoryDriver({ clock });
  earlier = createPublicApi({ storage: withoutReferenceIds(storage), clock });
  present = createPublicApi({ storage, clock });
  await earlier.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
});

async function create(api: PublicApi, slug: string, input: Partial<PostInput> = {}): Promise<void> {
  await api.posts.create("acme", { name: slug, slug, ...input });
}

async function rename(api: PublicApi, slug: string, to: string): Promise<void> {
  await api.posts.update(acmePost(slug), { slug: to });
}

async function headOf(slug: string): Promise<Record<string, string>> {
  const url = `http://localhost/api/public/v1/post/acme/${slug}?fields=head`;
  const { head } = (await (await present.fetch(new Request(url))).json()) as { head: string };
  const found = head.matchAll(
    /rel="alternate" hreflang="([^"]+)" href="https:\/\/acme.example\/blog\/([^"]+)"/g,
  );
  return Object.fromEntries([...found].map(([, language = "", slug = ""]) => [language, slug]));
}

const named: [form: string, (slug: string) => string][] = [
  ["slugs", (slug) => slug],
  ["addresses", (slug) => `https://acme.example/blog/${slug}`],
];

describe.each(named)("references by %s that the version before wrote", (_form, form) => {
  const translations = { en: form("hello"), de: form("hallo") };

  it("are bound by the upgrade of the store, through redirects, in several processes at once", async () => {
    await create(earlier, "hello", { inLanguage: "en", translations });
    await create(earlier, "hallo", { inLanguage: "de", translations });
    await rename(earlier, "hallo", "hallo-2");
    await storage.atomic.commit("store", { sets: [{ key: "schema", value: { version: 2 } }] });
    await Promise.all([1, 2, 3].map(() => upgradeStore(storage, { clock })));
    await rename(present, "hallo-2", "hallo-3");
    await create(present, "hallo");
    await create(present, "hallo-2");
    for (const slug of ["hello", "hallo-3"]) {
      expect(await headOf(slug)).toEqual({ en: "hello", de: "hallo-3" });
      expect((await present.posts.get(acmePost(slug)))?.translations?.["de"]).toBe(form("hallo-3"));
    }
  });

  it("are bound before a post changes its slug, while both versions write", async () => {
    await create(present, "hallo", { inLanguage: "de", translations });
    await create(earlier, "hello", { inLanguage: "en", translations });
    expect(await headOf("hello")).toEqual({ en: "hello", de: "hallo" });
    await rename(present, "hallo", "hallo-2");
    await earlier.posts.update(acmePost("hello"), { author: "Ann" });
    await rename(earlier, "hallo-2", "hallo-3");
    await create(present, "hallo", { inLanguage: "fr" });
    await create(earlier, "hallo-2", { inLanguage: "fr" });
    for (const slug of ["hello", "hallo-3"]) {
      expect(await headOf(slug)).toEqual({ en: "hello", de: "hallo-3" });
    }
  });

  it("are the last that were written", async () => {
    await create(present, "hallo", { inLanguage: "de" });
    await create(present, "hei", { inLanguage: "no" });
    await create(present, "hello", { inLanguage: "en", translations });
    await earlier.posts.update(acmePost("hello"), { translations: { no: form("hei") } });
    await rename(present, "hei", "hei-2");
    await create(present, "hei", { inLanguage: "sv" });
    expect(await headOf("hello")).toEqual({ en: "hello", no: "hei-2" });
    await earlier.posts.delete(acmePost("hei-2"));
    expect(await headOf("hello")).toEqual({});
  });
});
