import { beforeEach, describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { expectAccessible } from "./axe.ts";
import { sendRequests } from "./insight_world.ts";
import { looksOf } from "./looks.ts";
import { openSignedIn, useServedWorld } from "./served_world.ts";

const looks = looksOf("light", "dark", "light, at 375 px", "dark, at 375 px", "in forced colors");

describe.skipIf(isSkipped)("Insight and the page of a key in Chromium", () => {
  const served = useServedWorld();
  let keyId = "";

  beforeEach(async () => {
    ({ keyId } = await sendRequests(served().world, 9));
  });

  it.each(looks)("have no axe violations and no overflow: %s", async (_name, look) => {
    const { page, goTo } = await openSignedIn(served(), { ...look, bypassCSP: true });
    for (const path of ["insight", "insight?days=7", `settings/api-keys/${keyId}`]) {
      await goTo(`/${path}`);
      for (const details of await page.locator("main details").all()) {
        await details.evaluate((element) => ((element as HTMLDetailsElement).open = true));
      }
      await expectAccessible(page, path);
    }
  });

  it.each([true, false])("are read without trouble, with a script: %s", async (javaScriptEnabled) => {
    const { page, complaints } = await openSignedIn(served(), {
      javaScriptEnabled,
      acceptDownloads: true,
    });
    await page.click("text=See Insight");
    expect(await page.textContent("h1")).toBe("Insight");
    await page.click("main >> text=7 days");
    await page.waitForURL(/days=7/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.click("main >> text=Download CSV"),
    ]);
    expect(download.suggestedFilename()).toBe("insight-acme.csv");
    await page.click("nav[aria-label=Sections] >> text=API Keys");
    await page.click("main th >> text=Web site");
    await page.waitForURL(new RegExp(`${keyId}$`));
    await page.click("main >> text=Show as a table");
    expect(await page.isVisible("details[open] table")).toBe(true);
    await page.click(".page-head >> text=Revoke");
    await page.click(javaScriptEnabled ? "dialog button.danger" : "main button.danger");
    await page.waitForURL(/done=key-revoked/);
    expect(complaints).toEqual([]);
  });

  it("copies each request", async () => {
    const { page, goTo } = await openSignedIn(served(), {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await goTo(`/settings/api-keys/${keyId}`);
    for (const [language, text] of [
      ["curl", "curl -H 'x-api-key: YOUR_API_KEY'"],
      ["JavaScript", "await fetch("],
      ["Python", "import json"],
    ] as const) {
      await page.getByRole("button", { name: `Copy ${language}` }).click();
      await page.waitForSelector(`[data-copy="${language}"] ~ [role=status]:has-text("Copied")`);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(text);
    }
  });
});
