import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isSkipped } from "../../browser.ts";
import { expectAccessible } from "../axe.ts";
import { looksOf } from "../looks.ts";
import { formText, openEditor, type OpenedEditor, waitForState, writeMarkdown } from "../open_editor.ts";
import { openSignedIn, type ServedWorld, useServedWorld } from "../served_world.ts";
import { addPicture, mediaOfTests, findPicture } from "./picture_world.ts";
import { pngOf } from "./png_of.ts";

const red = pngOf(32, 24, [200, 30, 30]);
const blue = pngOf(40, 30, [30, 30, 200]);

interface GivenFile {
  name: string;
  type?: string;
  bytes: Buffer;
}

/** Pastes or drops files into the text, as a browser does. A paste can have a text beside the files. */
async function give(
  page: Page,
  event: "paste" | "drop",
  files: readonly GivenFile[],
  { text, at = ".cm-content" }: { text?: string; at?: string } = {},
): Promise<void> {
  const given = files.map(({ name, type = "image/png", bytes }) => ({
    name,
    type,
    bytes: bytes.toString("base64"),
  }));
  await page.locator(at).evaluate(
    (place, [kind, list, beside]) => {
      const data = new DataTransfer();
      for (const { name, type, bytes } of list) {
        data.items.add(
          new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type }),
        );
      }
      if (beside !== undefined) data.setData("text/plain", beside);
      const { left, bottom } = place.getBoundingClientRect();
      const options = { bubbles: true, cancelable: true, composed: true };
      place.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", {
              ...options,
              dataTransfer: data,
              clientX: left + 18,
              clientY: bottom - 5,
            }),
      );
    },
    [event, given, text] as const,
  );
}

/** Holds the requests of uploads until the returned function is called. */
async function holdUploads(page: Page, end: (route: Route) => Promise<void>): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/pictures", async (route) => {
    await held;
    await end(route);
  });
  return () => release();
}

/** Opens the editor of a text, with the cursor at its end. */
async function openText(served: ServedWorld, markdown: string): Promise<OpenedEditor> {
  await writeMarkdown(served, markdown);
  const opened = await openEditor(served);
  await opened.page.waitForSelector(pictureButton);
  await opened.page.locator(".cm-content").focus();
  await opened.page.keyboard.press("Control+End");
  return opened;
}

const pictureButton = "[data-editor-bar] button[aria-label=Picture]";
const row = ".picture-row";
const problem = `${row} [role=alert]`;
const button = (name: string): string => `${row} button:text-is("${name}")`;
const status = ".picture-panel > [role=status]";
const picture = (name: string, alt = ""): RegExp =>
  new RegExp(`!\\[${alt}\\]\\(http://[^)]+/media/acme/[0-9a-f]{40}/${name}\\)`);

