import { describe, expect, it } from "vitest";
import { inspectStore, upgradeStore } from "../../lib/moving/entry.ts";
import { encodeKey } from "../../lib/store/mod.ts";
import { type AtomicDriver, createPublicApi } from "../../lib/mod.ts";
import { allOf } from "../async_items.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { memoryDriver } from "../slow_memory.ts";

interface Earlier {
  from: string;
  id: number;
  slug?: string;
  path?: string;
  createdAt?: string;
  origin?: string;
}

/** Redirects as version 2 of the store has them, from the oldest to the newest. */
const earlier: Earlier[] = [
  { from: "/g/%eb%a1%9c", id: 1 },
  { from: "/g/로", id: 3 },
  { from: "/g/%EB%A1%9C", id: 2 },
  { from: "/%7euser", id: 1 },
  { from: "/same/%c3%a9", id: 2 },
  { from: "/same/é", id: 2 },
  { from: "/blog/caf%c3%a9", id: 1, slug: "café" },
  { from: "café", id: 1, path: "/blog/caf%c3%a9" },
  { from: "/blog/cafe\u0301", id: 2, slug: "café" },
  { from: "https://acme.example/own", id: 1 },
  { from: "/%zz", id: 1 },
  { from: "/a/../b", id: 2 },
  { from: "hours", id: 3 },
];

/** Addresses after the upgrade, with the posts that they lead to. */
const expected = [
  "/%zz a",
  "/a/../b b",
  "/blog/caf%C3%A9 b",
  "/g/%EB%A1%9C b",
  "/own a",
  "/same/%C3%A9 b",
  "/~user a",
  "hours c",
];

/** Writes redirects as an earlier version does. */
async function writeEarlier(storage: AtomicDriver, redirects: readonly Earlier[]): Promise<void> {
  const sets = redirects.flatMap((redirect, index) => {
    const place = [
      redirect.from.startsWith("/") || redirect.from.includes(":") ? "path" : "slug",
      redirect.from,
    ];
    const createdAt = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
    const value = { schemaVersion: 1, data: { origin: "added", createdAt, ...redirect } };
    return [
      { key: encodeKey(["redirect", ...place]), value },
      {
        key: encodeKey(["redirect-of", redirect.id, ...place]),
        value: { schemaVersion: 1, data: { from: redirect.from } },
      },
    ];
  });
  await storage.atomic.commit("org!acme", { sets });
}

async function storeOfVersion2(): Promise<AtomicDriver> {
  const storage = memoryDriver();
  const api = createPublicApi({ storage });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  for (const name of ["a", "b", "c"]) await api.posts.create("acme", { name, html: "" });
  await writeEarlier(storage, earlier);
  await storage.atomic.commit("store", { sets: [{ key: "schema", value: { version: 2 } }] });
  return storage;
}

async function redirectsIn(storage: AtomicDriver): Promise<string[]> {
  const list = await allOf(createPublicApi({ storage }).redirects.iterate("acme"));
  return list.map(({ from, slug }) => `${from} ${slug}`).toSorted();
}

describe("redirects that version 2 of the store wrote", () => {
  it("get their normal form, of clashes the newest stays, and each other one is reported", async () => {
    const storage = await storeOfVersion2();
    const losses: string[] = [];
    await upgradeStore(storage, { onLoss: (text) => losses.push(text) });
    expect(await redirectsIn(storage)).toEqual(expected);
    const ended = losses.map((text) => /from "(.*?)" to the post (\d)/.exec(text)?.slice(1).join(" "));
    const normal = ended.map((text) => decodeURIComponent(text ?? "").normalize("NFC"));
    expect(normal.toSorted()).toEqual(["/blog/café 1", "/g/로 1", "/g/로 3"]);
    expect(await allOf(inspectStore(storage))).toEqual([]);
    const api = createPublicApi({ storage });
    const moved = await api.fetch(new Request("http://localhost/api/public/v1/post/acme/caf%C3%A9"));
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "b"]);
    for (const from of ["/%zz", "/a/../b", "/g/로"])
      expect(await api.redirects.remove("acme", from)).toBe(true);
  });

  it("are the same after an interruption at any commit, and in two processes at once", async () => {
    for (let most = 1; ; most++) {
      const storage = await storeOfVersion2();
      let commits = 0;
      const { atomic } = storage;
      const commit: typeof atomic.commit = async (partition, changes) => {
        if (++commits > most) throw new Error("killed");
        return atomic.commit(partition, changes);
      };
      const killed = { ...storage, atomic: forwardAtomic(atomic, { commit }) };
      const isDone = await upgradeStore(killed).then(
        () => true,
        () => false,
      );
      await Promise.all([upgradeStore(storage), upgradeStore(storage)]);
      expect(await redirectsIn(storage)).toEqual(expected);
      expect(await allOf(inspectStore(storage))).toEqual([]);
      if (isDone) break;
    }
  });

  it("get it later if a process of an earlier version still writes", async () => {
    const storage = await storeOfVersion2();
    await upgradeStore(storage);
    await writeEarlier(storage, [{ from: "/late/%c3%a9", id: 1 }]);
    await createPublicApi({ storage }).events.deliver();
    expect(await redirectsIn(storage)).toEqual([...expected, "/late/%C3%A9 a"].toSorted());
  });
});
