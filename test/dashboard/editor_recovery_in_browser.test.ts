import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import {
  crash,
  decryptKept,
  formText,
  openAgain,
  openEditor,
  questions,
  storedText,
  typeAndCrash,
  typeAtEnd,
  waitForSave,
  waitForState,
  writeMarkdown,
} from "./open_editor.ts";
import { signInEditor, useServedWorld } from "./served_world.ts";

const fresh = { organizationSlug: "acme", slug: "fresh" };
const offer = "text=Restore unsaved text";

/** Returns the texts that the browser keeps for users. */
async function keptTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("postern-unsaved")));
}

describe.skipIf(isSkipped)("the editor in Chromium loses no text", () => {
  const served = useServedWorld();

  it("if the response to a save is lost, while the writer goes on", async () => {
    const { page } = await openEditor(served());
    await page.route(
      "**/working-copy",
      async (route) => {
        await route.fetch();
        await typeAtEnd(page, ", and more");
        await route.abort();
      },
      { times: 1 },
    );
    await typeAtEnd(page, "once");
    await waitForState(page, "Not saved: no connection, trying again");
    await waitForState(page, "Saved");
    expect(await storedText(served())).toBe("once, and more");
    expect(await page.locator("[role=alert]").isVisible()).toBe(false);
  });

  it("if another user signs in to the browser, who does not get it", async () => {
    const { page } = await openEditor(served());
    await page.context().clearCookies();
    await signInEditor(page.context(), served());
    await typeAtEnd(page, "private");
    await waitForState(page, "Not saved: your session has ended");
    expect(await page.textContent("[role=alert]")).toContain("Another user has signed in");
    expect([await storedText(served()), await formText(page)]).toEqual([undefined, "private"]);
  });

  it("if the server refuses the form", async () => {
    const { page, url, complaints } = await openEditor(served());
    await page.fill("#tags", "long".repeat(30));
    await typeAtEnd(page, "in vain");
    await page.click("text=Save and check");
    await page.waitForSelector("main > .problem");
    await page.waitForSelector(".cm-content");
    await page.goto(url).catch(() => undefined);
    expect(complaints.filter((text) => text.startsWith("dialog"))).toHaveLength(1);
    expect(await keptTexts(page)).toHaveLength(1);
    await page.fill("#tags", "short");
    await waitForState(page, "Saved");
    expect(await storedText(served())).toBe("in vain");
    expect([await page.locator("main .problem:visible, .error").count(), await keptTexts(page)]).toEqual([
      0,
      [],
    ]);
  });

  it("if the browser could not send the form", async () => {
    const { page } = await openEditor(served());
    await page.clock.install();
    await page.route("**/working-copy", (route) => route.abort("aborted"), { times: 1 });
    await typeAtEnd(page, "not sent");
    await page.click("text=Save and check");
    await page.clock.fastForward(31_000);
    await waitForState(page, "Saved");
    expect(await storedText(served())).toBe("not sent");
  });

  it("if the browser crashes after the response to a save was lost", async () => {
    const { page, url } = await openEditor(served());
    const context = page.context();
    let isFirst = true;
    await page.route("**/working-copy", async (route) => {
      if (isFirst) {
        isFirst = false;
        await route.fetch();
        await typeAtEnd(page, ", and more");
      }
      await route.abort();
    });
    await typeAtEnd(page, "once");
    await waitForState(page, "Not saved: no connection, trying again");
    await crash(page, "once, and more");
    const again = await openAgain(context, url);
    expect([await formText(again), await storedText(served())]).toEqual(["once", "once"]);
    await again.click(offer);
    await waitForState(again, "Saved");
    expect(await storedText(served())).toBe("once, and more");
  });

  it("of an earlier visit until the writer restores or discards it", async () => {
    const { context, url } = await typeAndCrash(served(), "earlier");
    const page = await openAgain(context, url);
    await typeAtEnd(page, "later");
    await waitForSave(page);
    await page.reload();
    await page.click(offer);
    await waitForState(page, "Not saved: you changed the text in another tab");
    expect([await formText(page), await storedText(served())]).toEqual(["earlier", "later"]);
    await page.close({ runBeforeUnload: false });
    const again = await openAgain(context, url);
    await again.click("text=Discard it");
    await again.reload();
    await again.waitForSelector(".cm-content");
    expect([await again.locator(offer).count(), await keptTexts(again)]).toEqual([0, []]);
  });

  it("that the next user of the browser cannot read", async () => {
    const { api, dashboard } = served().world;
    const { userId } = served().world.owner;
    const signInAgain = async (id: string): Promise<Page> => {
      const { token } = await api.sessions.createLink(id);
      await context.clearCookies();
      const page = await context.newPage();
      await page.goto(dashboard.signInUrl(token, served().server.url));
      await page.click("main button");
      await page.waitForURL(/\/o\/acme$/);
      await page.goto(url);
      await page.waitForSelector(".cm-content");
      return page;
    };
    const { context, url } = await typeAndCrash(served(), "private words");
    await api.sessions.endAll(userId);
    const { id } = await api.users.create({ name: "Bob" });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
    const other = await signInAgain(id);
    const stored = await other.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(stored).toContain(`postern-unsaved ${userId} `);
    expect(stored).not.toContain("private");
    expect([await other.locator(offer).count(), await decryptKept(other)]).toEqual([0, null]);
    const own = await signInAgain(userId);
    await own.waitForSelector(offer);
    expect(await decryptKept(own)).toContain("private words");
    await own.click(offer);
    await waitForState(own, "Saved");
    expect(await storedText(served())).toBe("private words");
  });

  it("of another format than the text that it is compared with", async () => {
    const { context, url } = await typeAndCrash(served(), "<p>Mine</p>");
    await writeMarkdown(served(), questions);
    const page = await openAgain(context, url);
    await page.click(offer);
    await waitForState(page, "Not saved: you changed the text in another tab");
    await page.click("text=Compare both texts");
    await page.waitForSelector("label:has-text('Yours, HTML')");
    expect(await page.isVisible("label:has-text('Theirs, Markdown')")).toBe(true);
  });
});

