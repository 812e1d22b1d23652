import { expect, it } from "vitest";
import { hiddenIn, openWriting, post } from "./editor_world.ts";

const html =
  '<h2 class="big">Why?</h2><p>So <b>it</b> is.</p><form><input><button>Buy</button></form><p hidden>Secret</p>';

it("shows the words that a conversion to Markdown changes, and makes it the unpublished changes", async () => {
  const { world, visitor, open, stored } = await openWriting({ html });
  expect(await visitor.page(`${post}/edit`)).toContain("Edit as Markdown");
  const page = await visitor.page(`${post}/edit/markdown`);
  expect(page).toContain("Readers see the same words.");
  expect(await stored()).toBeNull();
  const fields = hiddenIn(page);
  const response = await visitor.send(`${post}/edit/markdown`, fields);
  expect(response.headers.get("location")).toContain("/edit?done=copy-saved");
  expect(await stored()).toMatchObject({
    name: "Hello",
    markdown: "## Why?\n\nSo **it** is.\n\nBuy",
    markdownDialect: "editor",
  });
  expect((await world.api.posts.get({ organizationSlug: "acme", slug: "hello" }))?.html).toBe(html);
  expect((await open())["format"]).toBe("markdown");
  expect((await visitor.send(`${post}/edit/markdown`, fields)).headers.get("location")).toMatch(/\/edit$/);
});

it("converts only the text that the page showed", async () => {
  const { visitor, saveAsOther, stored } = await openWriting({ html });
  const fields = hiddenIn(await visitor.page(`${post}/edit/markdown`));
  await saveAsOther({ html: "<p>Theirs</p>" });
  const response = await visitor.send(`${post}/edit/markdown`, fields);
  expect([response.status, (await stored())?.html]).toEqual([412, "<p>Theirs</p>"]);
});
