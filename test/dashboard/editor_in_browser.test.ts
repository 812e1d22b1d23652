import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { expectAccessible } from "./axe.ts";
import { looksOf } from "./looks.ts";
import {
  formText,
  openEditor,
  questions,
  storedText,
  typeAtEnd,
  waitForSave,
  waitForState,
  writeMarkdown,
} from "./open_editor.ts";
import { useServedWorld } from "./served_world.ts";

const looks = looksOf(
  "light",
  "dark, at 768 px",
  "dark, at 375 px",
  "at a zoom of 200%",
  "in forced colors",
  "with reduced motion",
);

/** Arabic, Japanese and German beside English. */
const manyLanguages = `${questions}
## متى ينتهي المفتاح؟

ينتهي المفتاح في الساعة 12:00 with **English** inside.

## 鍵の有効期限は？

鍵は正午に無効になります。

Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsparagraph 👩‍🚀
`;

/** Returns the directions of the editor's lines that are not empty. */
async function directionsOf(page: Page): Promise<Record<string, string>> {
  return page
    .locator(".cm-line")
    .evaluateAll((lines) =>
      Object.fromEntries(
        lines
          .filter(({ textContent }) => textContent.trim() !== "")
          .map((line) => [line.textContent.slice(0, 8), getComputedStyle(line).direction]),
      ),
    );
}

