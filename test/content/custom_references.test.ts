import { beforeEach, describe, expect, it } from "vitest";
import {
  type AtomicDriver,
  createPublicApi,
  type CustomField,
  type PostInput,
  type PublicApi,
  type SinglePost,
} from "../../lib/mod.ts";
import { exportRecords, importRecords, inspectStore, type TransferRecord } from "../../lib/moving/entry.ts";
import { acmePost } from "../acme.ts";
import { allOf, each } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";
import { untilIdle } from "../until_idle.ts";

const fields: CustomField[] = [
  { name: "related", type: "reference", shown: "list" },
  { name: "sequel", type: "reference" },
  { name: "draftOf", type: "reference", shown: "admin" },
  { name: "note", type: "text" },
];

let clock: ManualClock;
let storage: AtomicDriver;
let api: PublicApi;

beforeEach(async () => {
  clock = new ManualClock();
  storage = memoryDriver({ clock });
  api = open(storage);
  await api.organizations.create({
    slug: "acme",
    name: "Acme",
    siteUrl: "https://acme.example",
    postFields: fields,
  });
});

function open(driver: AtomicDriver): PublicApi {
  return createPublicApi({ storage: driver, clock, cache: { tags: true } });
}

async function create(slug: string, custom?: object, input: Partial<PostInput> = {}): Promise<void> {
  await api.posts.create("acme", { name: slug, slug, ...(custom && { custom: { ...custom } }), ...input });
}

async function change(slug: string, changes: Partial<PostInput>): Promise<void> {
  await api.posts.update(acmePost(slug), changes);
}

async function get(path: string, server = api): Promise<Response> {
  return server.fetch(new Request(`http://localhost/api/public/v1${path}`));
}

/** Returns the values in the single post, in the list, and in the admin's view. */
async function shown(slug: string, server = api): Promise<{ single: unknown; list: unknown; kept: unknown }> {
  const single = (await (await get(`/post/acme/${slug}`, server)).json()) as SinglePost;
  const { posts } = (await (await get("/post/acme", server)).json()) as { posts: SinglePost[] };
  const list = posts.find((one) => one.slug === slug);
  return {
    single: single.custom,
    list: list?.custom,
    kept: (await server.posts.get(acmePost(slug)))?.custom,
  };
}

const all = (slug: string): object => ({ related: slug, sequel: slug, draftOf: slug, note: "target" });
/** The values of a post with {@link all} while the posts are public. */
const public_ = (slug: string): object => ({
  single: { related: slug, sequel: slug, note: "target" },
  list: { related: slug },
  kept: all(slug),
});
const hidden = (slug: string): object => ({ single: { note: "target" }, list: {}, kept: all(slug) });

