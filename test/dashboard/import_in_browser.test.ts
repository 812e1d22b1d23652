import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { wordpressExport, zipOf } from "../uploads/_upload.ts";
import { expectAccessible, overflowOf } from "./axe.ts";
import { looksOf } from "./looks.ts";
import { openSignedIn, useServedWorld } from "./served_world.ts";

const attack = `"'><script>alert(1)</script><img src=x onerror=alert(2)>`;

describe.skipIf(isSkipped)("an import in Chromium", () => {
  const served = useServedWorld();
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "postern-import-"));
    const posts = Array.from({ length: 40 }, (_, index) => [
      `blog/${index}.md`,
      `---\ntitle: Post ${index} ${attack.replaceAll('"', "")}\n---\nText`,
    ]);
    const zip = zipOf({
      ...Object.fromEntries(posts),
      "../out.md": "# Out",
      [`../${"long-".repeat(40)}.md`]: "# Out",
      "مقال.md": "---\ntitle: مقال عن الخبز\n---\nنص",
    });
    await writeFile(join(folder, "blog.zip"), Buffer.from(await zip.arrayBuffer()));
    await writeFile(join(folder, "large.zip"), new Uint8Array(51_000_000));
    await writeFile(join(folder, "wordpress.xml"), wordpressExport(["One", "Two"]));
    await writeFile(join(folder, "picture.xml"), new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(looksOf("with a script", "without JavaScript", "dark, at 375 px"))(
    "a file is refused, checked and imported, %s",
    async (_name, options) => {
      const { page, complaints } = await openSignedIn(served(), options);
      if (await page.isVisible("text=Menu")) await page.click("text=Menu");
      await page.click("nav[aria-label=Sections] >> text=Posts");
      await page.click("main >> text=Import");
      expect(await page.textContent("h1")).toBe("Import posts");

      await page.setInputFiles("#file", join(folder, "picture.xml"));
      await page.click("text=Check only");
      expect(await page.textContent("[role=alert]")).toContain("This file is a PNG picture.");

      await page.setInputFiles("#file", join(folder, "blog.zip"));
      await page.click("text=Check only");
      await page.waitForSelector("text=Choose the file again to import it");
      expect(await page.textContent("h1")).toBe("Check has finished");
      expect(await overflowOf(page)).toBe(0);

      await page.click("text=Choose the file again to import it");
      await page.setInputFiles("#file", join(folder, "blog.zip"));
      await page.click("button.main-action");
      await page.waitForSelector("text=See the posts");
      expect(await page.textContent("h1")).toBe("Import has finished");
      expect(await page.textContent(".figure")).toBe("41");
      expect(await page.textContent("main table")).toContain("its path leads out of the zip");
      expect(await overflowOf(page)).toBe(0);
      // The browser reports the status of the refused form.
      expect(complaints.filter((one) => !one.includes("422"))).toEqual([]);
    },
  );

  it("shows the progress and the end of a long import without a reload", async () => {
    const { world } = served();
    const { page, goTo } = await openSignedIn(served());
    const { posts } = world.api;
    const put = posts.put.bind(posts);
    let go: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (go = resolve));
    posts.put = async (...given) => {
      await waiting;
      return put(...given);
    };
    await goTo("/import-posts");
    await page.clock.install();
    await page.setInputFiles("#file", join(folder, "wordpress.xml"));
    await page.click("button.main-action");
    await page.waitForSelector("progress");
    expect(await page.textContent("h1")).toBe("Import is running");
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    go();
    await world.api.admin.imports.settle();
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(2000);
          return page.textContent("h1");
        },
        { timeout: 60_000 },
      )
      .toBe("Import has finished");
    expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
    expect(await page.title()).toContain("Import has finished");
    expect(await page.getAttribute("[data-progress]", "aria-busy")).toBe("false");
  });

  it("tells the sender of a file above 50 MB", async () => {
    const { page, goTo } = await openSignedIn(served());
    await goTo("/import-posts");
    await page.setInputFiles("#file", join(folder, "large.zip"));
    await page.click("button.main-action");
    await page.waitForSelector("[role=alert]", { timeout: 60_000 });
    expect(await page.textContent("[role=alert]")).toContain("The file is larger than 50 MB");
  });

  it.each(looksOf("light", "dark"))(
    "has no findings of axe in the state after an import, %s",
    async (_name, look) => {
      const { page, goTo } = await openSignedIn(served(), { ...look, bypassCSP: true });
      await goTo("/import-posts");
      await expectAccessible(page);
      await page.setInputFiles("#file", join(folder, "blog.zip"));
      await page.click("button.main-action");
      await page.waitForSelector("text=See the posts");
      await expectAccessible(page);
    },
  );
});
