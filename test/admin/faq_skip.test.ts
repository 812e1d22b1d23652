import { describe, expect, it } from "vitest";
import { importPosts, markdownToPost } from "../../lib/import/mod.ts";
import { exportRecords, importRecords, restoreOnePost, type TransferRecord } from "../../lib/moving/entry.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { searchStorages } from "../search/_search_storages.ts";
import { World } from "../api/world.ts";
import { acmePost } from "../acme.ts";
import { each } from "../async_items.ts";
import { type AdminWorld, openAdminWorld, signedIn } from "./admin_world.ts";

const asked = "Does it fly?";
const markdown = `## ${asked}\n\nOnly kites do.\n\n## Is it blue?\n\nIt is green.\n\n## Is it new?\n\nIt is old.\n`;
const html = markdown.replaceAll(/## (.*)\n\n(.*)\n\n?/g, "<h2>$1</h2><p>$2</p>");
const hello = acmePost("hello");

/** Sends a request to the public API, and returns the text of the response. */
async function respond(api: PublicApi, path: string, init: RequestInit = {}): Promise<string> {
  return (await api.fetch(new Request(`http://localhost/api/public/v1/${path}`, init))).text();
}

/** Returns the text of the FAQ entries in a list of search results. */
function faqOf(text: string, list: "results" | "passages" | "suggestions"): string {
  const found = (JSON.parse(text) as Record<string, { type: string }[]>)[list] ?? [];
  return JSON.stringify(found.filter(({ type }) => type === "faq"));
}

/** The places that show the entries of a post. */
const places: Readonly<Record<string, (api: PublicApi) => Promise<string>>> = {
  "the single post": async (api) => {
    const { faqEntries } = JSON.parse(await respond(api, "post/acme/hello")) as { faqEntries: object };
    return JSON.stringify(faqEntries);
  },
  "JSON-LD": async (api) => {
    const text = await respond(api, "post/acme/hello");
    return JSON.stringify((JSON.parse(text) as { structuredData: object }).structuredData);
  },
  "the head of a page": async (api) => respond(api, "post/acme/hello?fields=head"),
  "selected fields": async (api) => respond(api, "post/acme/hello?fields=faqEntries"),
  "the questions of all posts": async (api) => respond(api, "faq/acme"),
  "the questions of all posts as JSON-LD": async (api) =>
    respond(api, "faq/acme", { headers: { accept: "application/ld+json" } }),
  search: async (api) => faqOf(await respond(api, "search/acme?q=fly+kites&in=faq"), "results"),
  suggestions: async (api) => faqOf(await respond(api, "search/acme/suggest?q=does+it+f"), "suggestions"),
  passages: async (api) => faqOf(await respond(api, "context/acme?q=does+it+fly"), "passages"),
  MCP: async (api) =>
    respond(api, "mcp/acme", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_faq" } }),
    }),
};

/** Returns the places that show the question. */
async function placesWith(api: PublicApi): Promise<string[]> {
  const shown = await Promise.all(
    Object.entries(places).map(async ([place, read]) => ((await read(api)).includes(asked) ? place : [])),
  );
  return shown.flat();
}

/** The ways to say which questions a post leaves out. Each gives the post the value. */
const doors: Readonly<Record<string, (world: AdminWorld, faqSkip: string[]) => Promise<unknown>>> = {
  PATCH: ({ read }, faqSkip) => read("PATCH", "/posts/hello", { faqSkip }),
  PUT: ({ read }, faqSkip) => read("PUT", "/posts/hello", { name: "Hello", html, faqSkip }),
  "the front matter of a PUT": ({ read }, faqSkip) =>
    read("PUT", "/posts/hello", {
      markdown: `---\ntitle: Hello\nfaqSkip: ${JSON.stringify(faqSkip)}\n---\n${markdown}`,
    }),
  "a working copy": async (world, faqSkip) => {
    const { api, owner } = world;
    const address = { actor: await signedIn(world, owner.userId), slug: "hello" };
    const copy = { name: "Hello", html, faqSkip };
    await api.admin.posts.workingCopy.save(address, copy, { ifMatch: null });
    expect((await api.admin.posts.workingCopy.preview(address)).faqEntries).toHaveLength(2);
    expect(await placesWith(api)).toEqual(Object.keys(places));
    await api.admin.posts.workingCopy.apply(address);
  },
  "the text of a draft": async (world, faqSkip) => {
    const { api, owner } = world;
    const address = { actor: await signedIn(world, owner.userId), slug: "hello" };
    const { text } = api.admin.posts;
    await text.unpublish(address);
    await text.save(
      address,
      { name: "Hello", html, faqSkip },
      { ifMatch: (await text.get(address)).version },
    );
    await text.publish(address);
  },
  "an approved submission": async (world, faqSkip) => {
    const { api, owner } = world;
    const address = { actor: await signedIn(world, owner.userId), slug: "hello" };
    const copy = { name: "Hello", html, faqSkip };
    await api.admin.posts.workingCopy.save(address, copy, { ifMatch: null });
    const { version } = await api.admin.posts.text.get(address);
    await api.admin.submissions.submit(address, { version });
    await api.admin.submissions.approve(address, { version });
  },
  "a scheduled text": async (world, faqSkip) => {
    const { api, owner } = world;
    const address = { actor: await signedIn(world, owner.userId), slug: "hello" };
    const { text } = api.admin.posts;
    await text.unpublish(address);
    await api.posts.update(hello, { faqSkip });
    const publishedAt = new Date(world.world.clock.now() + 1000).toISOString();
    await text.publish(address, { publishedAt });
    expect(await respond(api, "faq/acme")).not.toContain("Is it blue?");
    world.world.clock.advance(2000);
  },
  "a post that a backup restores": async ({ api, world }, faqSkip) => {
    const { storage, clock } = world;
    await api.posts.update(hello, { faqSkip });
    const records: TransferRecord[] = [];
    for await (const record of exportRecords(storage, { withHashes: true, clock })) records.push(record);
    await api.posts.delete(hello);
    await restoreOnePost({ storage, api }, () => each(records), { ...hello, clock });
    await api.posts.update(hello, { status: "published" });
  },
  "a restored revision": async (world, faqSkip) => {
    const { api, owner } = world;
    const address = { actor: await signedIn(world, owner.userId), slug: "hello" };
    const { revision } = await api.posts.update(hello, { faqSkip });
    await api.posts.update(hello, { faqSkip: null });
    expect((await api.admin.posts.history(address))[0]?.changed).toEqual(["faqSkip"]);
    const text = await api.admin.posts.text.get(address);
    await api.admin.posts.text.restore(address, revision, { ifMatch: [text.version] });
    await api.admin.posts.workingCopy.apply(address);
  },
  "an import of Markdown": async ({ api }, faqSkip) => {
    const input = markdownToPost(
      `---\ntitle: Hello\nfaq_skip: ${JSON.stringify(faqSkip)}\n---\n${markdown}`,
      "hello",
    );
    const items = [{ kind: "post", key: "hello", input, place: { file: "hello.md" } } as const];
    const options = { organizationSlug: "acme", source: "blog", onConflict: "replace" } as const;
    expect(await importPosts(api.posts, items, options)).toMatchObject({ lost: 0 });
  },
};

