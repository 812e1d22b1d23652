import { describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import {
  formText,
  openEditor,
  questions,
  storedText,
  typeAndCrash,
  typeAtEnd,
  waitForState,
  writeMarkdown,
} from "./open_editor.ts";
import { useServedWorld } from "./served_world.ts";

const hello = { organizationSlug: "acme", slug: "hello" };

describe.skipIf(isSkipped)("the editor saves in Chromium", { timeout: 120_000 }, () => {
  const served = useServedWorld();

  it("while the writer types, and leaves the published post as it is", async () => {
    const before = await served().world.api.posts.get(hello);
    const { page, complaints, close } = await openEditor(served(), { slug: "hello" });
    await typeAtEnd(page, "<h2>And now?</h2><p>Now.</p>");
    await waitForState(page, "Unsaved changes");
    await waitForState(page, "Saved");
    expect(await storedText(served(), "hello")).toBe("<h2>Why?</h2><p>So.</p><h2>And now?</h2><p>Now.</p>");
    expect(await served().world.api.posts.get(hello)).toEqual(before);
    await page.waitForSelector("[data-editor-rail] >> text=And now?");
    await typeAtEnd(page, "<p>More.</p>");
    await page.fill("#name", "Hello again");
    await page.keyboard.press("Control+s");
    await waitForState(page, "Saved");
    expect(await storedText(served(), "hello")).toContain("More.");
    expect(complaints).toEqual([]);
    await close();
  });

  it("all of the text when it is published right after typing", async () => {
    const { page, close } = await openEditor(served(), { slug: "hello" });
    await typeAtEnd(page, "<p>Last words.</p>");
    await page.keyboard.press("Control+s");
    await page.keyboard.type("!");
    await page.keyboard.press("Control+Enter");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Publish changes");
    await page.keyboard.press("Enter");
    await page.waitForURL(/done=post-published/);
    expect((await served().world.api.posts.get(hello))?.html).toContain("<p>Last words.</p>!");
    await page.waitForSelector(".cm-content");
    expect(await page.locator("text=Restore unsaved text").count()).toBe(0);
    await close();
  });

  it("again when the connection is back", async () => {
    const { page, close } = await openEditor(served());
    await page.context().setOffline(true);
    await typeAtEnd(page, "written offline");
    await waitForState(page, "Not saved: no connection, trying again");
    expect(await storedText(served())).toBeUndefined();
    await page.context().setOffline(false);
    await waitForState(page, "Saved");
    expect(await storedText(served())).toContain("written offline");
    await close();
  });

  it("again after the writer signs in in another tab", async () => {
    const { page, close } = await openEditor(served());
    await page.context().clearCookies();
    await typeAtEnd(page, "after the session");
    await waitForState(page, "Not saved: your session has ended");
    const link = page.locator("[role=alert] a");
    expect([await link.getAttribute("href"), await link.getAttribute("target")]).toEqual([
      "/dashboard/sign-in",
      "_blank",
    ]);
    const { token } = await served().world.api.sessions.createLink(served().world.owner.userId);
    const other = await page.context().newPage();
    await other.goto(served().world.dashboard.signInUrl(token, served().server.url));
    await other.click("main button");
    await other.waitForURL(/\/o\/acme$/);
    await other.close();
    await page.bringToFront();
    await waitForState(page, "Saved");
    expect(await storedText(served())).toContain("after the session");
    expect(await page.locator("[role=alert]").isVisible()).toBe(false);
    await typeAtEnd(page, ", and on");
    await waitForState(page, "Unsaved changes");
    await waitForState(page, "Saved");
    await close();
  });

  it("never over the text of another writer", async () => {
    await writeMarkdown(served(), questions);
    const first = await openEditor(served());
    const second = await openEditor(served());
    await typeAtEnd(first.page, "first");
    await waitForState(first.page, "Unsaved changes");
    await waitForState(first.page, "Saved");
    await typeAtEnd(second.page, "second");
    await waitForState(second.page, "Not saved: somebody else changed the text");
    expect(await storedText(served())).toBe(`${questions}first`);
    expect(await formText(second.page)).toBe(`${questions}second`);
    const compare = second.page.locator("[role=alert] button");
    expect(await compare.getAttribute("formaction")).toBe("/dashboard/o/acme/posts/fresh/edit/merge");
    await typeAtEnd(second.page, ", and more");
    await second.page.keyboard.press("Control+s");
    expect(await storedText(served())).toBe(`${questions}first`);
    await compare.click();
    await second.page.waitForSelector("h1:text('Two versions of this post')");
    await second.page.locator("form.merge input[type=radio]").first().check();
    await second.page.click("text=Save the result");
    await second.page.waitForSelector(".cm-content");
    expect(await storedText(served())).toBe(`${questions}second, and more`);
    expect(await second.page.locator("text=Restore unsaved text").count()).toBe(0);
    await first.close();
    await second.close();
  });

  it("asks before the page is left only while text is unsaved", async () => {
    const { page, complaints, url, close } = await openEditor(served());
    await typeAtEnd(page, "unsaved");
    await page.goto(`${served().server.url}/dashboard/o/acme`).catch(() => undefined);
    expect([complaints.filter((text) => text.startsWith("dialog")).length, page.url()]).toEqual([1, url]);
    await waitForState(page, "Saved");
    complaints.length = 0;
    await page.goto(`${served().server.url}/dashboard/o/acme`);
    expect(complaints).toEqual([]);
    await close();
  });

  it("text in the browser, and offers it to the same user after a crash", async () => {
    const { page, url, close } = await openEditor(served());
    const context = page.context();
    await context.setOffline(true);
    await page.fill("#name", "A better title");
    await typeAtEnd(page, "lost in a crash");
    await waitForState(page, "Not saved: no connection, trying again");
    await page.close({ runBeforeUnload: false });
    await context.setOffline(false);

    const again = await context.newPage();
    await again.goto(url);
    await again.waitForSelector(".cm-content");
    expect(await formText(again)).not.toContain("lost in a crash");
    await again.click("text=Restore unsaved text");
    expect(await again.inputValue("#name")).toBe("A better title");
    await waitForState(again, "Saved");
    expect(await storedText(served())).toContain("lost in a crash");
    await again.reload();
    await again.waitForSelector(".cm-content");
    expect(await again.locator("text=Restore unsaved text").count()).toBe(0);
    await close();
  });

  it("no text of another user in the same browser", async () => {
    const { context, url, close } = await typeAndCrash(served(), "private");
    await context.clearCookies();
    const { api, dashboard } = served().world;
    const { id } = await api.users.create({ name: "Bob" });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
    const { token } = await api.sessions.createLink(id);
    const other = await context.newPage();
    await other.goto(dashboard.signInUrl(token, served().server.url));
    await other.click("main button");
    await other.waitForURL(/\/o\/acme$/);
    await other.goto(url);
    await other.waitForSelector(".cm-content");
    expect(await other.locator("text=Restore unsaved text").count()).toBe(0);
    await close();
  });

  it("restored text as a conflict, if somebody changed the text in between", async () => {
    const { context, url, close } = await typeAndCrash(served(), "mine");
    await writeMarkdown(served(), questions);
    const again = await context.newPage();
    await again.goto(url);
    await again.waitForSelector(".cm-content");
    await again.click("text=Restore unsaved text");
    await waitForState(again, "Not saved: somebody else changed the text");
    expect(await storedText(served())).toBe(questions);
    await close();
  });

  it("nothing that is refused, and shows the reason beside the field", async () => {
    const { page, close } = await openEditor(served());
    await page.click(".editor-details > summary");
    await page.fill("#image", "no url");
    await page.waitForSelector("#image-error");
    expect(await page.getAttribute("#image", "aria-invalid")).toBe("true");
    expect(await page.getAttribute("#image", "aria-describedby")).toContain("image-error");
    await waitForState(page, "Not saved");
    await page.fill("#image", "https://acme.example/a.png");
    await waitForState(page, "Saved");
    expect(await page.locator("#image-error").count()).toBe(0);
    expect(await page.getAttribute("#image", "aria-invalid")).toBeNull();
    await close();
  });

  it("without the code editor, if its script does not load", async () => {
    const opened = await openEditor(served());
    await opened.page.route(/code_editor\.js/, (route) => route.abort());
    await opened.page.reload();
    await opened.page.fill("textarea[name=content]", "plain text");
    await waitForState(opened.page, "Unsaved changes");
    await waitForState(opened.page, "Saved");
    expect(await storedText(served())).toBe("plain text");
    await opened.close();
  });
});
