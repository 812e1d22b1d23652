import { describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { overflowOf } from "./axe.ts";
import { looksOf } from "./looks.ts";
import { openSignedIn, useServedWorld } from "./served_world.ts";

const ways = looksOf(
  "with a script",
  "without JavaScript",
  "on a phone",
  "dark, at 768 px",
  "in forced colors",
  "at a zoom of 200%, with reduced motion",
);

describe.skipIf(isSkipped)("API keys in Chromium", () => {
  const served = useServedWorld();

  it.each(ways)("a key is generated, seen once, used, watched and revoked, %s", async (_name, options) => {
    const { server } = served();
    const { page, complaints } = await openSignedIn(served(), options);
    const hasScript = options.javaScriptEnabled !== false;
    if (hasScript) await page.clock.install();
    if (await page.isVisible("text=Menu")) await page.click("text=Menu");
    await page.click("nav[aria-label=Sections] >> text=API Keys");
    await page.click("main >> text=Generate API Key");
    await page.fill("#name", "Web site");
    await page.selectOption("#expiresIn", "30d");
    await page.click("form .main-action");
    const key = (await page.textContent("#new-key")) ?? "";
    expect(key).toMatch(/^postern_[a-z2-7]{16}_\w{49}$/);
    expect(await page.textContent("dl.facts")).toContain("2026-07-15");
    expect(await page.locator("#new-key + button").allTextContents()).toEqual(hasScript ? ["Copy"] : []);

    await page.click("text=I have copied it");
    expect(await page.content()).not.toContain(key);
    const row = page.locator("tr", { has: page.locator("th[scope=row]", { hasText: "Web site" }) });
    const today = row.locator("[data-label='Requests today'] span");
    expect(await today.textContent()).toBe("0");

    const ask = (): Promise<Response> =>
      fetch(`${server.url}/api/public/v1/post/acme`, { headers: { "x-api-key": key } });
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    if (hasScript) await page.clock.fastForward(5000);
    else await page.reload();
    await expect.poll(() => today.textContent(), { timeout: 60_000 }).toBe("2");

    await row.locator("summary").click();
    await row.locator("text=Revoke").first().click();
    await page.click(hasScript ? "dialog button.danger" : "main button.danger");
    await page.waitForURL(/done=key-revoked/);
    if (hasScript) await page.clock.fastForward(1000);
    await page.waitForSelector("[role=status]:has-text('Revoked the key Web site.')");
    expect((await ask()).status).toBe(401);
    expect(await overflowOf(page)).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("a key with an Arabic name is generated and found with the keyboard alone", async () => {
    const { page, complaints } = await openSignedIn(served());
    const tabTo = async (selector: string): Promise<void> => {
      for (let tabs = 0; tabs < 60; tabs++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      }
      throw new Error(`The Tab key does not reach ${selector}`);
    };
    await tabTo("main a[href$='/api-keys/new']");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog[open]");
    await tabTo("dialog #name");
    await page.keyboard.type("مفتاح الموقع");
    expect(await page.$eval("dialog #name", (field) => getComputedStyle(field).direction)).toBe("rtl");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#new-key");
    await tabTo("#new-key + button");
    await page.keyboard.press("Enter");
    await tabTo("main a[href$='/settings/api-keys']");
    await page.keyboard.press("Enter");
    const name = page.locator("th[scope=row] a", { hasText: "مفتاح الموقع" });
    expect(await name.evaluate((link) => getComputedStyle(link).direction)).toBe("rtl");
    expect(complaints).toEqual([]);
  });

  it("generates a single key if the form is sent twice", async () => {
    const { world } = served();
    const { page, goTo } = await openSignedIn(served());
    await goTo("/settings/api-keys/new");
    await page.fill("#name", "Once");
    await page.click("form .main-action");
    await page.waitForSelector("#new-key");
    await page.reload();
    await page.waitForURL(/done=key-made-already/);
    const names: string[] = [];
    for await (const { name } of world.api.apiKeys.iterate("acme")) names.push(name);
    expect(names.filter((name) => name === "Once")).toHaveLength(1);
  });

  it.each(ways.slice(0, 2))("a leaked key is found by its text and revoked, %s", async (_name, options) => {
    const { world } = served();
    const { page, goTo } = await openSignedIn(served(), options);
    const hasScript = options.javaScriptEnabled !== false;
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url(), request.headers()["referer"] ?? ""));
    const { key } = await world.world.createKey({ role: "owner", name: "Leaked" });
    await world.world.createKey({ role: "owner", name: "Other" });
    await goTo("/settings/api-keys");
    await page.fill("#search", key);
    await page.click("form[role=search] button");
    expect(await page.locator("th[scope=row] a").allTextContents()).toEqual(["Leaked"]);
    await page.click("td >> text=Revoke");
    await page.click(hasScript ? "dialog button.danger" : "main button.danger");
    await page.waitForURL(/done=key-revoked/);
    await goTo("/search");
    await page.fill("#q", key);
    expect(await page.inputValue("#q")).toBe(hasScript ? key.split("_")[1] : key);
    await page.click("main form[role=search] button");
    await page.waitForURL(/search\?q=[a-z2-7]{16}$/);
    expect(await page.textContent(".notice")).toContain("the key Leaked");
    expect(requests.filter((one) => one.includes(key.slice(-20)))).toEqual([]);
  });

  it("a pasted key is cut to its id in the palette, before any request", async () => {
    const { world } = served();
    const { page } = await openSignedIn(served());
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const { key } = await world.world.createKey({ role: "owner", name: "Leaked" });
    await page.keyboard.press("Control+K");
    await page.fill("dialog input", key);
    await page.click("[role=option]:has-text('Revoke Leaked')");
    await page.waitForURL(/\/revoke$/);
    expect(requests.filter((one) => one.includes(key.slice(-20)))).toEqual([]);
  });

  it("checking a permission chooses it, and choosing again keeps the last choice", async () => {
    const { page, goTo } = await openSignedIn(served());
    await goTo("/settings/api-keys/new");
    const chosen = async (): Promise<string | null> =>
      page.locator("[name=scope]:checked").getAttribute("value");
    expect(await chosen()).toBe("read");
    await page.check("[value='posts:write']");
    expect(await chosen()).toBe("some");
    await page.check("[name=scope][value=read]");
    await page.fill("#name", "Reader");
    await page.click("form .main-action");
    expect(await page.textContent("dl.facts")).toMatch(/Permissions\s*posts:read\s/);
  });

  it("asks again in a dialog that the keyboard can leave", async () => {
    const { page, goTo } = await openSignedIn(served());
    await goTo("/settings/api-keys");
    await page.locator("summary", { hasText: "Actions for" }).first().click();
    const revoke = page.locator(".menu a", { hasText: "Revoke" }).first();
    await revoke.focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog[open]");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("dialog").count()).toBe(0);
    expect(await revoke.evaluate((link) => link === document.activeElement)).toBe(true);
  });
});
