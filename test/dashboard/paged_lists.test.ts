import { beforeAll, describe, expect, it } from "vitest";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import type { SavedText } from "../../lib/api/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { type SignedIn, signIn } from "./dashboard_world.ts";

/** More entries than the largest page has. */
const half = 110;

/** Pages with a list, and the expression that finds its entries. Pages without an expression show only some entries. */
const pages: Readonly<Record<string, RegExp | undefined>> = {
  "/sessions": /name="id" value="(\w+)"/g,
  "/organizations": /href="\/dashboard\/o\/([\w-]+)"/g,
  "/o/acme/settings/webhooks": /settings\/webhooks\/(\w{16})"/g,
  "/o/acme/posts/hello": /preview-links\/(\w+)\/revoke"/g,
  "/o/acme/submissions": /posts\/([\w-]+)\/submission"/g,
  "/o/acme": undefined,
  "/o/acme/insight": undefined,
  "/o/acme/posts": undefined,
};

const storage = memoryDriver();
/** Number of records that the dashboard has read. */
let read = 0;
let api: PublicApi;
/** The drafts that are not submitted yet. */
const drafts: SavedText[] = [];
let visitor: SignedIn;

beforeAll(async () => {
  const secret = "a random text of at least 32 characters";
  api = createPublicApi({ storage, secret });
  const slow = createPublicApi({ storage: counted(slowDriver(storage, 3)), secret });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { slug: "hello", name: "Hello", html: "" });
  await api.webhooks.create("acme", { url: "https://acme.example/hook" });
  await api.previews.create({ organizationSlug: "acme", slug: "hello" }, { expiresIn: "30d" });
  const { id } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
  for (let number = 0; number < 3 * half; number++) await api.sessions.startFor(id);
  await api.sessions.endAll(id);
  visitor = await signIn({ api: slow, dashboard: createDashboard(slow) }, id);
  const actor = await api.admin.findActor(id, "acme");
  if (actor === null) throw new Error("no owner");
  for (let number = 0; number < 2 * half; number++) {
    drafts.push(await api.admin.posts.text.start(actor, { name: `Draft ${number}`, html: "" }));
  }
  await fill();
});

/** Adds entries to every list. */
async function fill(): Promise<void> {
  const { userId } = visitor;
  for (let number = 0; number < half; number++) {
    await api.sessions.startFor(userId);
    const { slug } = await api.organizations.create({
      slug: `o-${random()}`,
      name: "O",
      siteUrl: "https://o.example",
    });
    await api.users.addToOrganization(userId, { organizationSlug: slug, role: "viewer" });
  }
  const actor = await api.admin.findActor(userId, "acme");
  if (actor === null) throw new Error("no owner");
  for (const { post, version } of drafts.splice(0, half)) {
    await api.admin.submissions.submit({ actor, slug: post.slug }, { version });
  }
  // Earlier versions wrote more records than this version allows.
  await copyRecord("webhook!");
  await copyRecord("preview!");
  await api.events.settle();
}

function random(): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, 16);
}

/** Copies the first record of "acme" with a prefix, under other ids. */
async function copyRecord(prefix: string): Promise<void> {
  const records = await storage.atomic.list("org!acme", { start: prefix, end: `${prefix}~`, limit: 1 });
  const { data, ...envelope } = (records[0]?.value ?? {}) as { data: object };
  const key = records[0]?.key ?? "";
  const place = key.slice(0, key.lastIndexOf("!") + 1);
  const sets = Array.from({ length: half }, () => {
    const id = random();
    return { key: place + id, value: { ...envelope, data: { ...data, id } } };
  });
  await storage.atomic.commit("org!acme", { sets });
}

function counted(driver: AtomicDriver): AtomicDriver {
  return {
    ...driver,
    atomic: forwardAtomic(driver.atomic, {
      getMany: async (addresses) => {
        read += addresses.length;
        return driver.atomic.getMany(addresses);
      },
      list: async (partition, range) => {
        const found = await driver.atomic.list(partition, range);
        read += found.length;
        return found;
      },
    }),
  };
}

/** Returns the number of records that each page reads. */
async function readsOf(): Promise<Record<string, number>> {
  const reads: Record<string, number> = {};
  for (const path of Object.keys(pages)) {
    read = 0;
    await visitor.page(path);
    reads[path] = read;
  }
  return reads;
}

/** Follows the links to the next pages. Returns the entries. */
async function walk(path: string, entry: RegExp): Promise<string[]> {
  const entries: string[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const page: string = await visitor.page(next);
    entries.push(...[...page.matchAll(entry)].map(([, id = ""]) => id));
    next = / rel="next" href="\/dashboard([^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
  }
  return entries;
}

describe("the lists of the dashboard", () => {
  it("read as many records of many entries as of twice as many", async () => {
    await readsOf();
    const before = await readsOf();
    await fill();
    expect(await readsOf()).toEqual(before);
  });

  it("have each entry once, over all pages", async () => {
    const expected: Record<string, number> = {
      // The first page has the present session without its id.
      "/sessions": 2 * half,
      "/organizations": 2 * half + 1,
      "/o/acme/settings/webhooks": 2 * half + 1,
      "/o/acme/posts/hello": 2 * half + 1,
      "/o/acme/submissions": 2 * half,
    };
    for (const [path, entry] of Object.entries(pages)) {
      if (entry === undefined) continue;
      const entries = await walk(path, entry);
      expect([path, entries.length]).toEqual([path, expected[path]]);
      expect([path, new Set(entries).size]).toEqual([path, entries.length]);
    }
  });
});