/** Collects the layout shifts of a page that follow no input. Returns a function with their sum. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const shifts = globalThis as unknown as { shifts: number };
    shifts.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) shifts.shifts += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts);
}

describe.skipIf(isSkipped)("the editor in Chromium", () => {
  const served = useServedWorld();

  it("has a bar of one row beside the details, also above a long text", async () => {
    await writeMarkdown(served(), "word ".repeat(13_000));
    const { page } = await openEditor(served(), { viewport: { width: 1280, height: 850 } });
    await page.waitForSelector(".editor-count:has-text('13,000 words')");
    const rows = await page.locator(".editor-bar > *").evaluateAll((parts) =>
      parts.map((part) => {
        const { top, height } = part.getBoundingClientRect();
        return Math.round(top + height / 2);
      }),
    );
    expect([rows.length, Math.max(...rows) - Math.min(...rows) <= 1]).toEqual([4, true]);
  });

  it.each(looks)("has no axe violations and does not overflow: %s", async (_name, options) => {
    await writeMarkdown(served(), manyLanguages);
    const { page } = await openEditor(served(), { ...options, bypassCSP: true });
    for (const view of ["Write", "Split", "Preview"]) {
      await page.click(`[data-editor-bar] >> text=${view}`);
      await expectAccessible(page, view);
    }
  });

  it.each(looks)("writes no complaint to the console: %s", async (_name, options) => {
    await writeMarkdown(served(), manyLanguages);
    const { page, complaints } = await openEditor(served(), options);
    await typeAtEnd(page, "More");
    await page.keyboard.press("Control+f");
    await page.waitForSelector(".cm-search");
    await page.keyboard.press("Escape");
    await page.click("[data-editor-bar] >> text=Split");
    await waitForState(page, "Saved");
    await page.frameLocator(".preview-pane iframe:not(.is-loading)").locator("text=More").waitFor();
    expect(complaints).toEqual([]);
  });

  it("leaves a question out by a button of the rail, with the text that is not saved yet", async () => {
    await writeMarkdown(served(), questions);
    const { page } = await openEditor(served());
    await typeAtEnd(page, "Unsaved words");
    await page.click(".rail button:has-text('Leave out: Why?')");
    await page.waitForSelector(".rail button:has-text('Publish: Why?')");
    await page.waitForSelector(".cm-content");
    expect(await page.inputValue("[name=faqSkip]")).toBe("Why?");
    expect(await formText(page)).toContain("Unsaved words");
    await page.click(".rail button:has-text('Leave all out')");
    await page.click(".rail button:has-text('Publish questions')");
    await page.waitForSelector(".rail button:has-text('Leave out: When does it end?')");
    expect(await page.inputValue("[name=faqSkip]")).toBe("Why?");
  });

  it("does not move while it loads, saves and previews", async () => {
    await writeMarkdown(served(), manyLanguages);
    const { page } = await openEditor(served(), { viewport: { width: 1280, height: 850 } });
    const shifted = await watchShifts(page);
    await page.click("[data-editor-bar] >> text=Split");
    await page.frameLocator(".preview-pane iframe:not(.is-loading)").locator("text=At noon").waitFor();
    await typeAtEnd(page, "A paragraph");
    await waitForSave(page);
    await page.frameLocator(".preview-pane iframe:not(.is-loading)").locator("text=A paragraph").waitFor();
    expect(await shifted()).toBeLessThan(0.01);
  });

  it("gives each line the direction of its text, and takes Japanese from an input method", async () => {
    await writeMarkdown(served(), manyLanguages);
    const { page } = await openEditor(served());
    expect(await directionsOf(page)).toMatchObject({
      "## When ": "ltr",
      "## متى ي": "rtl",
      "## 鍵の有効期": "ltr",
    });
    await typeAtEnd(page, "مرحبا");
    expect(Object.entries(await directionsOf(page)).at(-1)).toEqual(["مرحبا", "rtl"]);
    await page.keyboard.press("Enter");
    const session = await page.context().newCDPSession(page);
    for (const text of ["に", "にほ", "にほん"]) {
      await session.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    }
    await session.send("Input.insertText", { text: "日本" });
    expect(await formText(page)).toBe(`${manyLanguages}مرحبا\n日本`);
  });

  it("gives lines of HTML the direction of their words, not of their tags", async () => {
    const html = "<p>ينتهي المفتاح</p>\n<h2>When?</h2>\n<p>\n</p>";
    await served().world.api.posts.create("acme", { slug: "arabic", name: "Arabic", html });
    const { page } = await openEditor(served(), {}, "arabic");
    expect(await directionsOf(page)).toMatchObject({ "<p>ينتهي": "rtl", "<h2>When": "ltr" });
  });

  it("formats by keys, which leave the command palette closed", async () => {
    const { page } = await openEditor(served());
    await page.click(".cm-content");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("word");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+b");
    expect(await formText(page)).toBe("<strong>word</strong>");
    await page.keyboard.press("Control+b");
    expect(await formText(page)).toBe("word");
    await page.keyboard.press("Control+i");
    expect(await formText(page)).toBe("<em>word</em>");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("https://acme.example");
    expect(await formText(page)).toBe('<a href="https://acme.example">word</a>');
    expect(await page.locator("dialog").count()).toBe(0);
    await page.focus("#name");
    await page.keyboard.press("Control+k");
    await page.waitForSelector("dialog.palette");
  });

  it("formats Markdown by its buttons, and continues lists", async () => {
    await writeMarkdown(served(), "");
    const { page } = await openEditor(served());
    await typeAtEnd(page, "- [x] one");
    await page.keyboard.press("Enter");
    await page.keyboard.type("two");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("9. nine");
    await page.keyboard.press("Enter");
    await page.click("[aria-label=Bold]");
    await page.keyboard.type("ten");
    await page.click("[aria-label=Bold]");
    await page.click("[aria-label=Link]");
    await page.keyboard.type("x");
    expect(await formText(page)).toBe("- [x] one\n- [ ] two\n9. nine\n10. **ten**[](x)");
  });

  it("is left by the Tab key, and reached by its label", async () => {
    const { page } = await openEditor(served());
    const focused = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.className);
    await page.focus("#name");
    const order: (string | undefined)[] = [];
    for (let index = 0; index < 20 && order.at(-1) !== "code-editor"; index++) {
      await page.keyboard.press("Tab");
      order.push(await focused());
    }
    expect(order.at(-1)).toBe("code-editor");
    await page.keyboard.type("keyboard only");
    await page.keyboard.press("Tab");
    expect(await focused()).not.toBe("code-editor");
    await page.keyboard.press("Shift+Tab");
    expect(await focused()).toBe("code-editor");
    const content = page.locator(".cm-content");
    expect(await content.getAttribute("aria-label")).toBe("Content in HTML");
    expect(await content.getAttribute("spellcheck")).toBe("true");
    expect(await formText(page)).toContain("keyboard only");
  });

  it("previews the section at the cursor", async () => {
    const sections = Array.from({ length: 30 }, (_, index) => `## Part ${index}\n\n${"Text. ".repeat(80)}`);
    await writeMarkdown(served(), sections.join("\n\n"));
    const { page } = await openEditor(served());
    await typeAtEnd(page, "The end");
    await page.click("[data-editor-bar] >> text=Preview");
    const frame = page.frameLocator(".preview-pane iframe:not(.is-loading)");
    await frame.locator("text=The end").waitFor();
    const topOf = async (selector: string): Promise<number> =>
      frame.locator(selector).evaluate((one) => one.getBoundingClientRect().top);
    // The browser scrolls to the section after the text is shown.
    await expect.poll(() => topOf("text=Part 29")).toBeLessThan(400);
    await expect.poll(() => topOf("h1")).toBeLessThan(-1000);
  });

  it("counts words and characters, also where no spaces separate them", async () => {
    await writeMarkdown(served(), "[Two words](https://acme.example/long/address) <b>here</b>");
    const { page } = await openEditor(served());
    const count = page.locator(".editor-count");
    expect(await count.textContent()).toBe("3 words · 58 characters");
    await page.click(".cm-content");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("鍵は正午に無効になります");
    await page.waitForSelector(".editor-count:text-matches('^[4-9] words · 12 characters$')");
  });

  it("lists its keys, by a button and by a question mark outside of the text", async () => {
    const { page } = await openEditor(served());
    await typeAtEnd(page, "?");
    expect(await page.locator("dialog").count()).toBe(0);
    await page.locator("[data-editor-bar] button").first().focus();
    await page.keyboard.press("?");
    await page.waitForSelector("dialog >> text=Save now");
    await page.keyboard.press("Escape");
    await page.click("[data-editor-bar] >> text=Keys");
    await page.click("dialog >> text=Close");
    await page.waitForSelector("dialog", { state: "detached" });
  });

  it("shows hostile text as text", async () => {
    const attack = `"'><script>alert(1)</script><img src=x onerror=alert(2)>`;
    await writeMarkdown(served(), attack);
    const { page, complaints } = await openEditor(served());
    await page.fill("#name", attack);
    await typeAtEnd(page, attack);
    await waitForSave(page);
    expect(await storedText(served())).toBe(`${attack}${attack}`);
    expect(await page.locator("main img, main script, [onerror]").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("loads its scripts on its own page only, and the code editor after the page", async () => {
    const { page, url } = await openEditor(served());
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname.split("/").at(-1) ?? ""));
    await page.goto(url.replace("/edit", ""));
    expect(loaded.filter((name) => name.endsWith(".js"))).toEqual(["script.js"]);
    const html = await (await page.goto(url))?.text();
    await page.waitForSelector(".cm-content");
    expect(html).not.toContain("<style");
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(
          ({ name }) =>
            name.includes("/assets/") && !/\/(?:code_editor\.js|pictures\.(?:css|js))$/.test(name),
        )
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
    );
    expect(sizes + Buffer.byteLength(html ?? "")).toBeLessThan(88_000);
  });
});