describe.skipIf(isSkipped)("pictures in the editor", () => {
  const served = useServedWorld({ media: mediaOfTests({ fileBytes: 50_000 }) });

  it("are pasted, described, and removed by one step of undo", async () => {
    const { page, complaints } = await openText(served(), "Before");
    await give(page, "paste", [{ name: "red.png", bytes: red }]);
    await page.waitForSelector(`${status}:has-text("Describe it below the text")`);
    expect(await formText(page)).toMatch(new RegExp(`^Before\n\n${picture("red.png").source}$`));

    // The focus has stayed in the text, and the question is the next stop of the keyboard.
    await page.keyboard.type("\n\nAfter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("A red [box]");
    await page.keyboard.press("Enter");
    await page.waitForSelector(row, { state: "detached" });
    expect(await formText(page)).toMatch(
      new RegExp(`^Before\n\n${picture("red.png", String.raw`A red \\\[box\\\]`).source}\n\nAfter$`),
    );
    await expect.poll(async () => (await findPicture(served().world, "red.png"))?.alt).toBe("A red [box]");

    await page.keyboard.press("Control+Z");
    await expect.poll(() => formText(page)).toBe("Before\n\nAfter");
    await page.keyboard.press("Control+Z");
    await expect.poll(() => formText(page)).not.toBe("Before\n\nAfter");
    expect(await formText(page)).not.toContain("red.png");
    await waitForState(page, "Saved");
    expect(complaints).toEqual([]);
  });

  it("leave text that was copied with a picture of itself to the editor", async () => {
    const { page } = await openText(served(), "");
    await give(page, "paste", [{ name: "red.png", bytes: red }], { text: "From a word processor" });
    await expect.poll(() => formText(page)).toBe("From a word processor");
    expect(await page.locator(row).count()).toBe(0);
  });

  it("are dropped in their order, at the place of the drop", async () => {
    const { page } = await openText(served(), "First\n\nLast");
    await page.keyboard.press("Control+Home");
    await give(
      page,
      "drop",
      [
        { name: "red.png", bytes: red },
        { name: "blue.png", bytes: blue },
      ],
      { at: ".cm-line:last-of-type" },
    );
    await expect.poll(() => page.locator(`${row} progress`).count()).toBe(0);
    const names = ["red.png", "blue.png"];
    const text = await formText(page);
    expect(text).toContain("red.png");
    expect(text.indexOf("blue.png")).toBeGreaterThan(text.indexOf("red.png"));
    // A picture that falls into a line does not divide it.
    expect(text).toMatch(/^First\n\n!.*\n\n!.*\n\nLast$/);
    for (const name of names) await page.click(`${row}:has-text("${name}") >> text=Decorative`);
    expect(await page.locator(row).count()).toBe(0);
  });

  it("show their progress, and can be cancelled", async () => {
    const { page } = await openText(served(), "Before");
    const release = await holdUploads(page, (route) => route.abort());
    await give(page, "paste", [{ name: "red.png", bytes: red }]);
    await page.waitForSelector(`.cm-place:has-text("Uploading red.png")`);
    expect(await page.getAttribute(`${row} progress`, "aria-label")).toBe("Upload of red.png");
    expect(await formText(page)).toBe("Before");
    await page.click(button("Cancel"));
    await page.waitForSelector(row, { state: "detached" });
    expect(await page.locator(".cm-place").count()).toBe(0);
    expect(await formText(page)).toBe("Before");
    release();
  });

  it("that are refused give the reason in words", async () => {
    const { page } = await openText(served(), "Before");
    await give(page, "paste", [{ name: "large.png", bytes: Buffer.alloc(50_001) }]);
    await page.waitForSelector(`${problem}:has-text("larger than 50 kB")`);
    await page.click(button("Remove"));
    await give(page, "paste", [{ name: "text.png", bytes: Buffer.from("Only text") }]);
    await page.waitForSelector(`${problem}:has-text("not of a supported type")`);
    expect(await page.locator(button("Try again")).count()).toBe(0);
    await page.click(button("Remove"));
    expect(await formText(page)).toBe("Before");
  });

  it("are sent again after a lost connection, with their description", async () => {
    const { page } = await openText(served(), "Before");
    const release = await holdUploads(page, (route) => route.abort("internetdisconnected"));
    await give(page, "paste", [{ name: "red.png", bytes: red }]);
    await page.fill(`${row} input`, "Red");
    await page.press(`${row} input`, "Enter");
    release();
    await page.waitForSelector(`${problem}:has-text("There is no connection")`);
    await page.unroute("**/pictures");
    await page.click(button("Try again"));
    await expect.poll(() => formText(page)).toMatch(picture("red.png", "Red"));
  });

  it("are kept when the session has ended, and sent with the next session", async () => {
    const { page } = await openText(served(), "Before");
    const { server, world } = served();
    await page.context().clearCookies();
    await give(page, "paste", [{ name: "red.png", bytes: red }]);
    await page.waitForSelector(`${problem}:has-text("Your session has ended")`);
    expect(await page.getAttribute(`${row} a`, "href")).toBe(`${server.url}/dashboard/sign-in`);
    const other = await page.context().newPage();
    const { token } = await world.api.sessions.createLink(world.owner.userId);
    await other.goto(world.dashboard.signInUrl(token, server.url));
    await other.click("main button");
    await other.waitForURL(/\/o\/acme$/);
    await page.click(button("Try again"));
    await expect.poll(() => formText(page)).toMatch(picture("red.png"));
  });

  it("are waited for before the text is published", async () => {
    const { page } = await openText(served(), "Before");
    const release = await holdUploads(page, (route) => route.continue());
    await give(page, "paste", [{ name: "red.png", bytes: red }]);
    await page.waitForSelector(`${row} progress`);
    await page.click("button[value=apply]");
    await page.waitForSelector(`${status}:has-text("Waiting for the pictures")`, { state: "attached" });
    release();
    await page.waitForURL(/done=/);
    const post = await served().world.api.posts.get({ organizationSlug: "acme", slug: "fresh" });
    expect(post?.status).toBe("published");
    expect(post?.html).toContain("red.png");
  });

  it("are chosen from the list by keyboard, with their stored description", async () => {
    await addPicture(served().world, "blue.png", blue, { alt: "The sea" });
    for (let index = 0; index < 25; index++) {
      await addPicture(served().world, `${index}.png`, pngOf(8 + index, 8, [0, index, 0]));
    }
    const { page } = await openText(served(), "Before");
    await page.focus(pictureButton);
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog >> text=24 pictures are shown.");
    await page.click("dialog >> text=Load more");
    await page.waitForSelector("dialog >> text=27 pictures are shown.");
    await page.fill("dialog input[type=search]", "the sea");
    await page.waitForSelector("dialog >> text=1 picture is shown.");
    await page.press("dialog input[type=search]", "Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog", { state: "detached" });
    expect(await formText(page)).toMatch(picture("blue.png", "The sea"));
    expect(await page.locator(row).count()).toBe(0);
  });

  it("are chosen by a command of the text", async () => {
    await addPicture(served().world, "blue.png", blue, { alt: "The sea" });
    const { page } = await openText(served(), "Before\n\n");
    await page.keyboard.type("/pict");
    await page.click('[role=option]:has-text("Picture")');
    await page.click('dialog button:has-text("The sea")');
    await expect
      .poll(() => formText(page))
      .toMatch(new RegExp(`^Before\n\n${picture("blue.png", "The sea").source}$`));
  });

  it("are chosen for the field with the picture of the post", async () => {
    await addPicture(served().world, "blue.png", blue, { alt: "The sea" });
    const { page } = await openText(served(), "Before");
    await page.click("[data-choose-picture]");
    await page.click('dialog button:has-text("The sea")');
    await expect.poll(() => page.inputValue("#image")).toMatch(/\/media\/acme\/\w+\/blue\.png$/);
    await waitForState(page, "Saved");
  });

  it.each(looksOf("light", "dark, at 375 px"))("have no findings of axe, %s", async (_name, look) => {
    await addPicture(served().world, "blue.png", blue);
    await writeMarkdown(served(), "Before");
    const { page } = await openEditor(served(), { ...look, bypassCSP: true });
    await page.waitForSelector(pictureButton);
    await give(page, "paste", [
      { name: "red.png", bytes: red },
      { name: "text.png", bytes: Buffer.from("Only text") },
    ]);
    await page.waitForSelector(problem);
    await expectAccessible(page, "a question and a refusal");
    await page.click(pictureButton);
    await page.waitForSelector("dialog .picture-grid img");
    await expectAccessible(page, "the list");
  });
});

describe.skipIf(isSkipped)("the pages of pictures", () => {
  const served = useServedWorld();

  it.each(looksOf("with a script", "without JavaScript", "on a phone"))(
    "upload, describe and delete a picture, %s",
    async (_name, options) => {
      const { page, complaints, goTo } = await openSignedIn(served(), options);
      if (await page.isVisible("text=Menu")) await page.click("text=Menu");
      await page.click("nav[aria-label=Sections] >> text=Pictures");
      await page.setInputFiles("#file", {
        name: "text.png",
        mimeType: "image/png",
        buffer: Buffer.from("Text"),
      });
      await page.click("main >> text=Upload");
      expect(await page.textContent("[role=alert]")).toContain("not of a supported type");
      await page.setInputFiles("#file", { name: "red.png", mimeType: "image/png", buffer: red });
      await page.click("main button.main-action");
      await page.waitForURL(/done=picture-added/);
      await page.fill("#alt", "A red box");
      await page.fill("#focalX", "25");
      await page.fill("#focalY", "75");
      await page.click("main >> text=Save");
      await page.waitForURL(/done=picture-saved/);
      const stored = await findPicture(served().world, "red.png");
      expect(stored).toMatchObject({ name: "red.png", alt: "A red box", focalPoint: { x: 0.25, y: 0.75 } });
      // The picture is shown, so the policy of the page allows its address.
      await expect
        .poll(() =>
          page.locator(".picture-shown img").evaluate((image: HTMLImageElement) => image.naturalWidth),
        )
        .toBe(32);
      const html = `<p><img src="${stored?.url ?? ""}" alt=""></p>`;
      await served().world.api.posts.create("acme", { name: "With a picture", html });
      await page.reload();
      expect(await page.textContent("main")).toContain("With a picture");
      await page.click("main >> text=Delete");
      await page.waitForSelector("form[data-question] >> text=With a picture");
      await page.click("form[data-question] >> text=Delete anyway");
      await page.waitForURL(/done=picture-deleted/);
      await goTo("/pictures");
      expect(await page.locator(".picture-name").allTextContents()).toEqual(["a.svg"]);
      expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
    },
  );

  it("set the focal point by a click", async () => {
    const { hash } = await addPicture(served().world, "large.png", pngOf(320, 240, [200, 30, 30]));
    const { page, goTo } = await openSignedIn(served());
    await goTo(`/pictures/${hash}`);
    await page.waitForSelector(".focal-mark", { state: "attached" });
    await page.click(".picture-shown img", { position: { x: 80, y: 180 } });
    expect([await page.inputValue("#focalX"), await page.inputValue("#focalY")]).toEqual(["25", "75"]);
  });

  it.each(looksOf("light", "dark, at 375 px"))("have no findings of axe, %s", async (_name, look) => {
    const { hash } = await addPicture(served().world, `${"long-name".repeat(10)}.png`, red, {
      alt: "A red box",
    });
    await addPicture(served().world, "blue.png", blue);
    const { page, goTo } = await openSignedIn(served(), { ...look, bypassCSP: true });
    for (const path of ["/pictures", `/pictures/${hash}`, `/pictures/${hash}/delete`]) {
      await goTo(path);
      await expectAccessible(page, path);
    }
  });
});
