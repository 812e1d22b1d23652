import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSkipped, launch } from "../browser.ts";
import { type DashboardWorld, openDashboardWorld } from "./dashboard_world.ts";
import { writeMarkdown } from "./open_editor.ts";
import { openSignedIn, serveWorld } from "./served_world.ts";

const keyExpiry = `## When does a key stop working?

At the instant that was chosen when it was generated, in every process. Requests after it get **401** with \`expired-key\`.

## Can I extend a key?

No. Roll it: the new key takes over the quota, and [both work](https://acme.example/overlap) for as long as you say.

| Overlap | Good for  |
| ------- | --------- |
| 1 hour  | a deploy  |
| 7 days  | customers |

## هل يمكنني تمديد المفتاح؟

لا. استبدله بمفتاح جديد.
`;

const folder = join(import.meta.dirname, "../../docs/images");

/** Adds posts as an organization has them: in several languages, and of each status. */
async function addPosts(api: DashboardWorld["api"]): Promise<void> {
  const posts = [
    { name: "How do API keys expire?", articleSection: "Guides", inLanguage: "en-US", status: "published" },
    { name: "Wie lange dauert eine Lieferung?", articleSection: "Hilfe", inLanguage: "de", status: "draft" },
    { name: "هل يمكنني استرداد المبلغ؟", articleSection: "Help", inLanguage: "ar", status: "published" },
    { name: "Comment changer mon adresse ?", articleSection: "Aide", inLanguage: "fr", status: "archived" },
  ] as const;
  for (const post of posts) {
    const html = `<h2>${post.name}</h2><p>An answer to the question.</p>`;
    await api.posts.create("acme", { ...post, slug: `post-${post.inLanguage.toLowerCase()}`, html });
  }
}

/** The screenshots of the docs. They depend on the fonts of the machine, so they are taken only on request. */
describe.skipIf(isSkipped || process.env["POSTERN_SCREENSHOTS"] === undefined)(
  "the screenshots of the docs",
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser.close());

    it("are taken", async () => {
      const world = await openDashboardWorld({}, { rateLimit: { perDay: 20 } });
      const { api, owner } = world;
      const { clock } = world.world;
      const organizationSlug = "acme";
      const keys = [owner.key];
      for (const name of ["Web site", "Search crawler"]) {
        const made = await api.apiKeys.generate({
          organizationSlug,
          userId: owner.userId,
          name,
          expiresIn: "90d",
        });
        keys.push(made.key);
      }
      await addPosts(api);
      const server = await serveWorld(world);
      for (let day = 0; day < 30; day++) {
        for (const [index, key] of keys.entries()) {
          for (let count = 0; count < (day * (index + 3) * 7) % 23; count++) {
            await api.fetch(
              new Request(`${server.url}/api/public/v1/post/acme`, { headers: { "x-api-key": key } }),
            );
          }
        }
        if (day < 29) clock.advance(24 * 60 * 60 * 1000);
      }
      await api.apiKeys.generate({
        organizationSlug,
        userId: owner.userId,
        name: "Staging",
        expiresIn: "5d",
      });
      const { page, goTo } = await openSignedIn(
        { browser, server, world },
        {
          viewport: { width: 1100, height: 720 },
        },
      );
      await page.screenshot({ path: join(folder, "dashboard_overview.png") });
      await goTo("/settings/api-keys");
      await page.screenshot({ path: join(folder, "dashboard_api_keys.png") });
      expect(await page.locator("tbody tr").count()).toBeGreaterThan(2);
      await page.setViewportSize({ width: 1280, height: 860 });
      await writeMarkdown({ browser, server, world }, keyExpiry);
      await goTo("/posts/fresh/edit");
      await page.waitForSelector(".cm-content");
      await page.screenshot({ path: join(folder, "dashboard_editor.png") });
      await page.context().close();
      await server.close();
    });
  },
);