async function openWorld(options: Parameters<typeof openAdminWorld>[0] = {}): Promise<AdminWorld> {
  const world = await openAdminWorld({ mcp: mcp(), ...options });
  await world.api.posts.update(hello, { html });
  return world;
}

describe("a question that a post leaves out", () => {
  it.each(Object.entries(doors))("by %s is in no place", async (_door, leaveOut) => {
    const world = await openWorld();
    const { api } = world;
    expect(await placesWith(api)).toEqual(Object.keys(places));
    await leaveOut(world, [asked]);
    expect((await api.posts.get(hello))?.faqSkip).toEqual([asked]);
    expect(await placesWith(api)).toEqual([]);
    expect(await respond(api, "post/acme/hello")).toContain("Is it blue?");
    expect(await world.read("GET", "/posts/hello/preview")).toMatchObject({
      faqEntries: [{ question: "Is it blue?" }, { question: "Is it new?" }],
    });
    const address = { actor: await signedIn(world, world.owner.userId), slug: "hello" };
    const explained = (await api.admin.posts.explainFaq(address)) ?? [];
    expect(explained.map(({ isEntry }) => isEntry)).toEqual([false, true, true]);
  });

  it.each(searchStorages)(
    "is found again over %s after the post puts it back",
    async (_name, openStorage) => {
      const world = await World.open(openStorage, { mcp: mcp() });
      try {
        const { api } = world;
        await api.posts.create("acme", { name: "Hello", html });
        for (const [faqSkip, expected] of [
          [[asked], []],
          [null, Object.keys(places)],
          [["*"], []],
        ] as const) {
          await api.posts.update(hello, { faqSkip });
          expect(await placesWith(api)).toEqual(expected);
        }
      } finally {
        await world.close();
      }
    },
  );

  it("is left out when settings are tried", async () => {
    const world = await openWorld();
    const { api, owner } = world;
    const actor = await signedIn(world, owner.userId);
    await api.posts.update(hello, { faqSkip: [asked] });
    const ofPost = await api.admin.faqTrials.run(actor, { slug: "hello" }, { skip: ["Is it new?"] });
    expect(ofPost.entries.map(({ question }) => question)).toEqual(["Is it blue?"]);
    const text = { markdown: `---\ntitle: Hello\nfaqSkip: "Is*"\n---\n${markdown}` };
    const ofText = await api.admin.faqTrials.run(actor, text, {});
    expect(ofText.entries.map(({ question }) => question)).toEqual([asked]);
  });

  it("stays in an export, and is not in public responses", async () => {
    const { api, world } = await openWorld();
    await api.posts.update(hello, { faqSkip: [asked] });
    const { storage, clock } = world;
    const target = memoryDriver({ clock });
    await importRecords(target, exportRecords(storage, { clock }), { clock });
    expect((await createPublicApi({ storage: target, clock }).posts.get(hello))?.faqSkip).toEqual([asked]);
    expect(await respond(api, "post/acme/hello")).not.toContain("faqSkip");
    expect(await respond(api, "post/acme?fields=html")).not.toContain("faqSkip");
  });

  it.each<[what: string, faqSkip: unknown, pointer: string, message: string]>([
    ["too many", Array.from({ length: 101 }, () => "a?"), "/faqSkip", "must contain at most 100 texts"],
    ["too long a text", ["a".repeat(501)], "/faqSkip/0", "must be at most 500 characters"],
    ["an empty text", [" "], "/faqSkip/0", "must not be empty"],
    ["a text", "Why?", "/faqSkip", "must be an array"],
  ])("is refused with %s", async (_what, faqSkip, pointer, message) => {
    const { read } = await openAdminWorld();
    const errors = [{ pointer, message }];
    expect(await read("PATCH", "/posts/hello", { faqSkip })).toMatchObject({ status: 422, errors });
    expect(await read("PUT", "/posts/hello", { name: "Hello", faqSkip })).toMatchObject({ errors });
  });
});
