import { describe, expect, it } from "vitest";
import { routes } from "../../lib/dashboard/routes.ts";
import { openCountedApi } from "./counted_api.ts";
import { expectPage, formTokenIn, openAs, type SignedIn, signIn, visit } from "./dashboard_world.ts";
import { fieldsIn, hiddenIn } from "./editor_world.ts";

const json = { accept: "application/json" };

/** Opens the form of a new post over a store that takes time to answer. */
async function openNewPost() {
  const { world, userId } = await openCountedApi();
  const visitor = await signIn(world, userId);
  const page = await visitor.page("/o/acme/new-post");
  const send = (fields: Parameters<SignedIn["send"]>[1]): Promise<Response> =>
    visitor.send("/o/acme/new-post", { ...hiddenIn(page), ...fields });
  const drafts = async () => {
    const actor = await world.api.admin.findActor(userId, "acme");
    return actor === null ? [] : (await world.api.admin.posts.list(actor)).posts;
  };
  return { world, visitor, page, send, drafts };
}

describe("the editor of a new post, without a script", () => {
  it("creates nothing until its text is sent", async () => {
    const { page, drafts } = await openNewPost();
    expect(page).toMatch(/<input type="text" id="name"[^>]* autofocus/);
    expect(await drafts()).toEqual([]);
  });

  it("saves a draft, and opens it", async () => {
    const { send, visitor, drafts } = await openNewPost();
    const sent = await send({ name: "First words", content: "*Hi*", tags: "a\nb", action: "save" });
    expect(sent.headers.get("location")).toBe("/dashboard/o/acme/posts/first-words/edit?done=post-created");
    expect(await drafts()).toMatchObject([{ slug: "first-words", status: "draft", tags: ["a", "b"] }]);
    const opened = fieldsIn(await visitor.page("/o/acme/posts/first-words/edit"));
    expect(opened).toMatchObject({ format: "markdown", dialect: "editor", content: "*Hi*" });
  });

  it("creates one draft if it is sent twice, because the first response may have been lost", async () => {
    const { send, drafts } = await openNewPost();
    const fields = { name: "Twice", content: "Text", action: "save" };
    const responses = [await send(fields), await send(fields)];
    const locations = responses.map(({ headers }) => headers.get("location"));
    expect([locations[1], (await drafts()).length]).toEqual([locations[0], 1]);
  });

  it("publishes, and then shows the address of the post", async () => {
    const { send, visitor, drafts } = await openNewPost();
    const sent = await send({ name: "Now", content: "Text", slug: "at-once", action: "apply" });
    const place = "/o/acme/posts/at-once/edit?done=post-published";
    expect(sent.headers.get("location")).toBe(`/dashboard${place}`);
    expect(await drafts()).toMatchObject([{ slug: "at-once", status: "published" }]);
    const page = await visitor.page(place);
    expect(page).toMatch(/Published\. <a href="https:\/\/acme\.example\/[^"]*at-once"[^>]*>View post/);
    expect(page).toContain("data-copy");
  });

  it("keeps the draft if its publication is refused, with the reason at the field", async () => {
    const { send, drafts } = await openNewPost();
    const refused = await send({ name: "Now", content: "Text", image: "no url", action: "apply" });
    await expectPage(refused, 422, 'id="image-error">Picture must be an absolute');
    expect(await drafts()).toMatchObject([{ status: "draft", unfinished: { image: "no url" } }]);
  });

  it("takes an uploaded file, whose front matter the filled fields override", async () => {
    const { send, drafts } = await openNewPost();
    const file = new File(["---\ntitle: In the file\ntags: [x]\n---\nText"], "post.md");
    const sent = await send({ file, action: "upload", articleSection: "News" });
    expect(sent.headers.get("location")).toContain("/posts/in-the-file/edit");
    expect(await drafts()).toMatchObject([
      { name: "In the file", tags: ["x"], articleSection: "News", status: "draft" },
    ]);
  });

  it("tells a script the place of the post, and repeats it if the response was lost", async () => {
    const { world, visitor, page, drafts } = await openNewPost();
    const form = { ...hiddenIn(page), "form-token": visitor.formToken, name: "", content: "Hi", slug: "" };
    const send = async (): Promise<unknown> => {
      const response = await visit(world, "/o/acme/new-post", { ...visitor, form, headers: json });
      return response.json();
    };
    const first = await send();
    expect(first).toMatchObject({
      slug: "untitled",
      path: "/dashboard/o/acme/posts/untitled",
      savedAs: "draft",
    });
    expect(await send()).toEqual(first);
    expect(await drafts()).toHaveLength(1);
  });
});

describe("a form with a long text", () => {
  const paths = routes.flatMap(({ path, showAgain }) =>
    showAgain === undefined ? [] : [path.replace("{organization}", "acme").replaceAll(/\{\w+\}/g, "hello")],
  );

  it.each(paths)("keeps its text if the session ends, and returns to it: %s", async (path) => {
    const { world, visitor } = await openAs("owner");
    const long = `Words & "more"\n${"x".repeat(300)}`;
    const form = { "form-token": visitor.formToken, content: long, text: long, description: long };
    await world.api.sessions.endAll(visitor.userId);
    const ended = await visit(world, `/o/${path}`, { ...visitor, form });
    const kept = await expectPage(ended, 401, "nothing is lost");
    const escaped = long.replace("&", "&amp;").replaceAll('"', "&quot;");
    expect(kept.split(escaped)).toHaveLength(4);

    const { cookie } = await signIn(world, visitor.userId);
    const resumed = await visit(world, `/o/${path}`, { cookie, form: { ...form, "form-token": "" } });
    const page = await expectPage(resumed, 403, "You signed in again after this page was opened");
    expect(page).toContain(escaped);
    expect(formTokenIn(page)).not.toBe("");
  });
});