describe("a reference", () => {
  it.each<[string, () => Promise<unknown>, object]>([
    ["a draft", () => change("target", { status: "draft" }), hidden("target")],
    ["archived", () => change("target", { status: "archived" }), hidden("target")],
    ["deleted", () => api.posts.delete(acmePost("target")), hidden("target")],
    ["renamed", () => change("target", { slug: "other" }), public_("other")],
    [
      "renamed twice, and another post takes the slug",
      async () => {
        await change("target", { slug: "second" });
        await change("second", { slug: "other" });
        await create("target");
      },
      public_("other"),
    ],
    [
      "renamed as a draft",
      async () => {
        await change("target", { status: "draft" });
        await change("target", { slug: "other" });
      },
      hidden("other"),
    ],
    [
      "deleted, and created again",
      async () => {
        await api.posts.delete(acmePost("target"));
        await create("target");
      },
      public_("target"),
    ],
  ])("is shown as its post is: %s", async (name, write, expected) => {
    await create("target");
    await create("post", all("target"));
    // The cached responses follow.
    expect(await shown("post")).toEqual(public_("target"));
    expect(await shown("post")).toEqual(public_("target"));
    await write();
    expect(await shown("post")).toEqual(expected);
    expect(await shown("post", open(storage))).toEqual(expected);
    await untilIdle(api);
    const findings = await allOf(inspectStore(storage));
    const dangling = name === "deleted" ? ["related", "sequel", "draftOf"] : [];
    expect(findings).toMatchObject(
      dangling.map((field) => ({
        problem: "dangling",
        field,
        slug: "target",
        address: { key: "post!post" },
      })),
    );
    expect(findings).toHaveLength(dangling.length);
  });

  it("waits for its post, until that is public", async () => {
    await create("post", all("target"));
    expect(await shown("post")).toEqual(hidden("target"));
    await create("target", {}, { publishedAt: new Date(clock.now() + 60_000).toISOString() });
    expect(await shown("post")).toEqual(hidden("target"));
    clock.advance(120_000);
    expect(await shown("post")).toEqual(public_("target"));
    await change("target", { slug: "other" });
    expect(await shown("post")).toEqual(public_("other"));
  });

  it("keeps its post in a restored revision, a copy of the post and an export", async () => {
    await create("target");
    await create("post", all("target"));
    await change("post", { custom: { related: "post", note: null } });
    await change("target", { slug: "other" });
    expect(await shown("post")).toMatchObject({
      kept: { related: "post", sequel: "other", draftOf: "other" },
    });
    await api.posts.restore(acmePost("post"), 1);
    expect(await shown("post")).toEqual(public_("other"));
    const records = await allOf(exportRecords(storage));
    const target = memoryDriver({ clock });
    await importRecords(target, each<TransferRecord>(records));
    api = open(target);
    expect(await shown("post")).toEqual(public_("other"));
    await change("other", { slug: "third" });
    expect(await shown("post")).toEqual(public_("third"));
    await importRecords(storage, each<TransferRecord>(records));
    expect(await shown("post", open(storage))).toEqual(public_("other"));
  });

  it("does not follow the post of an earlier value", async () => {
    await create("target");
    await create("second");
    await create("post", { related: "target" });
    await change("post", { custom: { related: "second" } });
    await change("target", { slug: "other" });
    expect((await shown("post")).kept).toEqual({ related: "second" });
    await change("second", { slug: "third" });
    expect((await shown("post")).kept).toEqual({ related: "third" });
  });

  it("is no reference in a field of another type", async () => {
    await create("target");
    await create("post", { note: "target", related: "target" });
    await api.organizations.update("acme", {
      postFields: [{ name: "related", type: "text" }, fields[3] as CustomField],
    });
    await change("post", { name: "Other" });
    await change("target", { slug: "other" });
    expect((await shown("post")).kept).toEqual({ note: "target", related: "target" });
  });

  it("is followed while its field is retired, and after a new name", async () => {
    await create("target");
    await create("post", { related: "target" });
    await api.organizations.update("acme", { postFields: [fields[3] as CustomField] });
    await change("post", { custom: { note: "a" } });
    await change("target", { slug: "other" });
    await api.organizations.update("acme", {
      postFields: [{ name: "seeAlso", type: "reference", earlierNames: ["related"], shown: "list" }],
    });
    expect(await shown("post")).toEqual({
      single: { seeAlso: "other" },
      list: { seeAlso: "other" },
      kept: { seeAlso: "other" },
    });
    await change("post", { custom: { seeAlso: "post" } });
    await change("post", { custom: { seeAlso: "other" } });
    await change("other", { slug: "third" });
    expect((await shown("post")).single).toEqual({ seeAlso: "third" });
  });

  it("by default is shown only if its post is public", async () => {
    await api.organizations.update("acme", {
      postFields: [{ name: "related", type: "reference", shown: "list", default: "target" }],
    });
    await create("post");
    expect(await shown("post")).toEqual({ single: {}, list: {}, kept: undefined });
    await create("target");
    expect(await shown("post")).toMatchObject({ single: { related: "target" }, list: { related: "target" } });
  });

  it("names its post in the cache tags of the response", async () => {
    await create("target");
    await create("post", { related: "target" });
    const tags = (await get("/post/acme/post")).headers.get("cache-tag");
    expect(tags?.split(",")).toEqual(expect.arrayContaining(["posts-acme", "post-acme-target"]));
    await create("plain", { note: "a" });
    expect((await get("/post/acme/plain")).headers.get("cache-tag")?.split(",")).not.toContain("posts-acme");
  });
});
