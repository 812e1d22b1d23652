import { describe, expect, it } from "vitest";
import { postTag, type StoredPostWithHtml } from "../../lib/mod.ts";
import { WorkingCopyConflictError } from "../../lib/content/mod.ts";
import type { AdminActor } from "../../lib/mod.ts";
import { expectProblem } from "../api/world.ts";
import { type AdminRequest, type AdminWorld, openAdminWorld, signedIn } from "./admin_world.ts";

const hello = { organizationSlug: "acme", slug: "hello" };
const none = { ifMatch: null };

interface Writing extends AdminWorld {
  actor: AdminActor;
  address: { actor: AdminActor; slug: string };
  post: StoredPostWithHtml;
}

async function openWriting(): Promise<Writing> {
  const world = await openAdminWorld();
  const actor = await signedIn(world, world.owner.userId);
  const post = await world.api.admin.posts.get({ actor, slug: "hello" });
  return { ...world, actor, address: { actor, slug: "hello" }, post };
}

/** Returns everything that readers and clients see of the posts. */
async function publicStateOf({ api, world }: Writing): Promise<unknown> {
  await api.events.settle();
  const paths = ["post/acme/hello", "posts/acme", "sitemap/acme.xml", "events/acme"];
  return Promise.all(
    paths.map(async (path) => {
      const response = await api.fetch(new Request(`http://localhost/api/public/v1/${path}`));
      return [path, response.status, response.headers.get("etag"), await response.text()];
    }),
  ).then((responses) => [responses, world.clock.now()]);
}

