import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { fill, posts, withStore } from "./leaving_posts.ts";
import { failure, run, workInScratchDirectory } from "./run_command.ts";

workInScratchDirectory();

/** Returns the public answers of a store, without the time of the last change by the server's clock. */
async function answersOf(path: string): Promise<string[]> {
  return withStore(path, async (api) => {
    const paths = [
      ...posts.map(([slug]) => `/post/acme/${encodeURIComponent(slug)}`),
      "/post/acme?limit=50",
      "/post/acme/sitemap",
      "/post/acme/earlier",
    ];
    const answers: string[] = [];
    for (const at of paths) {
      const response = await api.fetch(new Request(`http://localhost/api/public/v1${at}`));
      const text = (await response.text()).replace(/"changedAt":"[^"]*",?/g, "");
      answers.push(`${response.status} ${response.headers.get("location") ?? ""} ${text}`);
    }
    return answers;
  });
}

describe("postern export --format markdown", () => {
  beforeAll(async () => {
    await withStore("data", fill);
  });

  it("writes a folder that brings back equal public answers", async () => {
    const ran = await run("export --storage fs:data --org acme --format markdown --out folder");
    const notKept = "markdown (1), markdownDialect (1), aliases (1), history (1)";
    const behind = `; left behind: logged events (${posts.length + 2})`;
    const left = `5 other records to folder; not kept: ${notKept}${behind}`;
    expect([ran.code, ran.out]).toEqual([0, `Exported ${posts.length + 1} posts and ${left}\n`]);
    await run("import folder/records.ndjson --storage fs:copy");
    const imported = await run("post import folder/posts --org acme --storage fs:copy");
    expect(imported.code).toBe(0);
    expect(imported.out.split("\n").map((line) => line.split(",", 1)[0])).toEqual([
      `imported ${posts.length + 1}`,
      "noted media-at-old-address: 3",
      "noted no-text: 2",
      "noted template-tag: 1",
      "1 heading looks like a question",
      "",
    ]);
    const [before, after] = [await answersOf("data"), await answersOf("copy")];
    for (const [at, answer] of before.entries()) expect(after[at]).toBe(answer);
    expect(before.filter((answer) => answer.startsWith("200")).length).toBeGreaterThan(posts.length - 4);
    const statuses = await withStore("copy", async (api) =>
      Promise.all(
        posts.map(async ([slug]) => (await api.posts.get({ organizationSlug: "acme", slug }))?.status),
      ),
    );
    expect(statuses).toEqual(posts.map(([, , { status = "published" }]) => status));
  });

  it("writes Markdown where renderers keep the HTML, and names that differ without capitals", () => {
    const names = readdirSync("folder/posts");
    expect(new Set(names.map((one) => one.toLowerCase())).size).toBe(posts.length + 1);
    for (const one of names) expect(Buffer.byteLength(one)).toBeLessThan(256);
    const endings = Object.fromEntries(
      names.map((one) => [one.slice(0, one.lastIndexOf(".")), one.slice(one.lastIndexOf(".") + 1)]),
    );
    const plain = posts.filter(([slug]) => slug in endings);
    expect(plain.length).toBeGreaterThan(15);
    expect(plain.map(([slug]) => [slug, endings[slug]])).toEqual(
      plain.map(([slug, ending]) => [slug, ending]),
    );
    expect(names).not.toContain("readme.md");
  });

  it("writes front matter that generators read alike", () => {
    const linesOf = (file: string): string[] => readFileSync(`folder/posts/${file}.md`, "utf8").split("\n");
    // YAML 1.1 reads plain `no` as false, and `1.10` as a number.
    expect(linesOf("yes")).toEqual(expect.arrayContaining(['title: "yes"', '  - "no"', '  - "1.10"']));
    expect(linesOf("times")).toContain("date: 2020-01-02T03:04:05.678Z");
    expect(linesOf("plain")).toEqual(
      expect.arrayContaining(["permalink: /blog/plain/", "url: /blog/plain/"]),
    );
    for (const hidden of ["draft", "archived"]) {
      const names = ["draft: true", "published: false", "permalink: false"];
      expect(linesOf(hidden)).toEqual(expect.arrayContaining(names));
    }
    // Hugo ends its build at an alias of another site.
    expect(linesOf("addresses")).toContain("  - /2016/old/");
    expect(linesOf("addresses").join()).not.toContain("old.example");
  });

  it("redirects the earlier addresses", () => {
    expect(readFileSync("folder/_redirects", "utf8")).toBe(
      "/2016/old/ https://acme.example/blog/addresses 301\n/blog/earlier https://acme.example/blog/renamed 301\n",
    );
  });

  it.each([
    ["--org acme --out folder", "The folder folder has files. Name another folder with --out"],
    ["--out other", "--format markdown writes one organization. Name it with --org"],
    ["--org acme", "--format markdown writes a folder. Name it with --out"],
  ])("refuses %s", async (flags, message) => {
    expect(await run(`export --storage fs:data --format markdown ${flags}`)).toEqual(failure(message));
  });
});
