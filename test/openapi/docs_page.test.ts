import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problems } from "../../lib/http/problems/problems.ts";
import { isSkipped, launch } from "../browser.ts";
import { type PublishedApi, publishApi } from "./published_api.ts";

describe.skipIf(isSkipped)("the documentation in Chromium", () => {
  let browser: Browser;
  let api: PublishedApi;
  beforeAll(async () => {
    api = await publishApi({ basePath: "/content" });
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await api.server.close();
  });

  /** Opens a page and records errors and requests to other hosts. */
  async function open(
    path: string,
    options: Parameters<Browser["newPage"]>[0] = {},
  ): Promise<{ page: Page; wrong: string[] }> {
    const page = await browser.newPage(options);
    const wrong: string[] = [];
    page.on("console", (message) => wrong.push(message.text()));
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("requestfailed", (request) => wrong.push(`failed: ${request.url()}`));
    page.on("request", (request) => {
      if (!request.url().startsWith(api.server.url) && !request.url().startsWith("data:"))
        wrong.push(request.url());
    });
    await page.goto(api.address + path);
    return { page, wrong };
  }

  it.each(["/docs", "/docs/problems"])(
    "%s loads nothing of others, breaks no policy, and is styled",
    async (path) => {
      for (const colorScheme of ["light", "dark"] as const) {
        const { page, wrong } = await open(path, { colorScheme });
        expect(wrong).toEqual([]);
        const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        expect(color).toBe(colorScheme === "light" ? "rgb(255, 255, 255)" : "rgb(16, 20, 24)");
        await page.close();
      }
    },
  );

  it.each(["/docs", "/docs/problems"])("%s is no wider than a phone, and needs no script", async (path) => {
    const { page, wrong } = await open(path, {
      viewport: { width: 360, height: 740 },
      javaScriptEnabled: false,
    });
    expect(wrong).toEqual([]);
    const { width } = (await page.locator("main").boundingBox()) ?? { width: 0 };
    expect(width).toBeLessThanOrEqual(360);
    const boxes = await Promise.all(
      (await page.locator("main section").all()).map((section) => section.boundingBox()),
    );
    expect(boxes.filter((box) => box === null || box.x + box.width > 360)).toEqual([]);
    await page.close();
  });

  it("shows the place that the type of a problem leads to", async () => {
    const answer = await fetch(`${api.address}/post/nobody`);
    const { type } = (await answer.json()) as { type: string };
    const { page } = await open("/docs");
    await page.goto(new URL(type, api.server.url).href);
    expect(await page.locator(":target h2").textContent()).toBe("organization-not-found");
    const ids = await page.locator("main section").evaluateAll((sections) => sections.map(({ id }) => id));
    expect(ids).toEqual(Object.keys(problems));
    await page.close();
  });
});
