import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, serve } from "../../adapters/node.ts";
import { toAtom, toRss } from "../../lib/publishing/feeds/mod.ts";
import { createPublicApi, type PublicApi, type SinglePost } from "../../lib/mod.ts";
import { toScriptTag } from "../../lib/publishing/structured_data/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { isSkipped, launch } from "../browser.ts";
import { hostileFeed, hostileTexts, inXml } from "./_hostile_feed.ts";

const hostileTitles = [
  "</script><script>alert(1)//",
  "<!--<script>",
  "<img src=x onerror=alert(1)>",
  "]]><script xmlns='http://www.w3.org/1999/xhtml'>alert(1)</script>",
];
const feeds = [
  "feed/acme/rss.xml",
  "feed/acme/atom.xml",
  "feed/acme/feed.json",
  "llms/acme",
  "llms-full/acme",
];

describe.skipIf(isSkipped)("in Chromium, a post's hostile title", () => {
  let browser: Browser;
  let page: Page;
  let api: PublicApi;
  let server: RunningServer;
  /** Dialogs opened by scripts in a title. */
  const dialogs: string[] = [];

  beforeAll(async () => {
    api = createPublicApi({ storage: memoryDriver() });
    const site = { slug: "acme", name: "Acme", siteUrl: "https://acme.example" };
    await api.organizations.create({ ...site, description: hostileTitles.join(), feeds: true });
    for (const [index, name] of hostileTitles.entries()) {
      await api.posts.create("acme", {
        name,
        slug: `post-${index}`,
        html: `<p>${name}</p>`,
        description: name,
      });
    }
    server = await serve(api, { port: 0, hostname: "127.0.0.1" });
    browser = await launch();
    page = await browser.newPage();
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it("would be seen if it ran", async () => {
    await page.setContent(`<script type="application/ld+json">"${hostileTitles[0]}</script>`);
    expect(dialogs.splice(0)).toEqual(["1"]);
  });

  it.each(hostileTitles.map((title, index) => [title, index] as const))(
    "stays inert in the JSON-LD of its page: %s",
    async (title, index) => {
      const request = new Request(`http://localhost/api/public/v1/post/acme/post-${index}`);
      const { structuredData } = (await (await api.fetch(request)).json()) as SinglePost;
      await page.setContent(
        `<head>${toScriptTag(structuredData.article)}</head><body><p id="after">after</p>`,
      );
      const scripts = page.locator("script");
      expect(await scripts.count()).toBe(1);
      expect(JSON.parse((await scripts.textContent()) ?? "")).toMatchObject({ headline: title });
      expect(await page.locator("body > #after").textContent()).toBe("after");
      expect(dialogs).toEqual([]);
    },
  );

  it.each(feeds)("stays inert in %s, opened as a page", async (path) => {
    const response = await page.goto(`${server.url}/api/public/v1/${path}`);
    expect(response?.status()).toBe(200);
    expect(await page.locator("script, img").count()).toBe(0);
    expect(dialogs).toEqual([]);
  });

  it("is read back from a feed as it was, like any text", async () => {
    await page.goto("about:blank");
    const texts = [...hostileTexts, ...hostileTitles];
    const documents = texts.map(hostileFeed).map((feed) => [toRss(feed), toAtom(feed)]);
    const read = await page.evaluate((pairs) => {
      const textsOf = (xml: string, names: string[]): (string | null | undefined)[] => {
        const parsed = new DOMParser().parseFromString(xml, "application/xml");
        return names.map((name) => parsed.getElementsByTagName(name).item(0)?.textContent);
      };
      return pairs.map(([rss = "", atom = ""]) => [
        textsOf(rss, ["title", "dc:creator", "category", "content:encoded"]),
        textsOf(atom, ["title", "subtitle", "summary", "content"]),
        new DOMParser()
          .parseFromString(atom, "application/xml")
          .querySelector("category")
          ?.getAttribute("term"),
      ]);
    }, documents);
    const expected = texts.map(inXml).map((text) => {
      // HTML parsers treat both line endings the same.
      const html = text.replace(/\r\n?/g, "\n");
      return [[text, text, text, html], [text, text, text, html], text];
    });
    expect(read).toEqual(expected);
  });
});
