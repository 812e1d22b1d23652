import { describe, expect, it } from "vitest";
import type { CustomField } from "../../lib/content/mod.ts";
import { isSkipped } from "../browser.ts";
import { expectAccessible } from "./axe.ts";
import { waitForSave, waitForState } from "./open_editor.ts";
import { openSignedIn, useServedWorld } from "./served_world.ts";

const fields: readonly CustomField[] = [
  { name: "color", type: "text", label: "Color", isRequired: true },
  { name: "notes", type: "markdown", label: "Notes", hint: "For the printed edition." },
  { name: "rating", type: "number", label: "Rating", hint: "From 1 to 5", default: 3 },
  { name: "sale", type: "boolean", label: "On sale" },
  { name: "day", type: "date", label: "Day" },
  { name: "start", type: "dateTime", label: "Start" },
  { name: "shop", type: "url", label: "Shop" },
  { name: "size", type: "choice", label: "Size", choices: ["Small", "Large"] },
  { name: "parts", type: "list", label: "Parts" },
  { name: "related", type: "reference", label: "Related post" },
  { name: "data", type: "json", label: "Data" },
];

/** The keys that fill in each field, as a person in an English locale types. */
const typed: Readonly<Record<string, readonly string[]>> = {
  color: ["Blue"],
  notes: ["# Hi", "Enter", "*there*"],
  rating: ["4.5"],
  sale: ["Y"],
  day: ["11262026"],
  start: ["11262026", "Tab", "0930AM"],
  shop: ["https://acme.example/shop"],
  size: ["L"],
  parts: ["one", "Enter", "two"],
  related: ["hello"],
  data: ['{"a": [1, null]}'],
};

const stored = {
  color: "Blue",
  notes: "# Hi\n*there*",
  rating: 4.5,
  sale: true,
  day: "2026-11-26",
  start: "2026-11-26T09:30:00.000Z",
  shop: "https://acme.example/shop",
  size: "Large",
  parts: ["one", "two"],
  related: "hello",
  data: { a: [1, null] },
};

describe.skipIf(isSkipped)("the fields of an organization in Chromium", () => {
  const served = useServedWorld();
  const hello = { organizationSlug: "acme", slug: "hello" };

  it("are filled in by the keyboard, saved while the writer types, and shown", async () => {
    const { world } = served();
    await world.api.organizations.update("acme", { postFields: fields });
    const { page, complaints, goTo } = await openSignedIn(served(), { bypassCSP: true, locale: "en-US" });
    await goTo("/posts/hello/edit");
    await page.waitForSelector(".cm-content");
    for (const { name } of fields) {
      await page.focus(`[name="custom.${name}"]`);
      for (const keys of typed[name] ?? []) {
        if (keys === "Enter" || keys === "Tab") await page.keyboard.press(keys);
        else await page.keyboard.type(keys);
      }
    }
    await waitForSave(page);
    const actor = await world.api.admin.findActor(world.owner.userId, "acme");
    const copy = actor && (await world.api.admin.posts.workingCopy.get({ actor, slug: "hello" }));
    expect(copy?.custom).toEqual(stored);
    await page.fill('[name="custom.data"]', "{a: 1}");
    await page.waitForSelector("#custom-data-error");
    await page.fill('[name="custom.data"]', '{ "a": [1, null] }');
    await waitForState(page, "Saved");
    expect(await page.locator("#custom-data-error").count()).toBe(0);
    // Chromium logs the status of the refused save.
    expect(complaints.splice(0).filter((text) => !text.includes("422"))).toEqual([]);
    await page.reload();
    await page.waitForSelector(".cm-content");
    expect(await page.locator(".field-custom-related .hint a").textContent()).toBe("Hello");
    expect(complaints.splice(0)).toEqual([]);
    await expectAccessible(page, "the editor");
    complaints.length = 0;
    await page.click(".main-action");
    await page.waitForSelector("main >> text=View post");
    expect((await world.api.posts.get(hello))?.custom).toEqual(stored);
    await goTo("/posts/hello");
    expect(await page.textContent("dl.facts")).toContain("2026-11-26 09:30 UTC");
    expect(complaints).toEqual([]);
    await expectAccessible(page, "the page of the post");
  });

  it("are filled in, refused and published without a script on a narrow screen", async () => {
    const { world } = served();
    await world.api.organizations.update("acme", { postFields: fields });
    await world.api.posts.update(hello, { status: "draft" });
    const viewport = { width: 375, height: 740 };
    const { page, goTo } = await openSignedIn(served(), { javaScriptEnabled: false, viewport });
    await goTo("/posts/hello/edit");
    await page.fill('[name="custom.data"]', "{a: 1}");
    await page.click(".main-action");
    expect(await page.textContent("#custom-data-error")).toContain("Data must be JSON");
    await page.fill('[name="custom.data"]', "[1]");
    await page.click(".main-action");
    expect(await page.textContent("#custom-color-error")).toContain("Color is required");
    await page.fill('[name="custom.color"]', "Blue");
    await page.selectOption('[name="custom.sale"]', "No");
    await page.click(".main-action");
    await page.waitForURL(/done=post-published/);
    expect((await world.api.posts.get(hello))?.custom).toEqual({ color: "Blue", sale: false, data: [1] });
  });
});
