import { execFile } from "node:child_process";
import { cp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PublicApi, StoredPostWithHtml } from "../../lib/mod.ts";
import { isFullRun } from "../full_run.ts";
import { ManualClock } from "../manual_clock.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { type AddedLib, linesOfGuide, loadAddedLib, withGuide } from "./added_lib.ts";

const directory = temporaryDirectory();
afterAll(directory.remove);

const clock = new ManualClock();
const hello = { organizationSlug: "acme", slug: "hello" };
const subtitle = "A second line";
let lib: AddedLib;
let storage: ReturnType<AddedLib["memoryDriver"]>;
let api: PublicApi;
let key: string;
let owner: string;

/** Sends a request to the public API, or with the key to the admin API, and returns the text of the response. */
async function read(path: string, body?: unknown, method = "PATCH", more: object = {}): Promise<string> {
  const url = `http://localhost/api/${path}`;
  const init = body === undefined ? {} : { method, body: JSON.stringify(body) };
  const headers = { "x-api-key": key, "content-type": "application/json", ...more };
  return (await api.fetch(new Request(url, { ...init, headers }))).text();
}

// oxlint-disable-next-line typescript/no-explicit-any -- the assertions check the parts that they read
const readJson = async (...request: Parameters<typeof read>): Promise<any> =>
  JSON.parse(await read(...request));

beforeAll(async () => {
  lib = await loadAddedLib(directory.path);
  storage = lib.memoryDriver({ clock });
  api = lib.createPublicApi({ storage, clock, adminApi: true });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id } = await api.users.create({ name: "Ada", email: "ada@acme.example" });
  await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
  ({ key } = await api.apiKeys.generate({ organizationSlug: "acme", userId: id, name: "Key" }));
  owner = id;
  await read("admin/v1/posts", { name: "Hello", html: "<p>Text</p>", subtitle: ` ${subtitle} ` }, "POST");
});

/** Opens the dashboard as the owner. */
function openDashboard(): {
  visit: (page: string) => Promise<string>;
  send: (page: string, fields: Record<string, string>) => Promise<Response>;
} {
  const dashboard = lib.createDashboard(api, {
    identify: () => ({ id: owner, name: "Ada", organizations: [{ slug: "acme", name: "Acme" }] }),
  });
  const fetchPage = (page: string, init: RequestInit = {}): Promise<Response> =>
    dashboard.fetch(new Request(`http://localhost/dashboard/o/acme/${page}`, init));
  return {
    visit: async (page) => (await fetchPage(page)).text(),
    send: async (page, fields) => {
      const opened = await fetchPage("new-post");
      const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
      const [, token = ""] = /name="form-token" value="(\w+)"/.exec(await opened.text()) ?? [];
      const body = new URLSearchParams({ ...fields, "form-token": token });
      return fetchPage(page, { method: "POST", headers: { cookie }, body });
    },
  };
}

/** Reads the field from each surface. */
const surfaces: Readonly<Record<string, () => Promise<unknown>>> = {
  "the admin API": async () => (await readJson("admin/v1/posts/hello")).subtitle,
  "the library": async () =>
    ((await api.posts.get(hello)) as StoredPostWithHtml & { subtitle: string }).subtitle,
  "a single post": async () => (await readJson("public/v1/post/acme/hello")).subtitle,
  "a list": async () => (await readJson("public/v1/post/acme")).posts[0].subtitle,
  "selected fields": async () => (await readJson("public/v1/post/acme?fields=subtitle")).posts[0].subtitle,
  Markdown: async () => {
    const headers = { accept: "text/markdown" };
    const request = new Request("http://localhost/api/public/v1/post/acme/hello", { headers });
    const markdown = await (await api.fetch(request)).text();
    return (lib.markdownToPost(markdown, "copy") as { subtitle?: string }).subtitle;
  },
  "a working copy": async () => {
    await read("admin/v1/posts/hello/working-copy", { name: "Hello", html: "", subtitle }, "PUT", {
      "if-none-match": "*",
    });
    return (await readJson("admin/v1/posts/hello/working-copy")).subtitle;
  },
  "an import of an export": async () => {
    const target = lib.memoryDriver({ clock });
    await lib.importRecords(target, lib.exportRecords(storage, { clock }), { clock });
    const copy = await lib.createPublicApi({ storage: target, clock }).posts.get(hello);
    return (copy as unknown as { subtitle: string }).subtitle;
  },
  search: async () => {
    const { results } = await readJson("public/v1/search/acme?q=second+line");
    return JSON.stringify(results).includes("hello") ? subtitle : results;
  },
  revisions: async () => {
    await read("admin/v1/posts/hello", { subtitle: "Another" });
    const { revisions } = await readJson("admin/v1/posts/hello/revisions");
    await read("admin/v1/posts/hello", { subtitle });
    return revisions[0].changed.includes("subtitle") ? revisions[1].post.subtitle : revisions[0].changed;
  },
};

