import { describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { expectAccessible, overflowOf } from "./axe.ts";
import { looksOf } from "./looks.ts";
import { openSignedIn, useServedWorld } from "./served_world.ts";

const ways = looksOf("with a script", "without JavaScript", "on a phone");

describe.skipIf(isSkipped)("lists in Chromium", () => {
  const served = useServedWorld();

  it.each(ways)("selected posts are tagged, archived, restored and deleted, %s", async (_name, options) => {
    const { world } = served();
    const { api } = world;
    for (let index = 1; index <= 30; index++) await api.posts.create("acme", { name: `Post ${index}` });
    const statusOf = async (slug: string): Promise<string | undefined> =>
      (await api.posts.get({ organizationSlug: "acme", slug }))?.status;
    const { page, complaints, goTo } = await openSignedIn(served(), options);
    const hasScript = options.javaScriptEnabled !== false;
    await goTo("/posts?sort=name&search=post");
    expect(await page.textContent(".paging span")).toBe("1–25 of 30");
    expect(await page.isDisabled("[value=archive]")).toBe(hasScript);
    const select = async (...names: string[]): Promise<void> => {
      for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check();
    };
    await select("Post 1", "Post 10");
    await page.click(".bulk-tag summary");
    await page.fill("#bulk-tag", "launch");
    // Enter must not press another button of the form.
    await page.press("#bulk-tag", "Enter");
    expect(await page.inputValue("#bulk-tag")).toBe("launch");
    await page.click("[value=add-tag]");
    await page.waitForSelector(".result p:has-text('2 posts tagged.')");
    expect((await api.posts.get({ organizationSlug: "acme", slug: "post-10" }))?.tags).toEqual(["launch"]);
    await select("Post 1", "Post 10");
    await page.click("[value=archive]");
    await page.waitForSelector(".result p:has-text('2 posts archived.')");
    expect(await statusOf("post-1")).toBe("archived");
    // With a script, a reload shows the list and does not send the form again.
    expect(new URL(page.url()).pathname).toMatch(hasScript ? /\/posts$/ : /\/changed-posts$/);
    await page.click("text=Undo");
    await page.waitForSelector(".result p:has-text('2 posts restored.')");
    expect(await statusOf("post-1")).toBe("published");
    await select("Post 1", "Post 10");
    await page.click("[value=delete]");
    const place = hasScript ? "dialog" : "main";
    await page.waitForSelector(`${place} .titles`);
    expect(await page.locator(`${place} .titles li`).allTextContents()).toEqual(["Post 1", "Post 10"]);
    expect(await overflowOf(page)).toBe(0);
    await page.click(`${place} button.danger`);
    await page.waitForSelector(".result p:not(:empty)");
    await page.waitForSelector(".result p:has-text('2 posts deleted.')");
    expect(await statusOf("post-1")).toBeUndefined();
    expect(await overflowOf(page)).toBe(0);
    expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
  });

  it("all posts of a page are selected and cleared by one box", async () => {
    const { world } = served();
    for (let index = 1; index <= 30; index++) await world.api.posts.create("acme", { name: `Post ${index}` });
    const { page, goTo } = await openSignedIn(served());
    await goTo("/posts");
    await page.check("[data-select-all]");
    expect(await page.textContent("[data-selected]")).toBe("25 selected");
    await page.getByLabel("Select Post 30", { exact: true }).uncheck();
    expect(await page.textContent("[data-selected]")).toBe("24 selected");
    expect(await page.isChecked("[data-select-all]")).toBe(false);
    await page.check("[data-select-all]");
    await page.uncheck("[data-select-all]");
    expect(await page.textContent("[data-selected]")).toBe("None selected");
  });

  it("without JavaScript, a form without a selected post is shown again", async () => {
    const { page, goTo } = await openSignedIn(served(), { javaScriptEnabled: false });
    await goTo("/posts");
    await page.click("[value=archive]");
    expect(await page.textContent("[role=alert]")).toContain("No post is selected");
  });

  it.each(looksOf("with a script", "without JavaScript"))(
    "four posts are in the first screen at a width of 375 px, %s",
    async (_name, options) => {
      const { world } = served();
      const { api, owner } = world;
      for (let index = 1; index <= 9; index++)
        await api.posts.create("acme", { name: `Post ${index}`, tags: ["launch"] });
      const actor = await api.admin.findActor(owner.userId, "acme");
      if (actor === null) throw new Error("The owner is no member");
      const { page, goTo } = await openSignedIn(served(), {
        ...options,
        viewport: { width: 375, height: 812 },
      });
      const bottomOf = async (row: number): Promise<number> => {
        const box = await page.locator(`tbody tr:nth-child(${row})`).boundingBox();
        return box === null ? Infinity : box.y + box.height;
      };
      await goTo("/posts");
      expect(await bottomOf(4)).toBeLessThan(812);
      await api.admin.savedFilters.save(actor, { name: "Launch", query: "tag=launch" });
      await goTo("/posts");
      expect(await bottomOf(3)).toBeLessThan(812);
      // The views beyond the edge scroll in their row, not the page.
      expect(await overflowOf(page)).toBe(0);
      await page.click("nav[aria-label=Views] >> text=Archived");
      expect(page.url()).toMatch(/status=archived$/);
    },
  );

  it.each(ways)("a filter is saved, opened and removed, %s", async (_name, options) => {
    const { page, complaints, goTo } = await openSignedIn(served(), options);
    await goTo("/posts");
    await page.click("text=More filters");
    await page.fill("#section", "News");
    await page.click("text=Apply");
    await page.click("text=Save this filter");
    await page.fill("#name", "<b>News</b>");
    await page.click(".save-filter button");
    await page.click("nav[aria-label='Saved filters'] >> text=<b>News</b>");
    expect(page.url()).toMatch(/\/posts\?section=News$/);
    expect(await page.textContent(".chips .chip")).toContain("Section: News");
    expect(await overflowOf(page)).toBe(0);
    await page.click("text=Remove from saved filters");
    expect(await page.locator("nav[aria-label='Saved filters']").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.each(ways)("a member is invited in three steps, and a session is ended, %s", async (_name, options) => {
    const { server } = served();
    const other = await openSignedIn(served());
    const { page, complaints, goTo } = await openSignedIn(served(), options);
    const hasScript = options.javaScriptEnabled !== false;
    await goTo("/settings/members");
    await page.click("text=Invite a member");
    const form = hasScript ? "dialog form" : "main form";
    await page.fill(`${form} #email`, "new@acme.example");
    await page.click(`${form} .main-action`);
    await page.waitForSelector("#sign-in-link");
    expect(await overflowOf(page)).toBe(0);
    await page.click("text=Back to the members");
    const row = page.locator("tr", { hasText: "new@acme.example" });
    expect(await row.textContent()).toContain("writer");
    expect(await row.getByText("Copy link").isVisible()).toBe(hasScript);
    expect(await page.textContent("#invitations-link")).toBe(`${server.url}/dashboard/invitations`);
    expect(await overflowOf(page)).toBe(0);
    await page.goto(`${server.url}/dashboard/sessions`);
    expect(await page.locator(".sessions li").count()).toBe(2);
    await page.click(".sessions li:nth-child(2) button");
    await page.waitForSelector("[role=status]:has-text('The session was ended')");
    expect(await page.locator(".sessions li").count()).toBe(1);
    expect(await overflowOf(page)).toBe(0);
    await other.page.reload();
    expect(other.page.url()).toMatch(/\/sign-in$/);
    expect(complaints).toEqual([]);
  });

  it.each(looksOf("light", "dark, at 375 px"))(
    "have no axe violations and no overflow after a change: %s",
    async (_name, options) => {
      const { server, world } = served();
      const { api, owner } = world;
      const actor = await api.admin.findActor(owner.userId, "acme");
      if (actor === null) throw new Error("The owner is no member");
      await api.admin.savedFilters.save(actor, { name: "Launch", query: "tag=launch" });
      const { page, goTo } = await openSignedIn(served(), { ...options, bypassCSP: true });
      await goTo("/posts");
      await page.check("[data-select-all]");
      await page.click(".bulk-tag summary");
      await expectAccessible(page, "tag menu");
      await page.click("[value=delete]");
      await page.waitForSelector("dialog[open]");
      await expectAccessible(page, "delete question");
      await page.click("dialog [data-cancel]");
      await page.click("[value=archive]");
      await page.waitForSelector(".result p:not(:empty)");
      await expectAccessible(page, "archived");
      await goTo("/posts?tag=launch");
      await expectAccessible(page, "filter");
      await goTo("/settings/members");
      await page.locator("tbody .menu summary").first().click();
      await expectAccessible(page, "member menu");
      await page.click("text=Invite a member");
      await page.waitForSelector("dialog[open]");
      await expectAccessible(page, "invitation");
      await page.goto(`${server.url}/dashboard/sessions`);
      await expectAccessible(page, "sessions");
    },
  );
});
