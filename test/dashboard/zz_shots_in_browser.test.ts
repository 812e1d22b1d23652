import { it } from "vitest";
import { openEditor, writeMarkdown, questions } from "./open_editor.ts";
import { signInEditor, useServedWorld } from "./served_world.ts";

const served = useServedWorld();
const dir = "/tmp/shots52/editor";
const modes = [
  ["1280_light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" as const }],
  ["1280_dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" as const }],
  ["375_light", { viewport: { width: 375, height: 800 }, colorScheme: "light" as const }],
  ["375_dark", { viewport: { width: 375, height: 800 }, colorScheme: "dark" as const }],
] as const;

it("shots", { timeout: 120000 }, async () => {
  const { world } = served();
  await world.api.posts.create("acme", {
    name: "Other",
    slug: "other",
    tags: ["launch", "news"],
    author: "Ada",
    status: "published",
    html: "<p>x</p>",
  });
  await writeMarkdown(served(), questions);
  for (const [name, options] of modes) {
    const { page, complaints, goTo } = await openEditor(served(), options);
    await page.screenshot({ path: `${dir}/draft_${name}.png`, fullPage: true });
    await goTo("/posts/hello/edit");
    await page.waitForSelector(".cm-content");
    await page.screenshot({ path: `${dir}/published_${name}.png`, fullPage: true });
    await goTo("/posts/hello/edit?done=post-published");
    await page.waitForSelector(".cm-content");
    await page.screenshot({ path: `${dir}/after_publish_${name}.png` });
    await goTo("/new-post");
    await page.waitForSelector(".cm-content");
    await page.screenshot({ path: `${dir}/new_${name}.png`, fullPage: true });
    await goTo("/posts/fresh/schedule");
    await page.screenshot({ path: `${dir}/schedule_${name}.png` });
    const other = await signInEditor(page.context(), served());
    await other.goto(page.url().replace("/schedule", "/edit"));
    await other.screenshot({ path: `${dir}/others_${name}.png` });
    console.log(name, complaints);
    await page.context().close();
  }
});
