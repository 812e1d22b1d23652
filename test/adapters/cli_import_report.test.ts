import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "parse5";
import { beforeAll, describe, expect, it } from "vitest";
import type { ImportTally } from "../../adapters/cli/post_import/import_report/import_tally.ts";
import type { ReportDocument } from "../../adapters/cli/post_import/import_report/report_document.ts";
import { isSkipped, launch } from "../browser.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { createAcme, json, run, workInScratchDirectory } from "./run_command.ts";

const hostile = `</pre><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">"'`;
workInScratchDirectory();
beforeAll(async () => {
  mkdirSync("posts/other", { recursive: true });
  const files = {
    "other/moved.md": "---\ntitle: Second with this slug\n---\n\nx",
    [`${"long-".repeat(30)}.md`]: "# A long name",
    "taken.md": "---\ntitle: Taken\n---\n\nnew",
    "moved.md":
      "---\ntitle: Moved\npermalink: /2020/moved/\naliases: [/a b/, /?p=12]\n---\n\n#### How long?\n\nA day.",
    "neko.md": `---\ntitle: Neko\nlang: en\n---\n\n${"猫は寝ている。".repeat(20)}`,
    "hostile.md": `${JSON.stringify({ title: hostile, aliases: [`/${hostile}`], slug: "hostile" })}\n\n#### ${hostile}?\n\nx`,
    [`x${hostile.replaceAll("/", "")}.md`]: "---\ndate: never\n---\n\nx",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join("posts", name), text);
  await createAcme();
  writeFileSync("taken.md", "---\ntitle: Taken\n---\n\nold");
  await json("post import taken.md --source another");
});

const readReport = (file: string): ReportDocument => JSON.parse(readFileSync(file, "utf8")) as ReportDocument;

