import { beforeEach, describe, expect, it } from "vitest";
import { postTag, type StoredPostWithHtml } from "../../lib/mod.ts";
import { type DashboardWorld, openAs, type SentFields, type SignedIn } from "./dashboard_world.ts";

let world: DashboardWorld;
let editor: SignedIn;
beforeEach(async () => {
  ({ world, visitor: editor } = await openAs("editor"));
  await world.api.posts.create("acme", { name: "One", tags: ["old"] });
  await world.api.posts.create("acme", { name: "Two", status: "draft" });
  const scheduled = { name: "Three", status: "scheduled", publishedAt: "2026-07-01T08:00:00Z" } as const;
  await world.api.posts.create("acme", scheduled, { marks: { scheduleZone: "Europe/Berlin" } });
});

const postOf = async (slug: string): Promise<StoredPostWithHtml> => {
  const post = await world.api.posts.get({ organizationSlug: "acme", slug });
  if (post === null) throw new Error(`There is no post ${slug}`);
  return post;
};

const pick = async (...slugs: string[]): Promise<string[]> =>
  Promise.all(slugs.map(async (slug) => `${postTag(await postOf(slug))} ${slug}`));

const sendForm = async (path: string, fields: SentFields): Promise<{ status: number; text: string }> => {
  const response = await editor.send(`/o/acme${path}`, fields);
  return { status: response.status, text: await response.text() };
};

/** Changes the posts with these entries. */
const change = (act: string, post: readonly string[], fields: SentFields = {}): ReturnType<typeof sendForm> =>
  sendForm("/changed-posts", { act, post, ...fields });

const undo = (steps: readonly string[]): ReturnType<typeof sendForm> =>
  sendForm("/changed-posts/undo", { undo: steps });

const decoded = (text: string): string => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

const undoStepsOf = (page: string): string[] =>
  [...page.matchAll(/name="undo" value="([^"]*)"/g)].map((match) => decoded(match[1] ?? ""));

const statesOf = async (...slugs: string[]): Promise<unknown[]> =>
  Promise.all(
    slugs.map(async (slug) =>
      (({ status, publishedAt, scheduleZone, tags = [] }) => ({ status, publishedAt, scheduleZone, tags }))(
        await postOf(slug),
      ),
    ),
  );

const all = ["one", "two", "three"];

