import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type SinglePost } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { isSkipped, launch } from "../browser.ts";
import { hostileTexts } from "./hostile_texts.ts";

/** The head of a page as the browser reads it. */
interface ReadHead {
  title: string | undefined;
  metas: Record<string, string>;
  canonical: string | null | undefined;
  alternates: (string | null)[];
  jsonLd: string[];
  elements: string[];
  after: string | null | undefined;
}

async function readHead(page: Page, head: string): Promise<ReadHead> {
  await page.setContent(
    `<!doctype html><html><head>${head}</head><body><p id="after">after</p></body></html>`,
  );
  return page.evaluate(() => {
    const all = (selector: string): Element[] => [...document.head.querySelectorAll(selector)];
    return {
      title: document.querySelector("title")?.textContent,
      metas: Object.fromEntries(
        all("meta").map((meta) => [
          meta.getAttribute("property") ?? meta.getAttribute("name") ?? "",
          meta.getAttribute("content") ?? "",
        ]),
      ),
      canonical: document.head.querySelector("link[rel=canonical]")?.getAttribute("href"),
      alternates: all("link[rel=alternate]").map((link) => link.getAttribute("title")),
      jsonLd: all("script[type='application/ld+json']").map((script) => script.textContent ?? ""),
      elements: [
        ...new Set([...document.querySelectorAll("head *, body *")].map((one) => one.localName)),
      ].toSorted(),
      after: document.querySelector("body > #after")?.textContent,
    };
  });
}

describe.skipIf(isSkipped)("in Chromium, the head of a post", () => {
  let browser: Browser;
  let page: Page;
  /** Dialogs opened by scripts in a text. */
  const dialogs: string[] = [];
  beforeAll(async () => {
    browser = await launch();
    page = await browser.newPage();
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  });
  afterAll(() => browser.close());

  it("would run a script that is not escaped", async () => {
    await readHead(page, `<title></title><script>alert(1)</script></title>`);
    expect(dialogs.splice(0)).toEqual(["1"]);
  });

  it.each(hostileTexts)("has every text as it was, and runs nothing: %s", async (text) => {
    const api = createPublicApi({ storage: memoryDriver() });
    await api.organizations.create({
      slug: "acme",
      name: text,
      siteUrl: "https://acme.example",
      feeds: { rss: "/feed.xml" },
      sameAs: ["https://wiki.example/?a=%22%3E&b=</script>"],
    });
    await api.posts.create("acme", {
      name: text,
      slug: "post",
      description: text,
      html: "<h2>Why?</h2><p>Because.</p><h2>And?</h2><p>So.</p>",
      author: text,
      articleSection: text,
      tags: [text],
      image: "https://acme.example/?a=1&b=%22",
    });
    const request = new Request("http://localhost/api/public/v1/post/acme/post?fields=head,structuredData");
    const { head = "", structuredData } = (await (await api.fetch(request)).json()) as SinglePost;
    const read = await readHead(page, head);
    expect(read).toMatchObject({
      title: text,
      canonical: "https://acme.example/blog/post",
      alternates: [text],
      after: "after",
      metas: {
        description: text,
        "og:title": text,
        "og:site_name": text,
        "og:description": text,
        "og:image": "https://acme.example/?a=1&b=%22",
        "article:section": text,
        "article:tag": text,
      },
    });
    expect(read.elements).toEqual(["link", "meta", "p", "script", "title"]);
    const [article, faqPage, breadcrumbs, organization] = read.jsonLd.map(
      (json) => JSON.parse(json) as object,
    );
    expect([article, faqPage]).toEqual([structuredData.article, structuredData.faqPage]);
    expect(breadcrumbs).toMatchObject({ itemListElement: [{ name: text }, { name: text }] });
    expect(organization).toMatchObject({
      name: text,
      sameAs: ["https://wiki.example/?a=%22%3E&b=%3C/script%3E"],
    });
    expect(dialogs).toEqual([]);
  });
});