describe.skipIf(isSkipped)("the editor in Chromium", () => {
  const served = useServedWorld();

  it("offers to discard changes as soon as they are saved", async () => {
    const { page, url } = await openEditor(served(), {}, "hello");
    const before = await formText(page);
    const discard = page.locator(".editor-head >> text=Discard");
    expect(await discard.isVisible()).toBe(false);
    await typeAtEnd(page, "a change");
    await waitForSave(page);
    await typeAtEnd(page, ", and another one");
    await discard.click();
    await page.click("dialog >> button:text('Discard')");
    await page.waitForSelector("text=The unpublished changes were discarded.");
    expect([await storedText(served(), "hello"), await formText(page), page.url()]).toEqual([
      before,
      before,
      url,
    ]);
  });

  it("keeps no text in the browser that is scheduled", async () => {
    const { page } = await openEditor(served());
    await typeAtEnd(page, "for later");
    await page.click(".editor-head >> text=Schedule");
    await page.waitForURL(/\/schedule$/);
    expect([await storedText(served()), await keptTexts(page)]).toEqual(["for later", []]);
  });

  it("sends the form once for a double click", async () => {
    const { page } = await openEditor(served());
    await typeAtEnd(page, "public");
    await page.dblclick(".editor-head >> text=Publish");
    await page.waitForURL(/\/edit$/);
    await page.waitForSelector("[role=status] >> text=Published.");
    const post = await served().world.api.posts.get(fresh);
    expect([post?.html, post?.status, post?.revision]).toEqual(["public", "published", 2]);
  });

  it("shows a field with an error that is folded away", async () => {
    const postFields = [{ name: "site", type: "url" as const, label: "Site" }];
    await served().world.api.organizations.update("acme", { postFields });
    const { page } = await openEditor(served());
    await page.fill("#custom-site", "no url");
    await page.click(".editor-details summary");
    await page.click("text=Save and check");
    await page.waitForSelector("details[open] #custom-site:focus");
    expect(await storedText(served())).toBeUndefined();
  });

  it("deletes unsaved text at sign-out, after a question", async () => {
    const { context, url } = await typeAndCrash(served(), "secret");
    const page = await context.newPage();
    await page.goto(url.replace("/edit", ""));
    const asked: string[] = [];
    const signOut = async (answer: "accept" | "dismiss"): Promise<void> => {
      page.once("dialog", (dialog) => {
        asked.push(dialog.message());
        void dialog[answer]();
      });
      await page.click("button:text-is('Sign out')");
    };
    await page.click(".account summary");
    await signOut("dismiss");
    await expect.poll(() => asked.length).toBe(1);
    expect(await keptTexts(page)).toHaveLength(1);
    await signOut("accept");
    await page.waitForURL(/sign-in$/);
    expect([asked[0], await keptTexts(page)]).toEqual([expect.stringContaining("not saved"), []]);
  });
});