describe("the selected posts", () => {
  it.each([
    ["archive", "3 posts archived."],
    ["add-tag", "3 posts tagged."],
    ["remove-tag", "1 post changed. 2 posts were without this tag already."],
  ])("are changed by %s, and restored by Undo, also if it is sent twice", async (act, message) => {
    const before = await statesOf(...all);
    const tag = act === "remove-tag" ? "old" : "new";
    const changed = await change(act, await pick(...all), { tag, list: "sort=name" });
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining(message)]);
    expect(changed.text).toContain('data-address="/dashboard/o/acme/posts?sort=name"');
    expect(await statesOf(...all)).not.toEqual(before);
    const steps = undoStepsOf(changed.text);
    expect((await undo(steps)).text).toMatch(/\d posts? restored\./);
    expect(await statesOf(...all)).toEqual(before);
    const again = await undo(steps);
    expect(again.text).toContain("you changed it after the list was shown, in another tab");
    expect(await statesOf(...all)).toEqual(before);
  });

  it("are published, and become a draft without a date and a scheduled post again by Undo", async () => {
    const before = await statesOf(...all);
    const changed = await change("publish", await pick(...all));
    expect(changed.text).toContain("2 posts published. 1 post was published already.");
    const published = { status: "published", publishedAt: "2026-06-15T12:00:00.000Z" };
    expect(await statesOf(...all)).toMatchObject([published, published, published]);
    await undo(undoStepsOf(changed.text));
    expect(await statesOf(...all)).toEqual(before);
    expect(await postOf("two")).not.toHaveProperty("publishedAt");
  });

  it("are changed as far as nobody else has changed them, and each failure has its name and reason", async () => {
    const picked = await pick(...all, "hello");
    await world.api.posts.update({ organizationSlug: "acme", slug: "two" }, { name: "Two, edited" });
    await world.api.posts.delete({ organizationSlug: "acme", slug: "three" });
    const many = Array.from({ length: 50 }, (_one, index) => `tag ${index}`);
    await world.api.posts.create("acme", { name: "Full", tags: many });
    const { text } = await change("add-tag", [...picked, ...(await pick("full"))], { tag: "new" });
    expect(text).toContain("2 posts tagged. 3 could not be tagged:");
    expect(text).toContain("<li><bdi>Two, edited</bdi>: somebody changed it after the list was shown.</li>");
    expect(text).toContain("<li><bdi>three</bdi>: it was deleted after the list was shown.</li>");
    expect(text).toContain("<li><bdi>Full</bdi>: must contain at most 50 tags.</li>");
    expect((await postOf("two")).tags).toBeUndefined();
    expect((await postOf("hello")).tags).toEqual(["new"]);
  });

  it("are restored as far as nobody has changed them since", async () => {
    const changed = await change("archive", await pick("one", "hello"));
    await world.api.posts.update({ organizationSlug: "acme", slug: "one" }, { name: "One, edited" });
    const { text } = await undo(undoStepsOf(changed.text));
    expect(text).toContain("1 post restored. 1 could not be restored:");
    expect([(await postOf("one")).status, (await postOf("hello")).status]).toEqual(["archived", "published"]);
    expect(undoStepsOf(text)).toEqual([]);
  });

  it("are deleted after a question that lists their titles", async () => {
    const picked = await pick("one", "two");
    const asked = await change("delete", picked);
    expect(asked.text).toContain("<h1>Delete 2 posts?</h1>");
    expect(asked.text).toMatch(/<li [^>]*>One<\/li>\n<li [^>]*>Two<\/li>/);
    expect((await postOf("one")).name).toBe("One");
    await world.api.posts.update({ organizationSlug: "acme", slug: "two" }, { name: "Two, edited" });
    const deleted = await change("delete", picked, { confirmed: "yes" });
    expect(deleted.text).toContain("1 post deleted. 1 could not be deleted:");
    expect(deleted.text).not.toContain(">Undo<");
    expect(await world.api.posts.get({ organizationSlug: "acme", slug: "one" })).toBeNull();
    expect((await postOf("two")).name).toBe("Two, edited");
  });

  it.each<[what: string, fields: SentFields, message: string]>([
    ["no post", { act: "archive" }, "No post is selected."],
    ["no action", { post: "1-1 one" }, "press one of the buttons"],
    ["an unknown action", { act: "constructor", post: "1-1 one" }, "press one of the buttons"],
    ["no tag", { act: "add-tag", post: "1-1 one" }, "Enter the tag."],
    ["a long tag", { act: "add-tag", tag: "x".repeat(101), post: "1-1 one" }, "100 characters are the most"],
    [
      "101 posts",
      { act: "archive", post: Array.from({ length: 101 }, () => "1-1 one") },
      "101 posts are selected, and 100 are the most",
    ],
  ])("are not changed by a form with %s, which is shown again", async (_what, fields, message) => {
    const refused = await sendForm("/changed-posts", fields);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(message)]);
    expect(refused.text.includes('aria-label="Select One" checked')).toBe("post" in fields);
  });

  it("are not restored with a time zone that nobody knows", async () => {
    const [step = ""] = undoStepsOf((await change("archive", await pick("three"))).text);
    const { text } = await undo([step.replace("Europe/Berlin", "Europe/Nowhere")]);
    expect(text).toContain("1 could not be restored:");
    expect((await postOf("three")).status).toBe("archived");
  });

  it.each(["{", "[]", '{"slug":"one","tag":"1-1"}', '{"slug":"one","tag":"1-1","fields":{"html":"<p>"}}'])(
    "are not restored from the invented step %s",
    async (step) => {
      expect((await undo([step])).status).toBe(422);
    },
  );

  it("show hostile names and tags as text", async () => {
    const attack = `"><script>alert(1)</script>`;
    await world.api.posts.create("acme", { name: attack, slug: "evil", tags: [attack] });
    const picked = await pick("evil");
    const list = `tag=${encodeURIComponent(attack)}`;
    const pages = [
      await change("archive", picked, { list: `tag=${attack}` }),
      await change("archive", picked, { list: `tag=${attack}` }),
      await change("delete", picked),
      await sendForm("/saved-filters", { name: attack.repeat(9), list: `tag=${attack}` }),
    ];
    await sendForm("/saved-filters", { name: attack, list });
    pages.push(await sendForm("/changed-posts", { act: "x", tag: attack, list }));
    for (const { text } of pages) {
      expect(text).toContain("&lt;script&gt;");
      expect(text).not.toContain("<script>alert");
    }
  });
});
