import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { expectAccessible } from "./axe.ts";
import { looksOf } from "./looks.ts";
import { openSignedIn, signInWith, useServedWorld } from "./served_world.ts";

const attack = `"'><script>alert(1)</script><img src=x onerror=alert(2)>`;

const optionsOf = (page: Page): Promise<string[]> =>
  page.locator("dialog.palette [role=option] .palette-label").allTextContents();

/** Opens the palette and waits for its first results. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.waitForSelector("dialog.palette [role=option]");
}

/** Types a query and waits for its results. The last one names the query. */
async function type(page: Page, query: string, expected: string): Promise<void> {
  await page.fill("dialog.palette input", query);
  await page.waitForSelector(`dialog.palette [role=option]:has-text("“${query}”")`);
  await page.waitForSelector(`dialog.palette [role=option]:has-text("${expected}")`);
}

describe.skipIf(isSkipped)("the command palette in Chromium", () => {
  const served = useServedWorld();

  it("opens a post, a key, a page and an action by keyboard", async () => {
    const { page, complaints } = await openSignedIn(served());
    const keyStart = served().world.owner.key.slice(0, 12);
    const chosen: [query: string, expected: string, path: RegExp][] = [
      ["hell", "Hello", /\/posts\/hello$/],
      [keyStart, keyStart, /\/settings\/api-keys\/\w+$/],
      ["audit", "Audit log", /\/settings\/audit$/],
      ["new p", "New post", /\/new-post$/],
      ["no such thing", "Search the text of all posts", /\/search\?q=no\+such\+thing$/],
    ];
    for (const [query, expected, path] of chosen) {
      await openPalette(page);
      await type(page, query, expected);
      await page.keyboard.press("Enter");
      await page.waitForURL(path);
    }
    expect(complaints).toEqual([]);
  });

  it("opens a result of the typed query, if Enter comes before the results", async () => {
    const { page } = await openSignedIn(served());
    await openPalette(page);
    await page.fill("dialog.palette input", "audit");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settings\/audit$/);
    expect(await page.textContent("h1")).toBe("Audit log");
  });

  it.each([
    ["during a composition", { isComposing: true }],
    ["that ends a composition in Safari", { keyCode: 229 }],
  ])("opens nothing by Enter %s", async (_case, key) => {
    const { page } = await openSignedIn(served());
    const opened: string[] = [];
    page.on("request", (request) => {
      const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
      if (isPage) opened.push(new URL(request.url()).pathname);
    });
    const press = async (init: KeyboardEventInit): Promise<void> =>
      page.locator("dialog.palette input").dispatchEvent("keydown", { key: "Enter", bubbles: true, ...init });
    await openPalette(page);
    // While the results are awaited, and with results.
    await page.fill("dialog.palette input", "audit");
    await press(key);
    await page.waitForSelector('dialog.palette [role=option]:has-text("Audit log")');
    await press(key);
    await type(page, "hell", "Hello");
    await press({});
    await page.waitForURL(/\/posts\/hello$/);
    expect(opened).toEqual([expect.stringMatching(/\/posts\/hello$/)]);
  });

  it("moves through the results with the arrow keys, and names the active one", async () => {
    const { page } = await openSignedIn(served());
    await openPalette(page);
    const active = (): Promise<string | null> =>
      page.evaluate(() => {
        const id = document.querySelector("dialog input")?.getAttribute("aria-activedescendant") ?? "";
        return document.getElementById(id)?.querySelector(".palette-label")?.textContent ?? null;
      });
    const labels = await optionsOf(page);
    expect(labels.slice(0, 3)).toEqual(["New post", "Import posts", "Generate API Key"]);
    expect(await active()).toBe(labels[0]);
    await page.keyboard.press("ArrowDown");
    expect(await active()).toBe(labels[1]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await active()).toBe(labels.at(-1));
    expect(await page.locator("dialog [aria-selected=true]").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
  });

  it("returns the focus to the link, which leads to the search page without a script", async () => {
    const { page } = await openSignedIn(served());
    await page.click(".palette-link a");
    await page.waitForSelector("dialog.palette [role=option]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-palette"))).toBe(true);
    const plain = await served().browser.newContext({ javaScriptEnabled: false });
    const other = await plain.newPage();
    await signInWith(other, served(), served().world.owner.userId);
    await other.click(".palette-link a");
    await other.waitForURL(/\/search$/);
  });

  it("shows titles in their language and direction, and hostile names as text", async () => {
    const { api, owner } = served().world;
    await api.posts.create("acme", { name: "مرحبا بالعالم", slug: "arabic", inLanguage: "ar" });
    await api.posts.create("acme", { name: "鍵の有効期限", slug: "japanese", inLanguage: "ja" });
    await api.posts.create("acme", { name: attack, slug: "evil" });
    await api.apiKeys.generate({ organizationSlug: "acme", userId: owner.userId, name: attack });
    const { page, complaints } = await openSignedIn(served());
    await openPalette(page);
    await type(page, "مرحبا", "مرحبا بالعالم");
    const arabic = page.locator(".palette-label[lang=ar]");
    expect(await arabic.evaluate((label) => getComputedStyle(label).direction)).toBe("rtl");
    await type(page, "有効", "鍵の有効期限");
    await type(page, "<script>", "<script>alert(1)");
    expect((await optionsOf(page)).filter((label) => label === attack)).toHaveLength(2);
    expect(await page.locator("dialog img, dialog script").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("shows the results of the last query only", async () => {
    const { page } = await openSignedIn(served());
    await openPalette(page);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/palette\?q=webhooks/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest(/palette\?q=webhooks/);
    await page.fill("dialog.palette input", "webhooks");
    await asked;
    await type(page, "members", "Members");
    release();
    await page.waitForTimeout(200);
    expect(await optionsOf(page)).toEqual([
      "Members",
      "Your membership",
      "Search the text of all posts for “members”",
    ]);
  });

  it("states a lost connection and an ended session", async () => {
    const { page } = await openSignedIn(served());
    await openPalette(page);
    await page.context().setOffline(true);
    await page.fill("dialog.palette input", "hello");
    await page.waitForSelector("dialog [role=status]:has-text('no connection')");
    await page.context().setOffline(false);
    await page.context().clearCookies();
    await page.fill("dialog.palette input", "hello again");
    await page.waitForSelector("dialog [role=status]:has-text('session has ended')");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/sign-in$/);
    expect(await page.locator("dialog").count()).toBe(0);
  });

  it.each(looksOf("light", "dark, at 375 px", "in forced colors, at 768 px"))(
    "has no axe violations and does not overflow: %s",
    async (_name, options) => {
      const { page } = await openSignedIn(served(), { ...options, bypassCSP: true });
      await openPalette(page);
      await expectAccessible(page);
    },
  );
});
