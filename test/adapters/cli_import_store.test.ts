import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { mediaStore } from "../../lib/media/mod.ts";
import { filesMedia } from "../../media-stores/files.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { importPosts } from "../../lib/import/mod.ts";
import { readPath } from "../../adapters/cli/post_import/import_files.ts";
import { ImportMedia } from "../../adapters/cli/post_import/media/import_media.ts";
import { StoredFiles } from "../../adapters/cli/post_import/media/stored_files.ts";
import { cliTextWorker } from "../../adapters/cli/store/cli_text_worker.ts";
import { type MediaWorld, openMediaWorld } from "../media/_media_world.ts";
import { from, named, sources, uploads, wordpress, wordpressPost, writeSource } from "./media_sources.ts";
import { createAcme, json, type Ran, run, workInScratchDirectory, writeFiles } from "./run_command.ts";

workInScratchDirectory();

/** Each test has a store of its own, with the media store beside it. */
let stores = 0;
let storage = "";
let mediaFolder = "";

beforeEach(async () => {
  const name = `store${++stores}`;
  const scheme = stores % 2 === 0 ? "fs" : "lmdb";
  storage = `${scheme}:${name}`;
  mediaFolder = `${name}-media`;
  process.env["POSTERN_STORAGE"] = storage;
  await createAcme();
  return () => delete process.env["POSTERN_STORAGE"];
});

interface Report {
  summary: { media: Record<string, number> };
  media: { address: string; result: string; newUrl?: string; reason?: string }[];
}

const runImport = async (line: string): Promise<Ran> =>
  run(`post import ${line} --media store --report report.json`);
const readReport = (): Report => JSON.parse(readFileSync("report.json", "utf8")) as Report;

interface ShownPost {
  html: string;
  markdown?: string;
  image?: string;
}

/** Opens the store and its files, as a server does. */
async function withServedApi<Result>(use: (api: PublicApi) => Promise<Result>): Promise<Result> {
  const driver = await openStorageDriver(storage, {});
  const api = createPublicApi({
    storage: driver,
    media: mediaStore(filesMedia({ path: mediaFolder })),
    adminApi: true,
  });
  try {
    return await use(api);
  } finally {
    await api.events.settle();
    await driver.dispose?.();
  }
}

/** Requests the addresses of a post, and returns the texts in the pictures that the API sends. */
async function served(addresses: readonly string[]): Promise<string[]> {
  return withServedApi(async (api) =>
    Promise.all(
      addresses.map(async (address) => {
        const response = await api.fetch(new Request(new URL(address, "https://acme.example")));
        expect({ address, status: response.status }).toEqual({ address, status: 200 });
        const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
        return text.slice(text.indexOf("<") + 1, text.lastIndexOf(">"));
      }),
    ),
  );
}

