import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { expectAccessible } from "./axe.ts";
import { signInAs } from "./dashboard_world.ts";
import { looksOf } from "./looks.ts";
import { openSignedIn, type ServedWorld, useServedWorld } from "./served_world.ts";

/** A writer and an editor with a page each. */
interface TwoPeople {
  writer: Page;
  editor: Page;
  complaints: string[];
  /** Opens a page of the organization "acme". */
  goTo: (page: Page, path: string) => ReturnType<Page["goto"]>;
}

async function openTwo(served: ServedWorld, options: BrowserContextOptions): Promise<TwoPeople> {
  const { userId } = await signInAs(served.world, "contributor");
  const [writer, editor] = [
    await openSignedIn(served, options, userId),
    await openSignedIn(served, options),
  ] as const;
  return {
    writer: writer.page,
    editor: editor.page,
    complaints: writer.complaints,
    goTo: (page, path) => page.goto(`${served.server.url}/dashboard/o/acme${path}`),
  };
}

/** Writes a text in the editor, and submits it with a note. */
async function submit({ writer, goTo }: TwoPeople, hasScript: boolean): Promise<void> {
  await goTo(writer, "/new-post");
  await writer.fill("#name", "My text");
  await writer.fill(hasScript ? ".cm-content" : "#content", "One");
  await writer.click("text=Submit for review");
  await writer.waitForURL(/\/posts\/my-text\/submission$/);
  await writer.fill("[name=note]", "Please by Friday");
  await writer.click("main form .main-action");
  await writer.waitForURL(/done=post-submitted/);
}

describe.skipIf(isSkipped)("a review in Chromium", () => {
  const served = useServedWorld();
  const looks = looksOf("with a script", "without JavaScript", "on a phone");

  it.each(looks)(
    "goes from the writer to the editor, back, and to the readers: %s",
    async (name, options) => {
      const people = await openTwo(served(), options);
      const { writer, editor, complaints, goTo } = people;
      await submit(people, name !== "without JavaScript");
      await goTo(editor, "");
      await editor.click(".attention a:has-text('My text')");
      await editor.fill("[name=note]", "Which source?");
      await editor.click("main button:has-text('Send back')");
      await editor.waitForURL(/done=submission-sent-back/);
      await goTo(writer, "");
      expect(await writer.textContent(".attention")).toContain("Which source?");
      await writer.click(".attention a:has-text('My text')");
      await writer.click("text=Submit it again");
      await writer.waitForURL(/done=post-submitted/);
      await goTo(editor, "/submissions");
      await editor.click("main a:has-text('My text')");
      await editor.click("text=Approve and publish");
      await editor.waitForURL(/done=post-published/);
      const post = await served().world.api.posts.get({ organizationSlug: "acme", slug: "my-text" });
      expect(post).toMatchObject({ status: "published", html: "<p>One</p>\n" });
      expect(complaints).toEqual([]);
    },
  );

  it("keeps a text that is changed after it was submitted from the approval", async () => {
    const people = await openTwo(served(), {});
    const { writer, editor, goTo } = people;
    await submit(people, true);
    await goTo(editor, "/posts/my-text/submission");
    await goTo(writer, "/posts/my-text/edit");
    await writer.fill(".cm-content", "Two");
    await writer.click("button:has-text('Save') >> nth=0");
    // The script of the editor removes `?done=` from the address.
    await writer.waitForSelector("text=The draft is saved");
    await editor.click("text=Approve and publish");
    await editor.waitForSelector("text=changed the text after submitting");
    expect(await editor.textContent(".changes")).toMatch(/- One\s*\+ Two/);
    await editor.click("button:has-text('Publish the present text')");
    await editor.waitForURL(/done=post-published/);
  });

  it.each(
    looksOf(
      "light",
      "dark, at 375 px",
      "in forced colors, at 768 px",
      "at a zoom of 200%, with reduced motion",
    ),
  )("fits, and has no axe violations for its writer: %s", async (_name, options) => {
    const people = await openTwo(served(), { ...options, bypassCSP: true });
    const { writer, editor, goTo } = people;
    await submit(people, true);
    const paths = ["", "/submissions", "/posts/my-text", "/posts/my-text/edit", "/posts/my-text/submission"];
    const check = async (state: string): Promise<void> => {
      for (const path of paths) {
        await goTo(writer, path);
        await expectAccessible(writer, `${state} ${path}`);
      }
    };
    await check("pending");
    await goTo(editor, "/posts/my-text/submission");
    await editor.fill("[name=note]", "Which source?");
    await editor.click("main button:has-text('Send back')");
    await editor.waitForURL(/done=submission-sent-back/);
    await check("sent back");
  });
});
