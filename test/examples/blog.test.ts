import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { HtmlValidate } from "html-validate";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSkipped, launch } from "../browser.ts";
import { findingsOf } from "../dashboard/axe.ts";
import { checkWellFormed } from "../feeds/_xmllint.ts";
import { schemasAreMissing, validateSitemap } from "../sitemap/_schema.ts";
import { runLighthouse } from "./_lighthouse.ts";
import { blogOrigin as blog, posternOrigin, startBlog, type StartedBlog } from "./_started_blog.ts";

/** Folder of an installed blog: `run_blog.sh` creates it and runs these tests. */
const folder = process.env["POSTERN_BLOG"];
const lighthouse = process.env["POSTERN_LIGHTHOUSE"];

const staticPaths = ["/", "/archive", "/questions", "/blog/feeding-a-starter", "/blog/khubz-arabi"];
const paths = [...staticPaths, "/search", "/search?q=starter", "/search?q=zeppelin", "/nothing"];

interface Shown {
  status: number;
  text: string;
}

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    "long-title": "off",
    // Next.js and React write these.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "no-trailing-whitespace": "off",
    "script-type": "off",
    "valid-id": ["error", { relaxed: true }],
    "void-style": "off",
  },
});

describe.skipIf(folder === undefined || isSkipped)("the blog", () => {
  let started: StartedBlog;
  let browser: Browser;
  let page: Page;
  let writeKey = "";

  beforeAll(async () => {
    started = await startBlog(folder ?? "");
    const { key } = await started.run("key", "generate", "editor", "--user", "ada@crumb.example");
    writeKey = String(key);
    browser = await launch();
    page = await browser.newPage();
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await started?.stop();
  });

  const get = async (path: string): Promise<Response> => fetch(blog + path, { redirect: "manual" });
  const htmlOf = async (path: string): Promise<string> => (await get(path)).text();
  const put = async (slug: string, post: object): Promise<void> => {
    const headers = { "x-api-key": writeKey, "content-type": "application/json" };
    const init = { method: "PUT", headers, body: JSON.stringify(post) };
    const response = await fetch(`${posternOrigin}/api/admin/v1/posts/${slug}`, init);
    expect(response.ok).toBe(true);
  };
  /** Requests a page until it is as expected. Returns the milliseconds. */
  const timeUntil = async (path: string, isReady: (shown: Shown) => boolean): Promise<number> => {
    const start = performance.now();
    for (;;) {
      const response = await get(path);
      const shown = { status: response.status, text: await response.text() };
      if (isReady(shown)) return Math.round(performance.now() - start);
      if (performance.now() - start > 10_000) throw new Error(`${path} does not change: ${shown.text}`);
      await pause(5);
    }
  };
  const timeUntilText = async (path: string, text: string): Promise<number> =>
    timeUntil(path, (shown) => shown.text.includes(text));

  it.each(staticPaths)("serves %s from the cache", async (path) => {
    await get(path);
    const response = await get(path);
    expect([response.status, response.headers.get("x-nextjs-cache")]).toEqual([200, "HIT"]);
  });

  it("shows a publication and each edit after the webhook", async () => {
    expect((await get("/blog/rolls")).status).toBe(404);
    await put("rolls", { name: "Rolls", html: "<p>edition 0</p>", status: "published" });
    const published = await timeUntilText("/blog/rolls", "edition 0<");
    const listed = await timeUntilText("/", ">Rolls<");
    const edits: number[] = [];
    for (let edit = 1; edit <= 5; edit++) {
      await put("rolls", { name: "Rolls", html: `<p>edition ${edit}</p>`, status: "published" });
      edits.push(await timeUntilText("/blog/rolls", `edition ${edit}<`));
    }
    console.log(`Milliseconds: page ${published}, then home page ${listed}, edits ${edits.join(", ")}`);
    await started.run("post", "rename", "rolls", "morning-rolls");
    await timeUntilText("/blog/morning-rolls", "edition 5<");
    await timeUntil("/blog/rolls", ({ status }) => status === 308);
    expect((await get("/blog/rolls")).headers.get("location")).toBe("/blog/morning-rolls");
    await started.run("post", "unpublish", "morning-rolls");
    await timeUntil("/blog/morning-rolls", ({ status }) => status === 404);
    await timeUntil("/", ({ text }) => !text.includes(">Rolls<"));
  });

  it("shows a change of the organization", async () => {
    await started.run("org", "update", "crumb", "--description", "News of a small bakery");
    await timeUntilText("/", '<p class="lead">News of a small bakery<');
    expect(await htmlOf("/")).toContain('name="description" content="News of a small bakery"');
  });

  it("refuses a forged webhook", async () => {
    const headers = { "webhook-id": "evt_1", "webhook-signature": "v1,AAAA" };
    const time = { "webhook-timestamp": String(Math.floor(Date.now() / 1000)) };
    const init = { method: "POST", headers: { ...headers, ...time }, body: "{}" };
    const response = await fetch(`${blog}/api/postern`, init);
    expect([response.status, await response.json()]).toEqual([400, { error: "invalid-signature" }]);
  });

  it("shows a draft with its preview link, until the editor leaves the preview", async () => {
    const path = "/blog/our-new-oven";
    const { token } = await started.run("post", "preview-link", "create", "our-new-oven");
    expect((await page.goto(blog + path))?.status()).toBe(404);
    await page.goto(`${blog}/preview?slug=our-new-oven&token=${String(token)}`);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.textContent("h1")).toBe("Our new oven");
    expect(await page.getAttribute("meta[name=robots]", "content")).toContain("noindex");
    expect(await findingsOf(page)).toEqual([]);
    expect(await htmlOf("/")).not.toContain("Our new oven");
    await page.click("text=Leave the preview");
    await page.waitForURL(`${blog}/`);
    expect((await page.goto(blog + path))?.status()).toBe(404);
  });

  it("searches without JavaScript, and marks the words that it found", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(blog);
    await plain.fill("#q", "kitchens grey");
    await plain.press("#q", "Enter");
    expect(plain.url()).toBe(`${blog}/search?q=kitchens+grey`);
    expect(await plain.textContent(".result h3")).toContain("Feeding a starter");
    expect(await plain.locator("mark").allTextContents()).toContain("grey");
    await plain.goto(`${blog}/search?q=${"a+".repeat(100)}`);
    expect(await plain.textContent("section")).toMatch(/64 words/);
    await context.close();
  });

  it("suggests titles and questions", async () => {
    await page.goto(blog);
    await page.locator("#q").pressSequentially("sta");
    await page.waitForSelector("datalist option", { state: "attached" });
    const values = await page
      .locator("datalist option")
      .evaluateAll((options) => options.map((option) => option.getAttribute("value")));
    expect(values).toContain("Feeding a starter");
  });

  it("has valid feeds and sitemaps, which its head and robots.txt name", async () => {
    await page.goto(`${blog}/blog/feeding-a-starter`);
    const feeds = await page
      .locator("link[rel=alternate]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const [rss = "", atom = "", json = ""] = await Promise.all(
      feeds.map(async (url) => (await fetch(url)).text()),
    );
    checkWellFormed([rss, atom]);
    const feedEntries = [parseRssFeed(rss).items, parseAtomFeed(atom).entries, parseJsonFeed(json).items];
    for (const entries of feedEntries)
      expect(JSON.stringify(entries?.at(-1)?.title)).toContain("Feeding a starter");
    const robots = await htmlOf("/robots.txt");
    expect(robots).toContain(`Sitemap: ${blog}/sitemap.xml`);
    const sitemaps = await Promise.all(["/sitemap.xml", "/sitemap-posts.xml"].map(htmlOf));
    for (const sitemap of sitemaps) {
      expect(sitemap).toContain(`<loc>${blog}/blog/feeding-a-starter</loc>`);
      if (!schemasAreMissing()) validateSitemap(sitemap);
    }
  });

  it("has the metadata and the JSON-LD of the API", async () => {
    const post = (await (
      await fetch(`${posternOrigin}/api/public/v1/post/crumb/feeding-a-starter`)
    ).json()) as Record<string, string> & { structuredData: object };
    await page.goto(`${blog}/blog/feeding-a-starter`);
    expect(await jsonLdOf(page)).toEqual(Object.values(post.structuredData));
    const content = async (selector: string, name = "content"): Promise<string | null> =>
      page.getAttribute(selector, name);
    expect(await page.title()).toBe(`${post["name"]} – Crumb`);
    expect(await content("meta[name=description]")).toBe(post["description"]);
    expect(await content("link[rel=canonical]", "href")).toBe(post["url"]);
    expect(await content("meta[property='og:type']")).toBe("article");
    expect(await content("meta[property='article:published_time']")).toBe(post["publishedAt"]);
    const faq = await fetch(`${posternOrigin}/api/public/v1/faq/crumb?language=en-US&format=jsonld`);
    await page.goto(`${blog}/questions`);
    const [faqPage] = (await jsonLdOf(page)) as { mainEntity: { name: string }[] }[];
    const questions = await page.locator("summary").allTextContents();
    expect(faqPage?.mainEntity.map(({ name }) => name)).toEqual(questions);
    expect(await faq.json()).toEqual(faqPage);
    await page.goto(`${blog}/blog/khubz-arabi`);
    expect([await content("article", "lang"), await content("article", "dir")]).toEqual(["ar-EG", "rtl"]);
  });

  it.each(paths)("%s is valid HTML", async (path) => {
    const { results } = await validator.validateString(await htmlOf(path));
    const problems = results.flatMap(({ messages }) => messages);
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it.each(["light", "dark"] as const)("has no violation that axe finds: %s", async (colorScheme) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 740 } });
    const opened = await context.newPage();
    for (const path of [...paths, "/blog/nothing"]) {
      await opened.goto(blog + path);
      await opened.waitForSelector("h1");
      expect.soft([path, await findingsOf(opened)]).toEqual([path, []]);
      const width = await opened.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft([path, width <= 0]).toEqual([path, true]);
    }
    await context.close();
  });

  it("shows the focus, and skips to the content", async () => {
    await page.goto(`${blog}/archive`);
    await page.keyboard.press("Tab");
    expect(await page.textContent(":focus-visible")).toBe("Skip to the content");
    expect(await page.locator(":focus-visible").evaluate((link) => getComputedStyle(link).outlineWidth)).toBe(
      "3px",
    );
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.getAttribute(":focus-visible", "href")).toMatch(/^\/blog\//);
  });

  it.skipIf(lighthouse === undefined).each([...staticPaths, "/search?q=starter"])(
    "%s has all points of Lighthouse",
    async (path) => {
      // Results of a search are not for search engines.
      const categories = path.startsWith("/search") ? ["accessibility"] : ["accessibility", "seo"];
      const { scores, failed } = await runLighthouse(lighthouse ?? "", blog + path, categories);
      console.log(path, JSON.stringify(scores));
      expect(failed).toEqual([]);
      for (const category of categories) expect(scores[category]).toBe(100);
    },
  );
});

async function jsonLdOf(page: Page): Promise<unknown[]> {
  const texts = await page.locator("script[type='application/ld+json']").allTextContents();
  return texts.map((text) => JSON.parse(text) as unknown);
}
