import { it } from "vitest";
import { launch } from "../browser.ts";
import { signedIn } from "../admin/admin_world.ts";
import { openDashboardWorld } from "./dashboard_world.ts";
import { openSignedIn, serveWorld } from "./served_world.ts";

const markdown = `## When does a key stop working?

At the instant that was chosen when it was generated, to the second, in every process. Requests after it get **401** with \`expired-key\`.

## Can I extend a key?

No. Roll it: the new key takes over the quota, and both work for as long as you say.

| Overlap | Good for |
| --- | --- |
| 1 hour | a deploy |
| 7 days | customers |

#### What if nobody notices?

We send \`key.expiring\` seven days and one day before.
`;

it("shots", { timeout: 300_000 }, async () => {
  const browser = await launch();
  const world = await openDashboardWorld();
  const { api, owner } = world;
  const server = await serveWorld(world);
  const actor = await signedIn(world, owner.userId);
  await api.admin.posts.create(actor, {
    markdown,
    name: "How do API keys expire?",
    slug: "key-expiry",
    description: "What happens on the day a key ends.",
    tags: ["keys", "security"],
    status: "published",
  });
  const copy = {
    name: "How do API keys expire, exactly?",
    description: "What happens on the day a key ends, and how to roll it in time.",
    tags: ["keys", "security"],
    articleSection: "Guides",
    inLanguage: "en-US",
    markdown: markdown.replace("to the second", "to the millisecond"),
    markdownDialect: "editor" as const,
  };
  await api.admin.posts.workingCopy.save({ actor, slug: "key-expiry" }, copy, { ifMatch: null });
  await api.admin.posts.create(actor, {
    markdown: "## هل يمكنني استرداد المبلغ؟\n\nنعم، خلال ثلاثين يومًا.\n",
    name: "هل يمكنني استرداد المبلغ؟",
    slug: "refund-ar",
    inLanguage: "ar",
    description: "كيفية استرداد المبلغ.",
    status: "draft",
  });
  await api.admin.posts.create(actor, {
    markdown,
    name: "Conflict",
    slug: "conflict",
    inLanguage: "en-US",
    status: "published",
  });
  await api.admin.posts.workingCopy.save(
    { actor, slug: "conflict" },
    { ...copy, markdown: markdown.replace("a deploy", "a deployment"), name: "Mine" },
    { ifMatch: null },
  );
  await api.admin.posts.update(
    { actor, slug: "conflict" },
    {
      markdown: markdown.replace("No. Roll it", "No, roll it").replace("a deploy", "deploys"),
      description: "Theirs",
    },
  );
  await api.admin.posts.schedule({ actor, slug: "refund-ar" }, { publishedAt: "2030-10-27T01:30:00Z" });
  world.world.clock.advance(200_000);
  const pages = [
    "posts/key-expiry/edit",
    "posts/refund-ar/edit",
    "posts/conflict/edit/merge",
    "posts/conflict/revisions/1",
    "posts/refund-ar/schedule?zone=Europe/Berlin",
    "posts/key-expiry",
    "posts/secret",
  ];
  for (const [name, options] of [
    ["1280_light", { colorScheme: "light", viewport: { width: 1280, height: 900 } }],
    ["375_dark", { colorScheme: "dark", viewport: { width: 375, height: 740 } }],
    ["1280_dark", { colorScheme: "dark", viewport: { width: 1280, height: 900 } }],
  ] as const) {
    const { page, close } = await openSignedIn({ browser, server, world }, owner.userId, options);
    for (const path of pages) {
      await page.goto(`${server.url}/dashboard/o/acme/${path}`);
      const file = path.replace(/[^a-z-]+/g, "_");
      await page.screenshot({ path: `/tmp/drafts/${file}_${name}.png`, fullPage: true });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > options.viewport.width) console.log("overflow", path, name, wide);
    }
    await close();
  }
  await server.close();
  await browser.close();
});