describe("postern post import --report", () => {
  it("writes the same JSON for a dry run as for the import", async () => {
    await run("post import posts --dry-run --report dry.json");
    const ran = await run("post import posts --report real.json --json");
    const real = readReport("real.json");
    expect(real.isDryRun).toBe(false);
    const [dry, written] = ["dry.json", "real.json"].map((file) => readFileSync(file, "utf8"));
    expect(dry).toBe(written?.replace('"isDryRun": false', '"isDryRun": true'));
    expect(JSON.parse(ran.out)).toEqual(real.summary);
    expect(ran.code).toBe(3);
    expect(real.posts.map(({ slug }) => slug)).toEqual(expect.arrayContaining(["moved-2", "taken-2"]));
  });

  it("has the addresses of each post, and redirects", () => {
    const { organization, source, posts, redirects, redirectMaps } = readReport("real.json");
    expect({ organization, source }).toEqual({ organization: "acme", source: "posts" });
    expect(posts).toContainEqual({
      outcome: "created",
      slug: "moved",
      url: "https://acme.example/blog/moved",
      sourceUrl: "/2020/moved/",
      place: "posts/moved.md:1",
    });
    const to = "https://acme.example/blog/moved";
    for (const from of ["/2020/moved/", "/a%20b/", "/?p=12"]) expect(redirects).toContainEqual({ from, to });
    expect(redirectMaps.nginx).toContain(`"/a b/" "${to}";`);
    expect(redirectMaps.caddy).toContain(`\`/a b/\` \`${to}\``);
    expect(redirectMaps._redirects).toContain(`/a%20b/ ${to} 301\n`);
  });

  it("counts question headings and texts in other scripts, which are no losses", async () => {
    const { summary, unmapped } = readReport("real.json");
    const [questions] = summary.lostQuestions;
    expect(questions).toMatchObject({
      count: 2,
      element: "h4",
      change: { faq: { sources: ["h4"] } },
      examples: [
        { slug: "hostile" },
        { slug: "moved", text: "How long?", place: { file: "posts/moved.md" } },
      ],
    });
    expect(summary.categories).toContainEqual({
      category: "script-contradicts-language",
      count: 1,
      isLoss: false,
      examples: [
        { place: { file: "posts/neko.md", line: 1 }, text: expect.stringMatching(/mostly Japanese/) },
      ],
    });
    // A picture that is not brought over is the second loss.
    expect(summary.lost).toBe(2);
    expect(unmapped).toContainEqual({
      from: "/?p=12",
      to: "https://acme.example/blog/moved",
      missingIn: ["_redirects"],
      reason: "_redirects compares no query strings",
    });
    mkdirSync("warned");
    writeFileSync("warned/inu.md", `---\nlang: en\n---\n\n#### Where?\n\n${"犬は寝ている。".repeat(20)}`);
    const ran = await run("post import warned");
    expect(ran.code).toBe(0);
    expect(ran.out).toContain(
      "noted script-contradicts-language: 1, such as warned/inu.md:1: inLanguage is en",
    );
    expect(ran.out).toContain(
      '1 heading looks like a question but is h4, such as "Where?" in warned/inu.md:1',
    );
    const tally = await json<ImportTally>("post import warned");
    expect(tally.lostQuestions).toHaveLength(1);
    expect(tally.categories).toMatchObject([{ category: "script-contradicts-language" }]);
  });

  it("refuses a file of another type before the import", async () => {
    const ran = await run("post import posts --report report.txt");
    expect(ran.code).not.toBe(0);
    expect(ran.error).toContain("its name must end with .json or .html");
  });

  it("writes well-formed HTML", async () => {
    await run("post import posts --dry-run --report report.html");
    const errors: string[] = [];
    parse(readFileSync("report.html", "utf8"), { onParseError: ({ code }) => errors.push(code) });
    expect(errors).toEqual([]);
  });

  it.skipIf(isSkipped)("writes HTML that a browser shows without running a title", async () => {
    const browser = await launch();
    releaseAfterUse(() => browser.close());
    const page = await browser.newPage();
    await page.goto(pathToFileURL("report.html").href);
    expect(await page.title()).toBe("Import of posts into acme");
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await page.locator("img, script").count()).toBe(0);
    const text = await page.locator("body").innerText();
    expect(text).toContain(hostile);
    expect(text).toContain("How long?");
    expect(text).toContain("mostly Japanese");
    expect(await page.locator("a[href='https://acme.example/blog/moved']").count()).toBe(1);
  });

  it.skipIf(isSkipped)("writes HTML that fits a phone", async () => {
    const browser = await launch();
    releaseAfterUse(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 375, height: 740 }, isMobile: true });
    await page.goto(pathToFileURL("report.html").href);
    expect(await page.evaluate("[innerWidth, document.documentElement.scrollWidth]")).toEqual([375, 375]);
    expect(await page.evaluate("getComputedStyle(document.querySelector('td'), '::before').content")).toBe(
      '"Category: "',
    );
  });
});

describe("postern post import with fields of the organization", () => {
  it("keeps their values by name, and counts the other names", async () => {
    const postFields = [
      { name: "rating", type: "number" },
      { name: "level", type: "choice", choices: ["easy", "hard"] },
    ];
    writeFileSync("fields.json", JSON.stringify(postFields));
    await run("org update acme --post-fields fields.json");
    mkdirSync("kites");
    const texts = ["rating: '4.5'\nprice: 3", "rating: 5\nlevel: medium\nprice: 4"];
    for (const [index, text] of texts.entries())
      writeFileSync(`kites/kite-${index}.md`, `---\ntitle: Kite ${index}\n${text}\n---\n\nIt flies.`);
    const ran = await run("post import kites");
    expect(ran.out).toContain(
      "lost invalid-field: 1, such as kites/kite-1.md:1: its field level is left out",
    );
    expect(ran.out).toContain("noted custom-field: 2, such as kites/kite-0.md:1: fields not kept: price (2)");
    expect(await json("post show kite-0")).toMatchObject({ custom: { rating: 4.5 } });
    expect((await json<{ custom: object }>("post show kite-1")).custom).toEqual({ rating: 5 });
  });
});