/** Returns the addresses in the media store that a text has. */
const storedIn = (text = ""): string[] =>
  text.match(/(?:https:\/\/[a-z.]+)?\/api\/public\/v1\/media\/[^"'\s)>#,]+/g) ?? [];

/** Imports a path into a store that takes time, while others upload to it. */
async function importSlowly({ world, media }: MediaWorld, path: string): Promise<ImportMedia["counts"]> {
  const siteUrl = "https://acme.example";
  const target = new StoredFiles({ media, organizationSlug: "acme", siteUrl, dryRun: false });
  const files = new ImportMedia({
    target,
    siteFolder: undefined,
    sourceUrl: `${siteUrl}/`,
    onEntry: () => undefined,
  });
  const items = readPath(path, {
    format: undefined,
    siteUrl,
    slugFrom: undefined,
    languageFrom: undefined,
    language: undefined,
    postFields: [],
    textWorker: cliTextWorker(),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const options = { organizationSlug: "acme", source: "slow" };
  await importPosts(world.api.posts, files.follow(path, items), options);
  return files.counts;
}

describe("an import of files into a store that takes time", () => {
  it("stores each file once, also if it is uploaded at the same time", async () => {
    const names = ["a", "b", "c"];
    writeFiles({
      "slow/x.md": "---\ntitle: X\n---\n![A](a.png) ![B](b.png)",
      "slow/y.md": "---\ntitle: Y\n---\n![](b.png) ![C](c.png) ![](copy.png)",
      ...Object.fromEntries(names.map((name) => [`slow/${name}.png`, named(name)])),
      "slow/copy.png": named("a"),
    });
    const opened = await openMediaWorld();
    const [counts] = await Promise.all([
      importSlowly(opened, "slow"),
      ...names.map(async (name) => opened.media.upload("acme", named(name), { name: `${name}.png` })),
    ]);
    expect(counts.stored + counts.present).toBe(5);
    const { media } = await opened.media.list("acme");
    expect(Object.fromEntries(media.map(({ name, alt }) => [name, alt]))).toEqual({
      "a.png": "A",
      "b.png": "B",
      "c.png": "C",
    });
    expect(await opened.keys()).toHaveLength(3);
    expect(await importSlowly(opened, "slow")).toMatchObject({
      stored: 0,
      present: 5,
      missing: 0,
      refused: 0,
    });
    const post = await opened.world.api.posts.get({ organizationSlug: "acme", slug: "y" });
    expect(storedIn(post?.html)).toHaveLength(3);
    for (const address of storedIn(post?.html)) {
      const response = await opened.world.api.fetch(new Request(new URL(address, "https://api.example")));
      expect(response.status).toBe(200);
    }
  });
});

describe("postern post import --media store", () => {
  it.each(Object.keys(sources))("stores the pictures of %s, and changes their addresses", async (name) => {
    const source = sources[name];
    if (source === undefined) throw new Error(`There is no source ${name}`);
    const line = writeSource(source, `source${stores}`);
    const expected = new Set([...source.shown, ...(source.image === undefined ? [] : [source.image])]);

    const dry = await runImport(`${line} --dry-run`);
    expect(dry.out).toContain(`images and files: stored ${expected.size}, already there `);
    expect(existsSync(mediaFolder)).toBe(false);

    const first = await runImport(line);
    expect(first.out).toContain(`images and files: stored ${expected.size}, already there `);
    expect(first.out).toContain("missing 0, refused 0, on other sites 0\n");
    expect(first.error).toContain("the addresses of files are paths");
    expect(first.code).toBe(0);
    const [{ slug = "" } = {}] = await json<{ slug?: string }[]>("post list");
    const post = await json<ShownPost>(`post show ${slug}`);
    expect(await served(storedIn(post.html))).toEqual(source.shown);
    expect(post.html).not.toContain("sizes=");
    expect(await served(storedIn(post.markdown ?? post.html))).toEqual(source.shown);
    // The picture of a post has an absolute address.
    const images = storedIn(post.image).filter((address) => address.startsWith("https://acme.example/"));
    expect(await served(images)).toEqual(source.image === undefined ? [] : [source.image]);

    const second = await runImport(line);
    expect(second.out).toContain("imported 0, updated 0, unchanged 1,");
    expect(second.out).toContain("images and files: stored 0, already there ");
    expect(await withServedApi(async (api) => (await api.media?.list("acme"))?.media.length)).toBe(
      expected.size,
    );
  });

  it("keeps the addresses of files that are refused or missing, with the reasons, and goes on", async () => {
    writeFiles({
      "bad/_config.yml": "",
      "bad/secret.txt": "secret",
      "bad/site/_config.yml": "",
      "bad/site/post.md":
        "---\ntitle: Post\n---\n![](gone.png) ![](notes.zip) ![](cut.png) ![](empty.png) ![](large.png) ![](../secret.txt) ![](link.png) ![](https://far.example/x.png) ![](good.png)",
      "bad/site/notes.zip": "PK\u0003\u0004",
      "bad/site/cut.png": named("cut").slice(0, 40),
      "bad/site/empty.png": "",
      "bad/site/large.png": new Uint8Array(300),
      "bad/site/good.png": named("good"),
    });
    symlinkSync("../secret.txt", "bad/site/link.png");
    const { code, out } = await runImport("bad/site --media-file-bytes 250");
    expect(code).toBe(3);
    expect(out).toContain(
      "images and files: stored 1, already there 0, missing 1, refused 6, on other sites 1\n",
    );
    expect(out).toContain("lost media-refused: 6, such as bad/site/post.md:4: img src notes.zip: ");
    const { media } = readReport();
    const results = media.map(({ address, result, reason }) => [address, reason ?? result]);
    expect(Object.fromEntries(results)).toEqual({
      "gone.png": "missing",
      "notes.zip": expect.stringMatching(/^"notes.zip" is not of a supported type/) as string,
      "cut.png": expect.stringMatching(/^"cut.png" is not a complete PNG picture/) as string,
      "empty.png": "it is empty",
      "large.png": "it has 300 bytes, and at most 250 are allowed",
      "../secret.txt": "it leaves the folder of the site",
      "link.png": "a symbolic link leads to it",
      "https://far.example/x.png": "external",
      "good.png": "stored",
    });
    const { html } = await json<ShownPost>("post show post");
    expect(html).toContain('<img src="notes.zip" alt=""> <img src="cut.png" alt="">');
    expect(await served(storedIn(html))).toEqual(["good"]);
  });

  it("stops at the quota, and goes on when there is space", async () => {
    writeFiles({
      "quota/post.md": "---\ntitle: Post\n---\n![](a.png) ![](b.png)",
      "quota/a.png": named("a"),
      "quota/b.png": named("b"),
    });
    const size = named("a").length;
    const full = await runImport(`quota --media-organization-bytes ${size}`);
    expect(full.out).toContain("stored 1, already there 0, missing 0, refused 1,");
    expect(full.out).toContain(
      `the files of "acme" have ${size} of at most ${size} bytes. Delete files first`,
    );
    const more = await runImport("quota");
    expect(more.out).toContain("updated 1");
    expect(more.out).toContain("stored 1, already there 1, missing 0, refused 0,");
  });

  it("takes the smaller copy if the original is refused", async () => {
    const html = `<img src="${uploads}/a-300x200.png">`;
    writeFiles({
      "large/site.xml": wordpress(wordpressPost("post", html)),
      "large/wp-content/uploads/2024/05/a.png": new Uint8Array(300),
      "large/wp-content/uploads/2024/05/a-300x200.png": named("copy"),
    });
    const { code } = await runImport(`large/site.xml --media-file-bytes 250 ${from}`);
    expect(code).toBe(0);
    expect(await served(storedIn((await json<ShownPost>("post show post")).html))).toEqual(["copy"]);
  });

  it("gives files the texts of their first use, and keeps the texts that they have", async () => {
    writeFiles({
      "texts/a.md": '---\ntitle: A\n---\n[x](x.png) ![](y.png) ![Boats](z.png "Harbour")',
      "texts/b.md": `---\ntitle: B\n---\n![Cars](x.png) ![${"é".repeat(1200)}](y.png) ![Cars](z.png)`,
      ...Object.fromEntries(["x", "y", "z"].map((name) => [`texts/${name}.png`, named(name)])),
    });
    await runImport("texts");
    await runImport("texts");
    const files = await withServedApi(async (api) => (await api.media?.list("acme"))?.media ?? []);
    expect(Object.fromEntries(files.map(({ name, alt, title }) => [name, { alt, title }]))).toEqual({
      "x.png": { alt: "Cars", title: undefined },
      "y.png": { alt: "é".repeat(1000), title: undefined },
      "z.png": { alt: "Boats", title: "Harbour" },
    });
  });

  it("leaves the addresses of stored files, and emits no event", async () => {
    writeFiles({ "own/a.md": "---\ntitle: A\n---\n![](a.png)", "own/a.png": named("a") });
    await runImport("own --source own --media-origin https://media.example");
    const { html, markdown = "" } = await json<ShownPost>("post show a");
    expect(html).toContain('src="https://media.example/api/public/v1/media/acme/');
    writeFiles({ "again/a.md": `---\ntitle: A\n---\n${markdown}` });
    const again = await runImport("again --source own --media-origin https://media.example");
    expect(again).toMatchObject({ code: 0, error: "" });
    expect(again.out).toContain("unchanged 1");
    expect(again.out).toContain("stored 0, already there 1, missing 0,");
    const events = await withServedApi(async (api) => api.events.list("acme"));
    expect(events.events.filter(({ type }) => type.startsWith("media."))).toEqual([]);
  });

  it.each([
    ["--media store --media-dir x", 2, "--media-dir and --media-url require --media copy"],
    ["--media store --media-store off", 1, "There is no media store. Name one with --media-store"],
    ["--media store --media-store s3:x", 1, "Cannot open the files of --media-store"],
    ["--media store --media-origin x", 1, "--media-origin must be an origin"],
    ["--media store --api-origin x", 1, "--api-origin must be an origin"],
  ])("refuses %j", async (flags, status, message) => {
    writeFiles({ "flags/a.md": "# A" });
    const { code, error } = await run(`post import flags ${flags}`);
    expect({ code, error }).toEqual({ code: status, error: expect.stringContaining(message) as string });
  });
});
