import { describe, expect, it } from "vitest";
import { signedIn } from "../admin/admin_world.ts";
import { isSkipped } from "../browser.ts";
import { typeAtEnd, waitForSave, waitForState } from "./open_editor.ts";
import { openSignedIn, type ServedWorld, signInEditor, useServedWorld } from "./served_world.ts";

/** Returns the last changed post of "acme". */
async function lastPost({ world }: ServedWorld) {
  const actor = await signedIn(world, world.owner.userId);
  const { posts } = await world.api.admin.posts.list(actor, { sort: "-createdAt", limit: 1 });
  const slug = posts[0]?.slug ?? "";
  return { ...posts[0], markdown: (await world.api.admin.posts.text.get({ actor, slug })).text.markdown };
}

async function openNew(served: ServedWorld) {
  const opened = await openSignedIn(served);
  await opened.goTo("/new-post");
  await opened.page.waitForSelector(".cm-content");
  return opened;
}

describe.skipIf(isSkipped)("the editor of a new post in Chromium", () => {
  const served = useServedWorld();

  it("creates the draft with the first keys, and gives the page its address", async () => {
    const { page, complaints } = await openNew(served());
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("name");
    expect((await lastPost(served())).slug).not.toBe("a-new-day");
    await page.keyboard.type("A new day");
    await waitForState(page, "Saved");
    expect(new URL(page.url()).pathname).toBe("/dashboard/o/acme/posts/a-new-day/edit");
    expect(await page.title()).toContain("Edit a-new-day");
    expect(await page.inputValue("#slug")).toBe("a-new-day");
    await typeAtEnd(page, "Some *words*");
    await waitForSave(page);
    const history = page.locator(".editor-head >> text=History");
    expect(await history.getAttribute("href")).toBe("/dashboard/o/acme/posts/a-new-day#history");
    await page.click("[data-editor-bar] >> text=Preview");
    await page.frameLocator(".preview-pane iframe:not(.is-loading)").locator("em").waitFor();
    expect(await lastPost(served())).toMatchObject({
      name: "A new day",
      status: "draft",
      markdown: "Some *words*",
    });
    await page.reload();
    await page.waitForSelector(".cm-content");
    expect([await page.inputValue("#name"), complaints]).toEqual(["A new day", []]);
  });

  it("creates one draft if the response to the first save is lost", async () => {
    const { page } = await openNew(served());
    await page.route(
      "**/new-post",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await typeAtEnd(page, "only once");
    await waitForState(page, "Not saved: no connection, trying again");
    await waitForState(page, "Saved");
    expect(page.url()).toContain("/posts/untitled/edit");
  });

  it("says that the server has failed, and not that there is no connection", async () => {
    const { page } = await openNew(served());
    await page.route("**/new-post", (route) => route.fulfill({ status: 500 }), { times: 1 });
    await typeAtEnd(page, "words");
    await waitForState(page, "Not saved: the server has failed, trying again");
    await waitForState(page, "Saved");
    expect(await lastPost(served())).toMatchObject({ markdown: "words" });
  });

  it("publishes, and offers the address of the post", async () => {
    const { page } = await openNew(served());
    await page.keyboard.type("Public");
    await typeAtEnd(page, "Words");
    await page.click(".editor-head >> text=Publish");
    await page.waitForSelector("[role=status] >> text=View post");
    const view = page.getByRole("link", { name: "View post" });
    expect(await view.getAttribute("href")).toMatch(/^https:\/\/acme\.example\/.*public$/);
    await page.click("button:text-is('Unpublish')");
    await page.waitForSelector(".editor-head >> text=draft");
  });

  it("completes tags from those of other posts, and counts the description", async () => {
    const { api } = served().world;
    await api.posts.create("acme", { name: "Other", tags: ["launch party"] });
    const { page } = await openNew(served());
    const find = page.getByLabel("Find and add: Tags");
    await find.fill("laun");
    await page.waitForSelector("#tags-suggestions option[value='launch party']", { state: "attached" });
    await find.fill("launch party");
    await find.press("Enter");
    expect([await page.inputValue("#tags"), await find.inputValue()]).toEqual(["launch party", ""]);
    await page.fill("#description", "Twelve chars");
    await page.waitForSelector("text=12 characters of about 160");
    await waitForState(page, "Saved");
    expect(await lastPost(served())).toMatchObject({ tags: ["launch party"], description: "Twelve chars" });
  });

  it("asks before unsaved settings are left, and shows the other writer", async () => {
    const { page, complaints, goTo } = await openSignedIn(served());
    await goTo("/posts/hello/edit");
    await page.waitForSelector(".cm-content");
    const bob = await signInEditor(await served().browser.newContext(), served());
    await bob.goto(page.url());
    await bob.waitForSelector("[data-presence]:has-text('Ada is editing too')");
    await page.fill("#slug", "hello-2");
    await page.waitForSelector("[data-settings-note]:visible");
    await waitForState(page, "Saved");
    await goTo("").catch(() => undefined);
    expect(complaints.filter((text) => text.startsWith("dialog"))).toHaveLength(1);
    await page.click(".editor-head button:text-is('Save')");
    await page.waitForURL(/posts\/hello-2\/edit/);
  });
});
