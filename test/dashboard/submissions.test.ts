import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../../lib/mod.ts";
import { signedIn } from "../admin/admin_world.ts";
import { type DashboardWorld, openDashboardWorld, type SignedIn, signInAs } from "./dashboard_world.ts";
import { fieldsIn, hiddenIn, tagOf } from "./editor_world.ts";

const textOf = (page: string): string => page.replaceAll(/<[^<>]+>/g, " ").replaceAll(/\s+/g, " ");

let world: DashboardWorld;
let contributor: SignedIn;
let editor: SignedIn;
beforeEach(async () => {
  world = await openDashboardWorld();
  const actor = await signedIn(world, world.owner.userId);
  await world.api.admin.submissions.withdraw({ actor, slug: "secret" });
  contributor = await signInAs(world, "contributor");
  editor = await signInAs(world, "editor");
});

/** Path of the draft that the contributor writes. */
const draft = "/o/acme/posts/my-text";
const submission = `${draft}/submission`;

/** Creates a draft by the editor of a new post. */
async function write(visitor: SignedIn, fields: Record<string, string> = {}): Promise<Response> {
  return visitor.send("/o/acme/new-post", {
    format: "markdown",
    name: "My text",
    content: "One",
    "form-id": crypto.randomUUID(),
    action: "save",
    ...fields,
  });
}

/** Writes and submits a text as the contributor. */
async function submit(note = "Please by Friday"): Promise<void> {
  await write(contributor);
  const { version = "" } = hiddenIn(await contributor.page(submission));
  const response = await contributor.send(submission, { version, note });
  expect(response.headers.get("location")).toBe(`/dashboard${draft}?done=post-submitted`);
}

/** Saves another text of the draft. */
async function change(visitor: SignedIn, content: string): Promise<void> {
  const fields = fieldsIn(await visitor.page(`${draft}/edit`));
  expect((await visitor.send(`${draft}/working-copy`, { ...fields, content })).status).toBe(303);
}

async function statusOf(): Promise<string | undefined> {
  return (await world.api.posts.get({ organizationSlug: "acme", slug: "my-text" }))?.status;
}

