import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { type ImportOptions, importPosts } from "../../lib/import/mod.ts";
import { createPublicApi, type PostInput, type PostStatus, postTag, type PublicApi } from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { json, workInScratchDirectory, writeFiles } from "../adapters/run_command.ts";
import { sendAdmin } from "../admin/admin_world.ts";
import { signIn } from "../dashboard/dashboard_world.ts";
import { ManualClock } from "../manual_clock.ts";

workInScratchDirectory();
const { dirname } = import.meta;
const states = ["draft", "scheduled", "published", "archived"] as const;
const past = "2020-01-01T00:00:00.000Z";
const planned = "2090-01-01T00:00:00.000Z";
const later = "2091-01-01T00:00:00.000Z";
const markdown = "Hello";
const source = "blog";
const key = "hello.md";
const hello = { organizationSlug: "acme", slug: "hello" };

/** An API over a store that takes time to answer, and requests by its owner. */
interface State {
  api: PublicApi;
  send: (method: string, path: string, body: unknown, type?: string) => Promise<Response>;
  act: (path: string, fields: Record<string, string>) => Promise<Response>;
}

async function open(): Promise<State> {
  const clock = new ManualClock();
  const storage = slowDriver(memoryDriver({ clock }), 3);
  const api = createPublicApi({ storage, clock, adminApi: true });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
  const { key: value } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "CI" });
  const dashboard = createDashboard(api);
  return {
    api,
    send: async (method, path, body, type = "application/json") =>
      sendAdmin({ api }, value, [method, path, body, { "content-type": type }]),
    act: async (path, fields) => (await signIn({ api, dashboard }, userId)).send(`/o/acme${path}`, fields),
  };
}

const named = (status: PostStatus): Pick<PostInput, "status" | "publishedAt"> => ({
  status,
  ...(status === "scheduled" && { publishedAt: planned }),
});

/** Creates the post "hello" in a state. */
async function create({ posts }: PublicApi, status: PostStatus): Promise<unknown> {
  return posts.create("acme", { name: "Hello", html: "<p>Hello</p>", markdown, ...named(status) });
}

/** Imports the post "hello", or nothing. */
async function importHello(
  api: PublicApi,
  input: Partial<PostInput> | null,
  options: Partial<ImportOptions> = {},
): Promise<void> {
  const post = { name: "Hello", html: `<p>${JSON.stringify(input)}</p>`, ...input };
  const items = input === null ? [] : [{ kind: "post", key, input: post, place: { file: key } } as const];
  await importPosts(api.posts, items, { organizationSlug: "acme", source, ...options });
}

/** Imports the post "hello", and gives it a state in Postern. */
async function importAndSet(api: PublicApi, status: PostStatus): Promise<void> {
  await importHello(api, {});
  await api.posts.update(hello, { html: "<p>edited</p>", ...named(status) });
}

/** Imports again what the source says without a status. */
function importing(options: Partial<ImportOptions>, input: Partial<PostInput> = {}) {
  return async ({ api }: State, status: PostStatus) => {
    await importAndSet(api, status);
    await importHello(api, { ...input, description: "new" }, options);
  };
}

/** Creates the post, and sends a request. */
function sending(method: string, fields: object | string, type?: string) {
  return async ({ api, send }: State, status: PostStatus) => {
    await create(api, status);
    const body = typeof fields === "string" ? fields : { name: "New name", ...fields };
    return send(method, "/posts/hello", body, type);
  };
}

/** Creates the post in a store of files, and runs a command. */
function running(line: string, prepare: (api: PublicApi, status: PostStatus) => Promise<unknown> = create) {
  return async (_state: State, status: PostStatus) => {
    const path = `${line.replaceAll(/\W/g, "")}-${status}`;
    await withFiles(path, async (api) => {
      await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
      await prepare(api, status);
    });
    await json(`post ${line} --storage fs:${path} --org acme`);
    const list = await json<{ status: string }[]>(`post list --storage fs:${path} --org acme`);
    return list[0]?.status;
  };
}

async function withFiles(path: string, use: (api: PublicApi) => Promise<void>): Promise<void> {
  const storage = await openStorageDriver(`fs:${path}`);
  await use(createPublicApi({ storage }));
  await storage.dispose?.();
}