describe("a working copy", () => {
  it("changes nothing of the published post", async () => {
    const writing = await openWriting();
    const { api, address, post } = writing;
    const before = await publicStateOf(writing);
    const events = await api.events.last("acme");
    const copy = await api.admin.posts.workingCopy.save(
      address,
      { name: "New", markdown: "## Why?\n\nSo." },
      none,
    );
    expect(copy).toMatchObject({
      name: "New",
      baseRevision: 1,
      baseTag: postTag(post),
      by: address.actor.userId,
    });
    expect(await publicStateOf(writing)).toEqual(before);
    expect(await api.posts.get(hello)).toEqual(post);
    expect(await api.events.last("acme")).toEqual(events);
    await api.admin.posts.workingCopy.discard(address, { ifMatch: copy?.version ?? "" });
    expect(await publicStateOf(writing)).toEqual(before);
  });

  it("is applied as one revision, with rendered Markdown, and is gone then", async () => {
    const { api, address, post } = await openWriting();
    await api.posts.update(hello, { translations: { de: "hallo" }, description: "Old" });
    const copy = await api.admin.posts.workingCopy.save(
      address,
      { name: "New", tags: ["a"], markdown: "## Why?\n\nSo." },
      none,
    );
    const applied = await api.admin.posts.workingCopy.apply(address, { ifMatch: copy?.version ?? "" });
    expect(applied).toMatchObject({
      id: post.id,
      slug: "hello",
      name: "New",
      tags: ["a"],
      translations: { de: "hallo" },
      html: "<h2>Why?</h2>\n<p>So.</p>\n",
      markdown: "## Why?\n\nSo.",
      markdownDialect: "editor",
      revision: 3,
      publishedAt: post.publishedAt,
    });
    expect(applied).not.toHaveProperty("description");
    expect(await api.admin.posts.workingCopy.get(address)).toBeNull();
    await expect(api.admin.posts.workingCopy.apply(address)).rejects.toThrow('"hello" has none');
  });

  it("with the text that its post has got since disappears without a revision", async () => {
    const { api, address } = await openWriting();
    const text = { name: "New", html: "<p>New</p>" };
    await api.admin.posts.workingCopy.save(address, text, none);
    const post = await api.posts.update(hello, text);
    await expect(api.admin.posts.workingCopy.apply(address)).rejects.toThrow(WorkingCopyConflictError);
    const base = postTag(post);
    const { version = "" } = (await api.admin.posts.workingCopy.get(address)) ?? {};
    expect(
      await api.admin.posts.workingCopy.save(address, { ...text, base }, { ifMatch: version }),
    ).toBeNull();
    expect(await api.posts.get(hello)).toEqual(post);
  });

  it("publishes and schedules its post", async () => {
    const { api, actor } = await openWriting();
    const secret = { actor, slug: "secret" };
    await api.admin.posts.archive(secret);
    const { version } = (await api.admin.posts.workingCopy.get(secret)) ?? { version: null };
    await api.admin.posts.workingCopy.save(secret, { name: "Soon", html: "" }, { ifMatch: version });
    const later = "2030-01-01T09:00:00.000Z";
    const scheduled = await api.admin.posts.workingCopy.apply(secret, { publish: true, publishedAt: later });
    expect(scheduled).toMatchObject({ name: "Soon", status: "scheduled", publishedAt: later });
    await api.admin.posts.workingCopy.save(secret, { name: "Now", html: "" }, none);
    expect(await api.admin.posts.workingCopy.apply(secret, { publish: true })).toMatchObject({
      name: "Now",
      status: "published",
    });
  });

  it("is not overwritten by another writer", async () => {
    const { api, address } = await openWriting();
    const { workingCopy } = api.admin.posts;
    const first = await workingCopy.save(address, { name: "First", html: "" }, none);
    const late = workingCopy.save(address, { name: "Late", html: "" }, none);
    await expect(late).rejects.toThrow(WorkingCopyConflictError);
    await expect(late).rejects.toMatchObject({ current: { name: "First", version: first?.version } });
    const second = await workingCopy.save(
      address,
      { name: "Second", html: "" },
      { ifMatch: first?.version ?? "" },
    );
    const stale = { ifMatch: first?.version ?? "" };
    await expect(workingCopy.save(address, { name: "Late", html: "" }, stale)).rejects.toThrow("has changed");
    await expect(workingCopy.apply(address, stale)).rejects.toThrow(WorkingCopyConflictError);
    await expect(workingCopy.discard(address, stale)).rejects.toThrow(WorkingCopyConflictError);
    expect(await workingCopy.get(address)).toEqual(second);
  });

  it("is saved by one of two writers at the same time", async () => {
    const { api, address } = await openWriting();
    const names = ["One", "Two", "Three"];
    const results = await Promise.allSettled(
      names.map((name) => api.admin.posts.workingCopy.save(address, { name, html: "" }, none)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is not applied over a change of the text", async () => {
    const { api, address, post } = await openWriting();
    const { workingCopy } = api.admin.posts;
    const copy = await workingCopy.save(address, { name: "Mine", html: "" }, none);
    await api.posts.update(hello, { name: "Theirs" });
    await expect(workingCopy.apply(address)).rejects.toThrow(WorkingCopyConflictError);
    const again = { name: "Mine", html: "", base: postTag(post) };
    await expect(workingCopy.save(address, again, { ifMatch: copy?.version ?? "" })).rejects.toThrow(
      "the text of the post has changed",
    );
    const merged = { ...again, base: postTag({ ...post, revision: 2 }) };
    await workingCopy.save(address, merged, { ifMatch: copy?.version ?? "" });
    expect(await workingCopy.apply(address)).toMatchObject({ name: "Mine", revision: 3 });
  });

  it("is applied after a change that is not of the text", async () => {
    const { api, address, post } = await openWriting();
    const { workingCopy } = api.admin.posts;
    await workingCopy.save(address, { name: "Mine", html: "", base: postTag(post) }, none);
    await api.posts.update(hello, { status: "archived" });
    expect(await workingCopy.apply(address)).toMatchObject({ name: "Mine", status: "archived" });
  });

  it("is deleted with its post, and belongs to no later post of the slug", async () => {
    const { api, address } = await openWriting();
    await api.admin.posts.workingCopy.save(address, { name: "Mine", html: "" }, none);
    await api.admin.posts.delete(address);
    await expect(api.admin.posts.workingCopy.get(address)).rejects.toThrow('has no post "hello"');
    const post = await api.posts.create("acme", { name: "Hello" });
    expect(await api.admin.posts.workingCopy.get(address)).toBeNull();
    const old = { name: "Mine", html: "", base: postTag({ id: post.id - 1, revision: 1 }) };
    await expect(api.admin.posts.workingCopy.save(address, old, none)).rejects.toThrow(
      WorkingCopyConflictError,
    );
  });

  it("follows its post to another slug", async () => {
    const { api, actor, address } = await openWriting();
    const copy = await api.admin.posts.workingCopy.save(address, { name: "Mine", html: "" }, none);
    await api.posts.update(hello, { slug: "moved" });
    expect(await api.admin.posts.workingCopy.get({ actor, slug: "moved" })).toEqual(copy);
  });

  it.each<[what: string, input: object, message: string]>([
    ["neither HTML nor Markdown", { name: "A" }, "must have either html or markdown"],
    ["both HTML and Markdown", { name: "A", html: "", markdown: "" }, "must have either html or markdown"],
    ["an empty title", { name: " ", html: "" }, "/name must not be empty"],
    ["another field", { name: "A", html: "", slug: "b" }, "/slug is not a known field"],
    ["a wrong base", { name: "A", html: "", base: "1" }, "/base must be the tag of a post, such as 12-3"],
  ])("refuses %s", async (_what, input, message) => {
    const { api, address } = await openWriting();
    const saved = api.admin.posts.workingCopy.save(address, input as { name: string }, none);
    await expect(saved).rejects.toThrow(message);
  });

  it("has a preview of what readers and search engines will see", async () => {
    const { api, address, post } = await openWriting();
    const { workingCopy } = api.admin.posts;
    const before = await workingCopy.preview(address);
    expect(before).toMatchObject({ post, faqEntries: [{ question: "Why?" }] });
    const markdown = "## When?\n\nNow and *then*.\n\n#### Who?\n\nWe.";
    await workingCopy.save(address, { name: "Questions", markdown }, none);
    const preview = await workingCopy.preview(address);
    expect(preview).toMatchObject({
      url: before.url,
      status: "published",
      faqEntries: [{ question: "When?", answer: "Now and then." }],
      structuredData: { article: { headline: "Questions" } },
      post: { name: "Questions", wordCount: 6, inLanguage: post.inLanguage },
    });
    expect(preview.explanations?.map(({ text, isEntry }) => [text, isEntry])).toEqual([
      ["When?", true],
      ["Who?", false],
    ]);
    expect(preview.warnings.map(({ pointer }) => pointer)).toContain("/article/image");
  });
});

describe("a working copy over HTTP", () => {
  const path = "/posts/hello/working-copy";
  const text = { name: "New", markdown: "## Why?\n\nSo." };

  it("is saved with its ETag, applied and gone", async () => {
    const writing = await openWriting();
    const { owner, post } = writing;
    await expectProblem(await writing.send("GET", path), 404, "not-found");
    const missing = await writing.send("PUT", path, text);
    expect((await expectProblem(missing, 400, "invalid-header")).detail).toContain("If-None-Match: *");
    const first = await writing.send("PUT", path, text, { "if-none-match": "*" });
    expect(await first.json()).toEqual({
      ...text,
      baseRevision: 1,
      baseTag: postTag(post),
      at: post.updatedAt,
      by: owner.userId,
      via: owner.keyId,
    });
    const again = await writing.send("PUT", path, text, { "if-none-match": "*" });
    await expectProblem(again, 412, "precondition-failed");
    const etag = first.headers.get("etag") ?? "";
    const renamed = { ...text, name: "Newer" };
    const second = await writing.send("PUT", path, renamed, { "if-match": etag });
    expect(second.status).toBe(200);
    const stale: AdminRequest[] = [
      ["PUT", path, text, { "if-match": etag }],
      ["POST", `${path}/apply`, {}, { "if-match": etag }],
      ["DELETE", path, undefined, { "if-match": etag }],
    ];
    for (const request of stale) {
      await expectProblem(await writing.send(...request), 412, "precondition-failed");
    }
    const absent = await writing.send("DELETE", path, undefined, { "if-none-match": "*" });
    await expectProblem(absent, 400, "invalid-header");
    const applied = await writing.send("POST", `${path}/apply`);
    expect([applied.status, await applied.json()]).toMatchObject([200, { name: "Newer", revision: 2 }]);
    await expectProblem(await writing.send("DELETE", path), 404, "not-found");
  });

  it("is not made for a draft, which is its own working copy", async () => {
    const { send } = await openWriting();
    const draft = "/posts/secret/working-copy";
    const before = await send("GET", draft);
    const headers = { "if-match": before.headers.get("etag") ?? "" };
    const { detail } = await expectProblem(await send("PUT", draft, text, headers), 409, "is-draft");
    expect(detail).toBe(
      'Cannot save the working copy: "secret" is a draft, which is its own working copy. Change the post itself',
    );
    expect((await send("GET", draft)).headers.get("etag")).toBe(before.headers.get("etag"));
  });

  it("is published by a change of the status only if the request says so", async () => {
    const { send, read, owner, post } = await openWriting();
    await send("PUT", path, text, { "if-none-match": "*" });
    const publish = async (query = "", body: object = { status: "published" }): Promise<Response> =>
      send("PATCH", `/posts/hello${query}`, body);
    const { detail } = await expectProblem(await publish(), 409, "unpublished-changes");
    expect(detail).toBe(
      `Cannot publish the post: "hello" has unpublished changes, saved at ${post.updatedAt} by ${owner.userId}. ` +
        "Set `changes` to `publish` to publish them, too, or to `leave` to keep them unpublished",
    );
    const { detail: rule } = await expectProblem(await publish("?changes=no"), 400, "invalid-parameter");
    expect(rule).toContain("must be publish or leave");
    const tagged = await publish("?changes=publish", { status: "published", tags: ["a"] });
    await expectProblem(tagged, 422, "invalid-body");
    expect(await (await publish("?changes=leave")).json()).toMatchObject({ name: "Hello", revision: 1 });
    expect(await read("GET", path)).toMatchObject(text);
    const draft = await publish("", { status: "draft", tags: ["a"] });
    expect((await expectProblem(draft, 409, "unpublished-changes")).detail).toContain("Send only the status");
    expect(await (await publish("?changes=publish")).json()).toMatchObject({ name: "New", revision: 2 });
    await expectProblem(await send("GET", path), 404, "not-found");
  });

  it.each<[what: string, request: AdminRequest, pointer: string]>([
    ["an unknown field", ["PUT", path, { ...text, slug: "a" }, { "if-none-match": "*" }], "/slug"],
    ["a condition in the body", ["POST", `${path}/apply`, { ifMatch: "1" }, {}], "/ifMatch"],
    ["a wrong type", ["POST", `${path}/apply`, { publish: 1 }, {}], "/publish"],
    ["a time without publishing", ["POST", `${path}/apply`, { publishedAt: "2030-01-01" }, {}], ""],
  ])("refuses %s", async (_what, request, pointer) => {
    const writing = await openWriting();
    await writing.api.admin.posts.workingCopy.save(writing.address, text, none);
    const { errors } = await expectProblem(await writing.send(...request), 422, "invalid-body");
    expect(errors?.map((error) => error.pointer)).toContain(pointer);
  });
});

describe("unpublishing", () => {
  it("makes a published post a draft, which keeps its publication time", async () => {
    const { api, address, post } = await openWriting();
    const draft = await api.admin.posts.unpublish(address);
    expect(draft).toMatchObject({ status: "draft", publishedAt: post.publishedAt });
    const again = await api.admin.posts.publish(address);
    expect(again).toMatchObject({ status: "published", publishedAt: post.publishedAt });
  });

  it("makes a scheduled post a draft without a time, so that it can be published now", async () => {
    const { api, actor } = await openWriting();
    const secret = { actor, slug: "secret" };
    await api.admin.posts.schedule(secret, { publishedAt: "2030-01-01T09:00:00Z" });
    const draft = await api.admin.posts.unpublish(secret);
    expect(draft.status).toBe("draft");
    expect(draft).not.toHaveProperty("publishedAt");
    expect(await api.admin.posts.publish(secret)).toMatchObject({ status: "published" });
  });
});