describe("a text that is submitted for review", () => {
  it("is saved by the button of the editor, and submitted with a note", async () => {
    const response = await write(contributor, { action: "submit" });
    expect(response.headers.get("location")).toBe(`/dashboard${submission}`);
    const page = await contributor.page(submission);
    expect(page).toContain("Submit for review");
    const { version = "" } = hiddenIn(page);
    await contributor.send(submission, { version, note: "Please by Friday" });
    for (const path of [draft, `${draft}/edit`, submission]) {
      const shown = textOf(await contributor.page(path));
      expect(shown).toMatch(/You submitted this text for review just now : Please by Friday/);
    }
    expect(await statusOf()).toBe("draft");
  });

  it("is listed for editors with its writer, time and note, and asked for on the overview", async () => {
    await submit();
    const row = /<tr><th scope="row">.*?<\/tr>/s.exec(await editor.page("/o/acme/submissions"))?.[0] ?? "";
    expect(textOf(row)).toMatch(/My text .*waiting for review .*Ann , just now .*Please by Friday/);
    const overview = textOf(await editor.page("/o/acme"));
    expect(overview).toMatch(/My text waits for your review\. Ann , just now : Please by Friday/);
    expect(textOf(await contributor.page("/o/acme/submissions"))).toContain("Please by Friday");
    const other = await signInAs(world, "contributor");
    expect(await other.page("/o/acme/submissions")).not.toContain("My text");
  });

  it("is published by its approval", async () => {
    await submit();
    const { version = "" } = hiddenIn(await editor.page(submission));
    const response = await editor.send(`${submission}/approve`, { version });
    expect(response.headers.get("location")).toBe(`/dashboard${draft}?done=post-published`);
    expect(await statusOf()).toBe("published");
    expect(await editor.page("/o/acme/submissions")).toContain("No text waits for a review.");
    expect(textOf(await contributor.page(draft))).not.toContain("submitted this text");
  });

  it("is scheduled by its approval, in the time zone of the reviewer", async () => {
    await submit();
    const { version = "" } = hiddenIn(await editor.page(submission));
    const times = { date: "2099-01-01", time: "09:00", timeZone: "Europe/Berlin", action: "schedule" };
    const early = await editor.send(`${submission}/approve`, { version, ...times, date: "2001-01-01" });
    expect(early.status).toBe(422);
    expect(await early.text()).toContain("must be in the future");
    const response = await editor.send(`${submission}/approve`, { version, ...times });
    expect(response.headers.get("location")).toBe(`/dashboard${draft}?done=post-scheduled`);
    const post = await world.api.posts.get({ organizationSlug: "acme", slug: "my-text" });
    expect(post).toMatchObject({ status: "scheduled", publishedAt: "2099-01-01T08:00:00.000Z" });
  });

  it("is sent back with a note, which its writer reads in the editor, on the post and on the overview", async () => {
    await submit();
    const { version = "" } = hiddenIn(await editor.page(submission));
    const empty = await editor.send(`${submission}/send-back`, { version, note: "" });
    expect(empty.status).toBe(422);
    const response = await editor.send(`${submission}/send-back`, { version, note: "Which source?" });
    expect(response.headers.get("location")).toBe("/dashboard/o/acme/submissions?done=submission-sent-back");
    for (const path of [draft, `${draft}/edit`, submission]) {
      expect(textOf(await contributor.page(path))).toMatch(/sent this text back just now : Which source\?/);
    }
    expect(textOf(await contributor.page("/o/acme"))).toMatch(
      /My text was sent back to you\. Ann , just now : Which source\?/,
    );
    const { version: again = "" } = hiddenIn(await contributor.page(submission));
    await contributor.send(submission, { version: again, note: "" });
    expect(textOf(await editor.page("/o/acme/submissions"))).toMatch(/My text .*waiting for review/);
  });

  it("is withdrawn by its writer", async () => {
    await submit();
    expect((await contributor.send(`${submission}/withdraw`)).headers.get("location")).toMatch(/withdrawn$/);
    expect(await editor.page("/o/acme/submissions")).toContain("No text waits for a review.");
    expect(await contributor.page(submission)).toContain("Submit for review");
  });

  it("is not approved after a change, which the page shows with a way on", async () => {
    await submit();
    const opened = hiddenIn(await editor.page(submission));
    await change(contributor, "One\n\nTwo");
    const response = await editor.send(`${submission}/approve`, { version: opened["version"] ?? "" });
    const page = await response.text();
    expect(response.status).toBe(409);
    expect(textOf(page)).toMatch(/Ann changed the text after submitting, just now/);
    expect(page).toMatch(/<ins dir="auto"><span class="mark">\+<\/span> Two/);
    expect(page).not.toContain("Approve and publish");
    expect(await statusOf()).toBe("draft");
    const present = /action="[^"]*\/publish">.*?<\/form>/s.exec(page)?.[0] ?? "";
    expect((await editor.send(`${draft}/publish`, hiddenIn(present))).status).toBe(303);
    expect(await statusOf()).toBe("published");
    expect(await editor.page("/o/acme/submissions")).toContain("No text waits for a review.");
  });

  it("is submitted only as the page showed it", async () => {
    await write(contributor);
    const { version = "" } = hiddenIn(await contributor.page(submission));
    await change(contributor, "Two");
    const response = await contributor.send(submission, { version, note: "Read it" });
    expect(response.status).toBe(412);
    const again = await response.text();
    expect(again).toContain("Read it");
    expect((await contributor.send(submission, { version: hiddenIn(again)["version"] ?? "" })).status).toBe(
      303,
    );
  });

  it("is compared with the public post", async () => {
    await submit();
    const { version = "" } = hiddenIn(await editor.page(submission));
    await editor.send(`${submission}/approve`, { version });
    await change(contributor, "One\n\nTwo");
    const { version: copy = "" } = hiddenIn(await contributor.page(submission));
    await contributor.send(submission, { version: copy });
    const page = await editor.page(submission);
    expect(page).toContain("Changes of the post");
    expect(page).toMatch(/<ins dir="auto"><span class="mark">\+<\/span> Two/);
    await editor.send(`${submission}/approve`, { version: copy });
    const post = await world.api.posts.get({ organizationSlug: "acme", slug: "my-text" });
    expect(post?.html).toContain("<p>Two</p>");
  });

  it("shows hostile notes as text", async () => {
    await submit("</blockquote><script>alert(1)</script>");
    for (const path of ["/o/acme", "/o/acme/submissions", submission, `${draft}/edit`, draft]) {
      const page = await editor.page(path);
      expect(page).not.toContain("<script>alert");
    }
  });

  it("refuses a note that is too long", async () => {
    await write(contributor);
    const { version = "" } = hiddenIn(await contributor.page(submission));
    expect((await contributor.send(submission, { version, note: "x".repeat(1001) })).status).toBe(422);
  });
});

/** Buttons and forms of a post's pages, with an expression that finds each. */
const offers = {
  edit: /href="[^"]*\/edit"/,
  submit: /Submit for review/,
  publish: /\/publish"|value="apply"/,
  schedule: /\/schedule"|value="schedule"/,
  unpublish: /\/unpublish"|value="unpublish"/,
  archive: /\/archive"/,
  delete: /\/delete"/,
  history: /id="history"/,
} as const;

