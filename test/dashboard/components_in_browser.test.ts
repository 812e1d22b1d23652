import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSkipped, launch } from "../browser.ts";
import { findingsOf } from "./axe.ts";
import { componentsPage } from "./components_page.ts";

const images = join(import.meta.dirname, "../../docs/images");

const appearances: readonly (readonly [string, BrowserContextOptions])[] = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["forced colors", { forcedColors: "active" }],
  ["a zoom of 200%", { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
  ["a phone", { viewport: { width: 375, height: 700 } }],
];

describe.skipIf(isSkipped)("the components of the dashboard", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  const open = async (options: BrowserContextOptions): Promise<Page> => {
    const page = await browser.newPage(options);
    await page.setContent(componentsPage);
    return page;
  };

  it.each(appearances)("are accessible and fit in %s", async (_name, options) => {
    const page = await open(options);
    expect(await findingsOf(page)).toEqual([]);
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll("main *")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => one.outerHTML.slice(0, 100)),
    );
    expect(outside).toEqual([]);
    await page.close();
  });

  it("give controls of one row the same height", async () => {
    const page = await open({});
    const heights = await page.$$eval("section[aria-label=Buttons] .actions > *", (controls) =>
      controls.map((one) => Math.round(one.getBoundingClientRect().height)),
    );
    expect(new Set(heights).size).toBe(1);
    await page.close();
  });

  it("draw each badge in its own colors, in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open({ colorScheme });
      const colors = await page.$$eval(".tag", (tags) =>
        tags
          .slice(0, 5)
          .map((tag) => `${getComputedStyle(tag).color} on ${getComputedStyle(tag).backgroundColor}`),
      );
      expect(new Set(colors).size).toBe(5);
      await page.close();
    }
  });

  // Fonts differ between machines, so the pictures are taken only on request.
  it.skipIf(process.env["POSTERN_SCREENSHOTS"] === undefined)("are pictured", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open({ colorScheme, viewport: { width: 1100, height: 900 } });
      const picture = await page.screenshot({
        path: join(images, `dashboard_components_${colorScheme}.png`),
        fullPage: true,
      });
      expect(picture.length).toBeGreaterThan(0);
      await page.close();
    }
  });
});