describe("a field that the guide adds", () => {
  it.each(Object.entries(surfaces))("is in %s", async (_surface, readField) => {
    expect(await readField()).toBe(subtitle);
  });

  it("is in the forms of the dashboard", async () => {
    const { visit, send } = openDashboard();
    const created = await send("new-post", { name: "Form", content: "Text", format: "markdown", subtitle });
    expect(created.headers.get("location")).toContain("/posts/form/edit");
    expect(await visit("new-post")).toContain('name="subtitle"');
    expect(await visit("posts/form")).toMatch(new RegExp(`<dt>Subtitle</dt><dd>.*${subtitle}`));
    const page = await visit("posts/form/edit");
    const opened = Object.fromEntries(
      [...page.matchAll(/<input[^>]* name="([\w-]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name,
        value,
      ]),
    );
    expect(opened).toMatchObject({ subtitle });
    const edited = { ...opened, content: "Text", subtitle: "Mine", action: "apply" };
    expect((await send("posts/form/working-copy", edited)).status).toBe(303);
    expect(await visit("posts/form/revisions/1")).toMatch(/<th scope="row">Subtitle<\/th>\s.*A second line/);
    const conflict = await send("posts/form/working-copy", { ...edited, subtitle: "Other" });
    expect(await conflict.text()).toContain('name="choose-subtitle" value="theirs"');
  });

  it("is described in the documents, for responses and inputs", async () => {
    const places = ["admin/v1", "public/v1"].map(async (root) => {
      const { components } = await readJson(`${root}/openapi.json`);
      const schemas = Object.entries<{ properties?: { subtitle?: object } }>(components.schemas);
      return schemas.flatMap(([name, { properties = {} }]) =>
        properties.subtitle === undefined ? [] : [name],
      );
    });
    const [admin, shown] = await Promise.all(places);
    expect(admin).toEqual(
      expect.arrayContaining(["NewPost", "PostChanges", "WorkingCopyInput", "WorkingCopy"]),
    );
    expect(shown).toEqual(expect.arrayContaining(["Post", "PostItem"]));
    const { components } = await readJson("admin/v1/openapi.json");
    expect(components.schemas.NewPost.properties.subtitle).toMatchObject({
      type: "string",
      maxLength: 200,
      description: "A second line of the title.",
    });
  });

  it("has its limit, and can be removed", async () => {
    expect(await readJson("admin/v1/posts/hello", { subtitle: "x".repeat(201) })).toMatchObject({
      errors: [{ pointer: "/subtitle", message: "must be at most 200 characters" }],
    });
    expect(await readJson("admin/v1/posts/hello", { subtitle: null })).not.toHaveProperty("subtitle");
  });

  it.runIf(isFullRun)("fits its type", async () => {
    const root = join(import.meta.dirname, "../..");
    await cp(join(root, "lib"), join(directory.path, "lib"), { recursive: true });
    for (const file of ["node_modules", "package.json", "tsconfig.json"]) {
      await symlink(join(root, file), join(directory.path, file));
    }
    const lines = await linesOfGuide();
    for (const file of lines.keys())
      await writeFile(join(directory.path, file), await withGuide(file, lines));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const project = join(directory.path, "lib/tsconfig.json");
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "--noEmit", "--project", project]);
    expect(stdout).toBe("");
  });
});
