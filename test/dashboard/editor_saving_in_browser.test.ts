import { describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import {
  crash,
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
import { signInEditor, signInWith, useServedWorld } from "./served_world.ts";

const hello = { organizationSlug: "acme", slug: "hello" };

describe.skipIf(isSkipped)("the editor saves in Chromium", () => {
  const served = useServedWorld();

  it("while the writer types, and leaves the published post as it is", async () => {
    const before = await served().world.api.posts.get(hello);
    const { page, complaints } = await openEditor(served(), {}, "hello");
    await typeAtEnd(page, "<h2>And now?</h2><p>Now.</p>");
    await waitForSave(page);
    expect(await storedText(served(), "hello")).toBe("<h2>Why?</h2><p>So.</p><h2>And now?</h2><p>Now.</p>");
    expect(await served().world.api.posts.get(hello)).toEqual(before);
    await page.waitForSelector("[data-editor-rail] >> text=And now?");
    await typeAtEnd(page, "<p>More.</p>");
    await page.fill("#name", "Hello again");
    await page.keyboard.press("Control+s");
    await waitForState(page, "Saved");
    expect(await storedText(served(), "hello")).toContain("More.");
    expect(complaints).toEqual([]);
  });

  it("all of the text when it is published right after typing", async () => {
    const { page } = await openEditor(served(), {}, "hello");
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
  });

  it("again when the connection is back", async () => {
    const { page } = await openEditor(served());
    await page.context().setOffline(true);
    await typeAtEnd(page, "written offline");
    await waitForState(page, "Not saved: no connection, trying again");
    expect(await storedText(served())).toBeUndefined();
    await page.context().setOffline(false);
    await waitForState(page, "Saved");
    expect(await storedText(served())).toContain("written offline");
  });

  it("again after the writer signs in in another tab", async () => {
    const { page } = await openEditor(served());
    await page.context().clearCookies();
    await typeAtEnd(page, "after the session");
    await waitForState(page, "Not saved: your session has ended");
    const link = page.locator("[role=alert] a");
    expect([await link.getAttribute("href"), await link.getAttribute("target")]).toEqual([
      "/dashboard/sign-in",
      "_blank",
    ]);
    const other = await page.context().newPage();
    await signInWith(other, served(), served().world.owner.userId);
    await other.close();
    await page.bringToFront();
    await waitForState(page, "Saved");
    expect(await storedText(served())).toContain("after the session");
    expect(await page.locator("[role=alert]").isVisible()).toBe(false);
    await typeAtEnd(page, ", and on");
    await waitForSave(page);
  });

  it("never over the text of another tab", async () => {
    await writeMarkdown(served(), questions);
    const first = await openEditor(served());
    const second = await openEditor(served());
    await typeAtEnd(first.page, "first");
    await waitForSave(first.page);
    await typeAtEnd(second.page, "second");
    await waitForState(second.page, "Not saved: you changed the text in another tab");
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
  });

  it("asks before the page is left only while text is unsaved", async () => {
    const { page, complaints, url, goTo } = await openEditor(served());
    await typeAtEnd(page, "unsaved");
    await goTo("").catch(() => undefined);
    expect([complaints.filter((text) => text.startsWith("dialog")).length, page.url()]).toEqual([1, url]);
    await waitForState(page, "Saved");
    complaints.length = 0;
    await goTo("");
    expect(complaints).toEqual([]);
  });

  it("text in the browser, and offers it to the same user after a crash", async () => {
    const { page, url } = await openEditor(served());
    const context = page.context();
    await context.setOffline(true);
    await page.fill("#name", "A better title");
    await typeAtEnd(page, "lost in a crash");
    await waitForState(page, "Not saved: no connection, trying again");
    await crash(page, "lost in a crash");
    await context.setOffline(false);

    const again = await openAgain(context, url);
    expect(await formText(again)).not.toContain("lost in a crash");
    await again.click("text=Restore unsaved text");
    expect(await again.inputValue("#name")).toBe("A better title");
    await waitForState(again, "Saved");
    expect(await storedText(served())).toContain("lost in a crash");
    await again.reload();
    await again.waitForSelector(".cm-content");
    expect(await again.locator("text=Restore unsaved text").count()).toBe(0);
  });

  it("no text of another user in the same browser", async () => {
    const { context, url } = await typeAndCrash(served(), "private");
    await context.clearCookies();
    const other = await signInEditor(context, served());
    await other.goto(url);
    await other.waitForSelector(".cm-content");
    expect(await other.locator("text=Restore unsaved text").count()).toBe(0);
  });

  it("restored text as a conflict, if somebody changed the text in between", async () => {
    const { context, url } = await typeAndCrash(served(), "mine");
    await writeMarkdown(served(), questions);
    const again = await openAgain(context, url);
    await again.click("text=Restore unsaved text");
    await waitForState(again, "Not saved: you changed the text in another tab");
    expect(await storedText(served())).toBe(questions);
  });

  it("nothing that is refused, and shows the reason beside the field", async () => {
    const { page } = await openEditor(served(), {}, "hello");
    await page.fill("#image", "no url");
    await page.waitForSelector("#image-error");
    expect(await page.getAttribute("#image", "aria-invalid")).toBe("true");
    expect(await page.getAttribute("#image", "aria-describedby")).toContain("image-error");
    await waitForState(page, "Not saved");
    await page.fill("#image", "https://acme.example/a.png");
    await waitForState(page, "Saved");
    expect(await page.locator("#image-error").count()).toBe(0);
    expect(await page.getAttribute("#image", "aria-invalid")).toBeNull();
  });

  it("without the code editor, if its script does not load", async () => {
    const { page } = await openEditor(served());
    await page.route(/code_editor\.js/, (route) => route.abort());
    await page.reload();
    await page.fill("textarea[name=content]", "plain text");
    await waitForSave(page);
    expect(await storedText(served())).toBe("plain text");
  });
});