type Offer = keyof typeof offers;

/** Offers of the page of a post by role: for an own draft, an own published post, and a published post of somebody else. */
const offered: readonly [Role, Record<"draft" | "published" | "foreign", readonly Offer[]>][] = [
  [
    "contributor",
    { draft: ["edit", "submit", "delete", "history"], published: ["edit", "history"], foreign: [] },
  ],
  [
    "writer",
    {
      draft: ["edit", "publish", "schedule", "archive", "delete", "history"],
      published: ["edit", "unpublish", "archive", "delete", "history"],
      foreign: [],
    },
  ],
  [
    "editor",
    {
      draft: ["edit", "publish", "schedule", "archive", "delete", "history"],
      published: ["edit", "unpublish", "archive", "delete", "history"],
      foreign: ["edit", "unpublish", "archive", "delete", "history"],
    },
  ],
  ["viewer", { draft: [], published: [], foreign: [] }],
];

describe.each(offered)("the pages of posts for the role %s", (role, { draft: own, published, foreign }) => {
  let visitor: SignedIn;
  beforeEach(async () => {
    visitor = await signInAs(world, role);
    if (own.length > 0) await write(visitor);
  });

  const offersOf = async (path: string): Promise<string[]> => {
    const page = /<main.*<\/main>/s.exec(await visitor.page(path))?.[0] ?? "";
    return Object.entries(offers).flatMap(([name, pattern]) => (pattern.test(page) ? [name] : []));
  };

  it("offer only what the role may do with an own draft", async () => {
    if (own.length === 0) return;
    expect(await offersOf(draft)).toEqual(own);
    const editing = own.filter((name) => ["submit", "publish", "schedule"].includes(name));
    expect(await offersOf(`${draft}/edit`)).toEqual(expect.arrayContaining(editing));
    expect((await offersOf(`${draft}/edit`)).includes("publish")).toBe(own.includes("publish"));
  });

  it("offer only what the role may do with an own published post", async () => {
    if (own.length === 0) return;
    await world.api.posts.update({ organizationSlug: "acme", slug: "my-text" }, { status: "published" });
    expect(await offersOf(draft)).toEqual(published);
    const settings = /name="slug"/.test(await visitor.page(`${draft}/edit`));
    expect(settings).toBe(published.includes("unpublish"));
  });

  it("offer only what the role may do with a post of somebody else", async () => {
    expect(await offersOf("/o/acme/posts/hello")).toEqual(foreign);
    const tag = await tagOf(world);
    const refused = foreign.length === 0 ? 403 : 303;
    expect((await visitor.send("/o/acme/posts/hello/unpublish", { tag })).status).toBe(refused);
  });

  it("let the role select only posts that it may publish", async () => {
    const list = await visitor.page("/o/acme/posts");
    expect(/name="post" value="[^"]* hello"/.test(list)).toBe(foreign.length > 0);
    expect(/name="post" value="[^"]* my-text"/.test(list)).toBe(own.includes("publish"));
    expect(list.includes("/new-post")).toBe(own.length > 0);
    expect(list.includes("/import-posts")).toBe(role === "editor");
  });
});

it("shows each writer the own drafts first", async () => {
  const writer = await signInAs(world, "writer");
  await write(writer, { name: "Mine" });
  await write(editor, { name: "Theirs" });
  const cardOf = async (visitor: SignedIn): Promise<string> =>
    textOf(/aria-label="My drafts".*?<\/section>/s.exec(await visitor.page("/o/acme"))?.[0] ?? "");
  expect(await cardOf(writer)).toContain("Mine");
  expect(await cardOf(writer)).not.toContain("Theirs");
  expect(await cardOf(editor)).toContain("Theirs");
  expect(await cardOf(editor)).not.toContain("Mine");
});

it("changes only the posts of a selection that the visitor may change", async () => {
  const writer = await signInAs(world, "writer");
  await write(writer);
  const picked = [`${await tagOf(world, "my-text")} my-text`, `${await tagOf(world)} hello`];
  const response = await writer.send("/o/acme/changed-posts", { post: picked, act: "archive", list: "" });
  expect(textOf(await response.text())).toMatch(
    /1 post archived\. 1 could not be archived: Hello : your role does not allow it for this post\./,
  );
  expect(await statusOf()).toBe("archived");
});

it("keeps a program's approval and the page's apart: the second gets the present state", async () => {
  await submit();
  const { version = "" } = hiddenIn(await editor.page(submission));
  const actor = await signedIn(world, editor.userId);
  await world.api.admin.submissions.approve({ actor, slug: "my-text" }, { version });
  const response = await editor.send(`${submission}/approve`, { version });
  expect(response.status).toBe(409);
  expect(await response.text()).toContain("No text of this post waits for a review.");
});
