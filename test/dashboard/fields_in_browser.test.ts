import { describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { overflowOf } from "./axe.ts";
import { looksOf } from "./looks.ts";
import { openSignedIn, useServedWorld } from "./served_world.ts";

const ways = looksOf("with a script", "without JavaScript", "on a phone");

describe.skipIf(isSkipped)("fields of posts in Chromium", () => {
  const served = useServedWorld();

  it.each(ways)("are defined, corrected, ordered, renamed and retired, %s", async (_name, options) => {
    const { api } = served().world;
    await api.organizations.update("acme", { postFields: [{ name: "kicker", type: "text" }] });
    const { page, complaints } = await openSignedIn(served(), options);
    if (await page.isVisible("text=Menu")) await page.click("text=Menu");
    await page.click("nav[aria-label=Sections] >> text=Fields");
    await page.click("main >> text=New field");
    await page.fill("#label", "مستوى");
    await page.fill("#name", "level");
    await page.selectOption("#type", "choice");
    await page.fill("#choices", "Beginner\nAdvanced");
    await page.fill("#default", "Expert");
    await page.click("form .main-action");
    await page.waitForSelector("#default-error");
    expect(await page.textContent("#default-error")).toContain("must be Beginner or Advanced");
    expect(await page.inputValue("#choices")).toBe("Beginner\nAdvanced");
    await page.fill("#default", "Beginner");
    await page.click("form .main-action");
    await page.waitForURL(/done=field-defined/);

    await page.click("tr:has-text('level') button:has-text('Up')");
    await page.waitForURL(/#field-level$/);
    expect(await page.locator("th[scope=row] code").allTextContents()).toEqual(["level", "kicker"]);
    await page.click("#field-level");
    await page.fill("#name", "stage");
    await page.click("form .main-action");
    await page.waitForURL(/done=field-saved/);
    await page.click("tr:has-text('kicker') >> text=Retire");
    await page.click(options.javaScriptEnabled === false ? "main button.danger" : "dialog button.danger");
    await page.waitForURL(/done=field-retired/);
    expect(await overflowOf(page)).toBe(0);
    expect((await api.organizations.get("acme"))?.postFields).toEqual([
      {
        name: "stage",
        type: "choice",
        label: "مستوى",
        choices: ["Beginner", "Advanced"],
        default: "Beginner",
        earlierNames: ["level"],
      },
    ]);
    expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
  });
});
