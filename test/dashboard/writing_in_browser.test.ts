import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { expectAccessible } from "./axe.ts";
import { type Clipboard, docs, page as webPage, word } from "./clipboards.ts";
import { formText, openAgain, openEditor, typeAndCrash, writeMarkdown } from "./open_editor.ts";
import { useServedWorld } from "./served_world.ts";

/** Pastes into the text, as a browser does. */
async function paste(page: Page, clipboard: Partial<Clipboard>): Promise<void> {
  await page.locator(".cm-content").evaluate((content, { html, text }) => {
    const clipboardData = new DataTransfer();
    if (html !== undefined) clipboardData.setData("text/html", html);
    clipboardData.setData("text/plain", text ?? "");
    content.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }),
    );
  }, clipboard);
}

/** Replaces the whole text, and leaves the cursor at its end. */
async function begin(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/** Blocks of code that look for their language in the classes of the element around them. */
function manyBlocks(count: number): string {
  return `<div class="${"lang ".repeat(100_000)}">${"<pre>a</pre>".repeat(count)}</div>`;
}

const options = ".cm-menu [role=option]";

describe.skipIf(isSkipped)("writing in Chromium", () => {
  const served = useServedWorld();

  it("pastes formatted text as Markdown, and addresses as links", async () => {
    await writeMarkdown(served(), "");
    const { page, complaints } = await openEditor(served());
    for (const clipboard of [docs, word, webPage]) {
      await begin(page, "");
      await paste(page, clipboard);
      expect(await formText(page)).toBe(clipboard.markdown);
    }
    await page.keyboard.press("Control+z");
    expect(await formText(page)).toBe("");
    await begin(page, "> - Before");
    await paste(page, { html: "<p>a</p><ul><li>b</li></ul>", text: "a\nb" });
    expect(await formText(page)).toBe("> - Before\n>\n>   a\n>\n>   - b");
    await begin(page, "In `code ");
    await page.keyboard.insertText("`");
    await page.keyboard.press("ArrowLeft");
    await paste(page, { html: "<b>bold</b>", text: "bold" });
    expect(await formText(page)).toBe("In `code bold`");
    await begin(page, "```\n");
    await paste(page, docs);
    expect(await formText(page)).toBe(`\`\`\`\n${docs.text}`);
    await begin(page, "");
    await paste(page, { html: '<pre style="font-family: monospace">**x**</pre>', text: "**x**" });
    expect(await formText(page)).toBe("**x**");
    await begin(page, "See the plan");
    for (let index = 0; index < 4; index++) await page.keyboard.press("Shift+ArrowLeft");
    await paste(page, { text: "https://acme.example/a_(b)" });
    expect(await formText(page)).toBe("See the [plan](https://acme.example/a_%28b%29)");
    await page.keyboard.press("Control+z");
    expect(await formText(page)).toBe("See the plan");
    expect(complaints).toEqual([]);
  });

  // Quadratic time would be a minute.
  it.each([
    ["a long style", `<span style="${"font-family:".repeat(80_000)}">a</span>`, "a"],
    ["many blocks in an element with long classes", manyBlocks(40_000), "```\na\n```"],
  ])("pastes hostile HTML in linear time: %s", { timeout: 30_000 }, async (_name, html, markdown) => {
    await writeMarkdown(served(), "");
    const { page } = await openEditor(served());
    await begin(page, "");
    await paste(page, { html: `<p><b>Start</b></p><p>${html}</p>`, text: "plain" });
    expect(await formText(page)).toMatch(new RegExp(`^\\*\\*Start\\*\\*\n\n${markdown}`));
  });

  it("inserts blocks and links to posts by menus", async () => {
    const { api } = served().world;
    await api.posts.create("acme", { slug: "api-keys", name: "Keys [new]" });
    await writeMarkdown(served(), "");
    const { page, complaints } = await openEditor(served(), { bypassCSP: true });
    const content = page.locator(".cm-content");
    await begin(page, "Intro");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/");
    await page.waitForSelector(options);
    expect(await page.locator(options).allTextContents()).toEqual([
      "Heading",
      "List",
      "Quote",
      "Code",
      "Table",
      "Callout",
      "FAQ question",
      "Picture",
    ]);
    await expectAccessible(page, "the menu of blocks");
    await page.keyboard.press("ArrowUp");
    expect(await content.getAttribute("aria-activedescendant")).toBe("menu-7");
    await page.keyboard.type("call");
    await page.waitForSelector(`${options} >> nth=0 >> text=Callout`);
    await page.keyboard.press("Enter");
    expect(await formText(page)).toBe("Intro\n\n> [!NOTE]\n> ");
    await page.keyboard.type("and/or me@acme.example @keys");
    await page.waitForSelector(`${options} >> text=Keys [new]`);
    await expectAccessible(page, "the menu of posts");
    await page.keyboard.press("Enter");
    const link = String.raw`[Keys \[new\]](https://acme.example/blog/api-keys)`;
    expect(await formText(page)).toBe(`Intro\n\n> [!NOTE]\n> and/or me@acme.example ${link}`);
    await page.keyboard.press("Control+z");
    await page.keyboard.type("x");
    await page.waitForSelector(".cm-menu", { state: "detached" });
    await begin(page, "");
    await page.keyboard.type("@ke");
    await page.waitForSelector(options);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    expect(await formText(page)).toBe("@ke\n");
    await begin(page, "keys");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+k");
    await page.waitForSelector(`${options} >> text=Keys [new]`);
    await page.keyboard.press("Tab");
    await page.keyboard.type("!");
    expect(await formText(page)).toBe("[keys](https://acme.example/blog/api-keys)!");
    const session = await page.context().newCDPSession(page);
    await begin(page, "");
    await session.send("Input.imeSetComposition", { text: "/", selectionStart: 1, selectionEnd: 1 });
    await session.send("Input.insertText", { text: "／" });
    expect(await page.locator(".cm-menu").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("shows the text within 300 px of a narrow screen", async () => {
    const { world } = served();
    await world.api.posts.create("acme", { slug: "page", name: "Page", html: "<p>Text</p>" });
    await writeMarkdown(served(), "Text");
    for (const slug of ["fresh", "page"]) {
      const { page } = await openEditor(served(), { viewport: { width: 375, height: 800 } }, slug);
      const top = await page.locator(".cm-line").evaluate((line) => line.getBoundingClientRect().top);
      expect([slug, top < 300 ? "near the top" : top]).toEqual([slug, "near the top"]);
    }
  });

  it("keeps unsaved text by the id of its post, and restores it into a new draft", async () => {
    const { api } = served().world;
    const post = { organizationSlug: "acme", slug: "fresh" };
    const { context, url } = await typeAndCrash(served(), "<p>kept words</p>");
    await api.posts.update(post, { slug: "renamed" });
    const page = await openAgain(context, url.replace("/fresh/", "/renamed/"));
    await page.waitForSelector("text=Restore unsaved text");
    await api.posts.delete({ ...post, slug: "renamed" });
    await page.goto(url.replace(/\/posts\/.*/, ""));
    await page.click("text=Unsaved text in this browser");
    await page.waitForSelector("article >> text=kept words");
    await page.click("text=Restore into a new draft");
    await page.waitForURL(/\/posts\/fresh\/edit/);
    expect((await api.posts.get(post))?.html).toBe("<p>kept words</p>");
    await page.goBack();
    page.once("dialog", (dialog) => void dialog.accept());
    await page.click("article >> text=Delete");
    await page.waitForSelector("article", { state: "detached" });
    await page.reload();
    await page.waitForSelector("text=This browser keeps no unsaved text");
  });

  it("gives lines of HTML the direction of their words", async () => {
    const { world } = served();
    const html =
      '<div class="intro">\n<p lang="ar">مرحبا <a href="https://acme.example">API</a></p>\n<p>Hello مرحبا</p>\n</div>';
    await world.api.posts.create("acme", { slug: "arabic", name: "Arabic", inLanguage: "ar", html });
    const { page } = await openEditor(served(), {}, "arabic");
    const lines = await page
      .locator(".cm-line")
      .evaluateAll((all) => all.map((line) => getComputedStyle(line).direction));
    expect(lines).toEqual(["ltr", "rtl", "ltr", "ltr"]);
    const [open, close] = await page
      .locator(".cm-line >> nth=1 >> [dir=ltr]")
      .evaluateAll((all) => [all[0], all.at(-1)].map((one) => one?.getBoundingClientRect().left ?? 0));
    expect(open).toBeGreaterThan(close ?? 0);
    expect(await page.locator(".cm-line >> nth=1 >> [dir=ltr]").allTextContents()).toEqual([
      '<p lang="ar">',
      '<a href="https://acme.example">',
      "</a>",
      "</p>",
    ]);
  });
});
