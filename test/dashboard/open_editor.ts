import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { signedIn } from "../admin/admin_world.ts";
import { type OpenedPage, openSignedIn, type ServedWorld } from "./served_world.ts";

/** An open editor. */
export interface OpenedEditor extends OpenedPage {
  url: string;
}

/** Text in Markdown with two questions. */
export const questions = "## When does it end?\n\nAt noon.\n\n## Why?\n\nSo.\n";

/** Saves Markdown as the text of the draft "fresh". */
export async function writeMarkdown(
  { world }: ServedWorld,
  markdown: string,
  userId: string = world.owner.userId,
): Promise<void> {
  await createFresh(world);
  const address = { actor: await signedIn(world, userId), slug: "fresh" };
  const { text } = world.api.admin.posts;
  await text.save(address, { name: "Fresh", markdown }, { ifMatch: (await text.get(address)).version });
}

/** Creates the draft "fresh", which has no working copy. */
async function createFresh({ api }: ServedWorld["world"]): Promise<void> {
  if ((await api.posts.get({ organizationSlug: "acme", slug: "fresh" })) !== null) return;
  await api.posts.create("acme", { name: "Fresh", status: "draft" });
}

/** Signs the owner in, and opens the editor of a post. */
export async function openEditor(
  served: ServedWorld,
  options: BrowserContextOptions = {},
  slug = "fresh",
): Promise<OpenedEditor> {
  await createFresh(served.world);
  const opened = await openSignedIn(served, options);
  await opened.goTo(`/posts/${slug}/edit`);
  await opened.page.waitForSelector(".cm-content");
  return { ...opened, url: opened.page.url() };
}

/** Puts the cursor at the end of the text, and types. */
export async function typeAtEnd(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text);
}

/** Opens the editor, types without a connection, and crashes. */
export async function typeAndCrash(
  served: ServedWorld,
  text: string,
): Promise<OpenedEditor & { context: BrowserContext }> {
  const opened = await openEditor(served);
  const context = opened.page.context();
  await context.setOffline(true);
  await typeAtEnd(opened.page, text);
  await waitForState(opened.page, "Not saved: no connection, trying again");
  await crash(opened.page, text);
  await context.setOffline(false);
  return { ...opened, context };
}

/** Ends a page when this browser keeps a text of it. A page that is closed would send its text, also without a connection. */
export async function crash(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await decryptKept(page)) ?? "").toContain(text);
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

/** Decrypts the text that this browser keeps, with the key on the page. Null if there is no text, or the key is another user's. */
export async function decryptKept(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const name = Object.keys(localStorage).find((key) => key.startsWith("postern-unsaved")) ?? "";
    const form = document.querySelector<HTMLFormElement>("form[data-editor]");
    const hex = form?.dataset["textKey"]?.match(/../g) ?? [];
    const key = Uint8Array.from(hex, (digits) => Number.parseInt(digits, 16));
    const text = atob(localStorage.getItem(name)?.split(" ")[1] ?? "");
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const additionalData = new TextEncoder().encode(name.replace(/ earlier$/, ""));
    const usable = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
    try {
      const algorithm = { name: "AES-GCM", iv: bytes.slice(0, 12), additionalData };
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, usable, bytes.slice(12)));
    } catch {
      return null;
    }
  });
}

/** Waits until the state of the text has these words. */
export async function waitForState(page: Page, words: string): Promise<void> {
  await page.waitForSelector(`[data-editor-state]:text-is("${words}")`);
}

/** Waits until a change of the text is saved. */
export async function waitForSave(page: Page): Promise<void> {
  await waitForState(page, "Unsaved changes");
  await waitForState(page, "Saved");
}

/** Opens an editor in another tab. */
export async function openAgain(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector(".cm-content");
  return page;
}

/** Returns the text that the form sends. */
export async function formText(page: Page): Promise<string> {
  return page.locator("form[data-editor]").evaluate((form: HTMLFormElement) => {
    const text = new FormData(form).get("content");
    return typeof text === "string" ? text.replaceAll("\r\n", "\n") : "";
  });
}

/** Returns the stored text of a post, with its unpublished changes. Undefined if it is empty. */
export async function storedText({ world }: ServedWorld, slug = "fresh"): Promise<string | undefined> {
  const actor = await signedIn(world, world.owner.userId);
  const { text } = await world.api.admin.posts.text.get({ actor, slug });
  return (text.markdown ?? text.html) || undefined;
}
