import { describe, expect, it } from "vitest";
import { hello, hiddenIn, fieldsIn, openWriting, post, type Writing } from "./editor_world.ts";

const long = `Is ${"very ".repeat(120)}long?`;
const html = `<h2>Does it fly?</h2><p>Kites do.</p><h2>A<br>"B" &amp; c?</h2><p>No.</p><h2>${long}</h2><p>Yes.</p>`;

/** Presses a button of the rail, by its name and the beginning of its value, and returns the next page. */
async function press(
  { visitor, save }: Pick<Writing, "visitor" | "save">,
  name: string,
  start: string,
): Promise<string> {
  const page = await visitor.page(`${post}/edit`);
  const buttons = [...page.matchAll(/<button type="submit" form="editor" name="(\w+)" value="([^"]*)">/g)];
  const value = buttons.find(([, one, text = ""]) => one === name && text.startsWith(start))?.[2] ?? "";
  const decoded = value.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const answer = await save({ ...hiddenIn(page), ...fieldsIn(page), [name]: decoded });
  expect([answer.status, answer.headers.get("location")]).toEqual([
    303,
    `/dashboard${post}/edit?done=copy-saved#rail`,
  ]);
  return visitor.page(`${post}/edit`);
}

describe("the questions in the rail of the editor", () => {
  it("are left out and published again by a button, without a script", async () => {
    const writing = await openWriting({ html });
    const { world, stored } = writing;
    const page = await press(writing, "leaveOut", "Does");
    expect((await stored())?.faqSkip).toEqual(["Does it fly?"]);
    expect(page).toContain("2 found");
    expect(page).toMatch(/Does it fly\?<\/strong>\s*<p>Left out\. <button[^>]* name="putBack"/);
    expect((await world.api.posts.get(hello))?.faqSkip).toBeUndefined();
    await press(writing, "leaveOut", "A ");
    await press(writing, "leaveOut", "Is very");
    const [, lines = "", beginning = ""] = (await stored())?.faqSkip ?? [];
    expect([lines, beginning.length, beginning.at(-1)]).toEqual(['A "B" & c?', 500, "*"]);
    expect(await writing.visitor.page(`${post}/edit`)).toContain("0 found");
    for (const [left, start] of ["Does", "A ", "Is very"].entries()) {
      const again = await press(writing, "putBack", start);
      expect(again).toContain(`${left + 1} found`);
    }
    // The text is that of the post again.
    expect(await stored()).toBeNull();
  });

  it("have a switch, which keeps the list", async () => {
    const writing = await openWriting({ html });
    await press(writing, "leaveOut", "Does");
    const off = await press(writing, "leaveOut", "*");
    expect((await writing.stored())?.faqSkip).toEqual(["Does it fly?", "*"]);
    expect(off).toContain("This post publishes no questions.");
    expect(off).not.toContain('name="leaveOut"');
    const on = await press(writing, "putBack", "*");
    expect((await writing.stored())?.faqSkip).toEqual(["Does it fly?"]);
    expect(on).toContain("2 found");
  });

  it("are part of the difference between two revisions, and of the page of the post", async () => {
    const { world, visitor } = await openWriting({ html });
    const { revision } = await world.api.posts.update(hello, { faqSkip: ["Does it fly?"] });
    await world.api.posts.update(hello, { faqSkip: ["*"] });
    const changes = await visitor.page(`${post}/revisions/${revision}`);
    expect(changes).toMatch(/<th scope="row">Questions left out<\/th>\s.*Does it fly\?[^]*?<ins>.*\*/);
    const page = await visitor.page(post);
    expect(page).toMatch(/<dt>Questions left out<\/dt><dd><span class="chip" dir="auto">\*<\/span>/);
    expect(page).toMatch(/>questions left out</);
    expect(page).toContain("The post publishes no questions.");
  });

  it("are refused with too many, and the text stays", async () => {
    const { world, opened, save } = await openWriting({ html });
    const most = Array.from({ length: 100 }, (_, index) => `Is it ${index}?`).join("\n");
    const sent = { ...opened, name: "Kept", faqSkip: most, leaveOut: "Does it fly?" };
    const refused = await save(sent);
    const page = await refused.text();
    expect([refused.status, page.includes("must contain at most 100 texts")]).toEqual([422, true]);
    expect(page).toContain('value="Kept"');
    expect(await world.api.posts.get(hello)).toMatchObject({ name: "Hello" });
  });
});
