import { beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { failure, createAcme, json, run, workInScratchDirectory, writeFiles } from "./run_command.ts";

workInScratchDirectory();
const organizationSlug = "acme";
const kramdown = "---\ntitle: Hello\nlayout: post\n---\n## Why?\n{: .big}\n\nBecause.\n";
const rendered = '<h2 id="why">Why?</h2>\n<p>Because.</p>\n';

async function withApi<Result>(use: (api: PublicApi) => Promise<Result>): Promise<Result> {
  const storage = await openStorageDriver("fs:data");
  try {
    return await use(createPublicApi({ storage }));
  } finally {
    await storage.dispose?.();
  }
}

const post = async (slug: string): Promise<Record<string, unknown>> => json(`post show ${slug}`);

beforeAll(async () => {
  writeFiles({
    "postern.config.json": '{"storage":"fs:data"}',
    "site/_posts/2020-01-01-hello.md": kramdown,
  });
  await createAcme();
  await json("post import site");
});

describe("postern post render", () => {
  it("changes nothing after an import", async () => {
    expect(await post("hello")).toMatchObject({ html: rendered, markdownDialect: "kramdown" });
    expect(await json("post render --all")).toMatchObject({ changed: 0, unchanged: 1, kept: 0 });
  });

  it("renders in the stored dialect, keeps updatedAt, and is no edit for the next import", async () => {
    const { updatedAt, markdown } = (await post("hello")) as { updatedAt: string; markdown: string };
    await withApi(async (api) => {
      const old = { html: "<p>old</p>", markdown, markdownDialect: "kramdown", updatedAt } as const;
      const importedFrom = { source: "site", key: "_posts/2020-01-01-hello.md" };
      return api.posts.update({ organizationSlug, slug: "hello" }, old, { importedFrom });
    });
    const dry = await json("post render --all --dry-run");
    expect(dry).toMatchObject({ changed: 1, slugs: ["hello"] });
    expect(await post("hello")).toMatchObject({ html: "<p>old</p>" });
    const ran = await run("post render --all");
    expect(ran).toMatchObject({ code: 0, out: "changed 1, unchanged 0, without Markdown 0, kept 0\n" });
    expect(await post("hello")).toMatchObject({ html: rendered, updatedAt });
    const revisions = await withApi((api) => api.posts.revisions({ organizationSlug, slug: "hello" }));
    expect(revisions[1]).toMatchObject({ html: "<p>old</p>", markdownDialect: "kramdown" });
    expect(await json("post import site")).toMatchObject({ unchanged: 1, kept: 0 });
  });

  it("keeps an edit an edit", async () => {
    await withApi((api) => {
      const content = { html: "<p>mine</p>", markdown: "mine", markdownDialect: "editor" } as const;
      return api.posts.update({ organizationSlug, slug: "hello" }, { name: "Mine", ...content });
    });
    expect(await json("post render hello")).toMatchObject({ changed: 1 });
    expect(await json("post import site")).toMatchObject({ kept: 1 });
  });

  it("leaves supplied HTML unless the post is named, and posts without Markdown", async () => {
    await withApi(async (api) => {
      await api.posts.create(organizationSlug, { name: "Own", html: "<p>own</p>", markdown: "mark" });
      await api.posts.create(organizationSlug, { name: "Plain", html: "<p>plain</p>" });
      await api.posts.create(organizationSlug, {
        name: "Long",
        html: `<p>${"x".repeat(100_001)}</p>`,
        markdown: "short",
        markdownDialect: "github",
      });
    });
    const ran = await run("post render --all");
    expect(ran.code).toBe(3);
    expect(ran.out).toContain("changed 0, unchanged 1, without Markdown 1, kept 2\n");
    expect(ran.out).toContain(
      "kept own: its HTML may not come from its Markdown, because it has no markdownDialect\n",
    );
    expect(ran.out).toContain("kept long: its HTML is too long for the history\n");
    expect(await post("own")).toMatchObject({ html: "<p>own</p>" });
    expect(await json("post render own long plain")).toMatchObject({ changed: 2, withoutMarkdown: 1 });
    expect(await post("own")).toMatchObject({ html: "<p>mark</p>\n" });
    expect(await post("plain")).toMatchObject({ html: "<p>plain</p>" });
  });

  it("counts notes of the renderer", async () => {
    const markdown = "a {{< gallery >}} b {{< gallery >}}";
    await withApi((api) =>
      api.posts.create(organizationSlug, { name: "Hugo", html: "", markdown, markdownDialect: "hugo" }),
    );
    const ran = await run("post render hugo");
    expect(ran.out).toContain('lost 2 shortcode: the shortcode "gallery" was removed\n');
  });

  it("refuses an unknown post, and no post at all", async () => {
    expect(await run("post render none")).toEqual(failure('"acme" has no post "none"'));
    expect((await run("post render")).code).toBe(2);
    expect((await run("post render hello --all")).code).toBe(2);
  });
});