/** The rows of the table: each brings the post "hello" into a state, and writes it without a status. */
const writes: Readonly<Record<string, (state: State, status: PostStatus) => Promise<unknown>>> = {
  "`PUT` with JSON": sending("PUT", { html: "<p>New</p>" }),
  "`PUT` with Markdown": sending("PUT", "---\ntitle: New\n---\nNew", "text/markdown"),
  "`PATCH`": sending("PATCH", {}, "application/merge-patch+json"),
  "`PUT` with a past `publishedAt`": sending("PUT", { publishedAt: past }),
  "`PATCH` with a past `publishedAt`": sending("PATCH", { publishedAt: past }),
  "`PUT` with a future `publishedAt`": sending("PUT", { publishedAt: later }),
  "`PATCH` with a future `publishedAt`": sending("PATCH", { publishedAt: later }),
  "Restoring a revision": async ({ api, send }, status) => {
    await create(api, "published");
    await api.posts.update(hello, { name: "Second", ...named(status) });
    return send("POST", "/posts/hello/revisions/1/restore", {});
  },
  "Applying a working copy": async ({ api, send }, status) => {
    await create(api, status);
    // A draft has no working copy.
    if (status !== "draft") await saveCopy(api, { name: "Copy", html: "<p>Copy</p>" });
    return send("POST", "/posts/hello/working-copy/apply", {});
  },
  "Dashboard: a tag for several posts": async ({ api, act }, status) => {
    await create(api, status);
    return act("/changed-posts", { act: "add-tag", tag: "new", post: `${await tagOf(api)} hello` });
  },
  "Dashboard: restoring a revision": async ({ api, act }, status) => {
    await create(api, "published");
    await api.posts.update(hello, { name: "Second", ...named(status) });
    return act("/posts/hello/revisions/1/restore", { tag: await tagOf(api) });
  },
  "CLI: `post rename`": running("rename hello world"),
  "CLI: `post render`": running("render hello", async ({ posts }, status) =>
    posts.create("acme", {
      name: "Hello",
      html: "<p>Old</p>",
      markdown,
      markdownDialect: "editor",
      ...named(status),
    }),
  ),
  "CLI: `post import --overwrite-edits`": running(
    "import site --overwrite-edits --source blog",
    async (api, status) => {
      writeFiles({ "site/hello.md": "---\ntitle: Hello\n---\nText" });
      await importAndSet(api, status);
    },
  ),
  "Import with `overwriteEdits`": importing({ overwriteEdits: true }),
  "Import with `overwriteEdits` and a past date": importing({ overwriteEdits: true }, { publishedAt: past }),
  'Import with `onConflict: "replace"`': async ({ api }, status) => {
    await create(api, status);
    await importHello(api, {}, { onConflict: "replace" });
  },
  "Import of a post that follows its source": async ({ api }, status) => {
    await importHello(api, named(status));
    await importHello(api, { description: "new" });
  },
  "Import of a post that `prune` archived": async ({ api }, status) => {
    await importAndSet(api, status);
    await importHello(api, null, { prune: true, overwriteEdits: true });
    expect((await api.posts.get(hello))?.status).toBe("archived");
    await importHello(api, { description: "new" });
  },
  MCP: async () => {
    const folder = `${dirname}/../../lib/api/mcp/tools`;
    const tools = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, "utf8"));
    return tools.some((text) => text.includes("posts:write")) ? "can write" : "cannot write";
  },
};

/** Runs a row, and returns the status afterwards, or that of a refused request. Readers see the post only if it is published. */
async function outcomeOf(row: string, status: PostStatus): Promise<string | undefined> {
  const state = await open();
  const result = await writes[row]?.(state, status);
  if (typeof result === "string") return result;
  if (result instanceof Response && result.status >= 400) return String(result.status);
  const shown = (await state.api.posts.get(hello))?.status;
  const read = await state.api.fetch(new Request("http://localhost/api/public/v1/post/acme/hello"));
  return read.ok === (shown === "published") ? shown : `${shown}, which readers do not see as such`;
}

async function tagOf({ posts }: PublicApi): Promise<string> {
  const post = await posts.get(hello);
  return post === null ? "" : postTag(post);
}

async function saveCopy(api: PublicApi, copy: { name: string; html: string }): Promise<unknown> {
  const users = [];
  for await (const { id } of api.users.iterate()) users.push(id);
  const actor = await api.admin.findActor(users[0] ?? "", "acme");
  if (actor === null) throw new Error("There is no owner");
  return api.admin.posts.workingCopy.save({ actor, slug: "hello" }, copy, { ifMatch: null });
}

const documented = readFileSync(`${dirname}/../../docs/admin_api.md`, "utf8")
  .split("| Write without `status`")[1]
  ?.split("\n\n")[0]
  ?.split("\n")
  .slice(2)
  .map((row) =>
    row
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

describe("a write without a status", () => {
  it("is in the table of docs/admin_api.md on every path", () => {
    expect(documented?.map(([row]) => row)).toEqual(Object.keys(writes));
  });

  it.each(
    (documented ?? []).flatMap(([row = "", ...cells]) =>
      states.map((status, at) => [row, status, cells[at]]),
    ),
  )("%s: a post that is %s is %s afterwards", async (row = "", status = "", expected) => {
    expect(await outcomeOf(row, status as PostStatus)).toBe(expected);
  });
});
