import { beforeAll, describe, expect, it } from "vitest";
import { InvalidInputError, NotFoundError, PreconditionFailedError } from "../../lib/base/errors.ts";
import { systemRandomBytes } from "../../lib/base/secrets/random.ts";
import { type AdminActor, createPublicApi, type PublicApi, SubmissionChangedError } from "../../lib/mod.ts";
import { exportRecords, importRecords, inspectStore } from "../../lib/moving/entry.ts";
import { encodeKey, openStore } from "../../lib/store/mod.ts";
import { World } from "../api/world.ts";
import { allOf } from "../async_items.ts";
import { memoryDriver } from "../slow_memory.ts";
import { sendAdmin } from "./admin_world.ts";
import { outcomeOf, Reviewers, stores } from "./reviewers.ts";

const later = "2027-01-01T09:00:00.000Z";

describe.each(stores)("a submitted text in %s", (_name, open) => {
  const world = World.forSuite(open, { adminApi: true });
  const reviewers = new Reviewers(world);
  const { text, submissions, join, draftOf, save, submit, stateOf, publicText, eventsOf } = reviewers;
  let api: PublicApi;
  let editor: AdminActor;
  beforeAll(async () => {
    await reviewers.open();
    ({ api, editor } = reviewers);
  });

  it("fixes a revision of the saves of a draft, and ends with its publication in one commit", async () => {
    const cora = await join("contributor");
    const { slug } = await draftOf(cora);
    const saved = await save(cora, slug, "Two");
    const submission = await submissions().submit(
      { actor: cora, slug },
      { version: saved, note: " Please " },
    );
    expect(submission).toMatchObject({
      slug,
      note: "Please",
      by: cora.userId,
      state: "pending",
      revision: 2,
      isCurrent: true,
    });
    expect(submission.version).toBe(submission.presentVersion);
    expect(submission.version).not.toBe(saved);
    // A page that was open before can still save.
    const { text: shown } = await text().get({ actor: cora, slug });
    await text().save({ actor: cora, slug }, shown, { ifMatch: saved });
    expect(await submissions().get({ actor: cora, slug })).toEqual(submission);
    await api.events.settle();
    await world.forgetWrites();
    const { version } = submission;
    await submissions().approve({ actor: editor, slug }, { version });
    expect(await publicText(slug)).toBe("<p>Two</p>\n");
    const commits = world.writes.filter((write) => write.includes("submission!"));
    expect(commits).toHaveLength(1);
    expect(commits[0]).toContain(`post!${slug}`);
    expect(commits[0]).toContain("post.published");
    expect(commits[0]).toContain("submission.approved");
    expect(await stateOf(slug)).toBe("none");
    expect(await eventsOf(slug)).toEqual(["post.submitted", "post.published"]);
  });

  it("writes nothing for the same text and note again, and one event for each change", async () => {
    const cora = await join("contributor");
    const { slug, version } = await draftOf(cora);
    const input = { version, note: "One" };
    const first = await submissions().submit({ actor: cora, slug }, input);
    world.clock.advance(1000);
    expect(await submissions().submit({ actor: cora, slug }, input)).toEqual(first);
    await submissions().submit({ actor: cora, slug }, { version, note: "Two" });
    await submissions().sendBack({ actor: editor, slug }, { version, note: "No" });
    const again = await submissions().submit({ actor: cora, slug }, { version, note: "Two" });
    expect(again).toMatchObject({ state: "pending", note: "Two" });
    expect(again).not.toHaveProperty("answer");
    expect(await eventsOf(slug)).toEqual([
      "post.submitted",
      "post.submitted",
      "post.sent-back",
      "post.submitted",
    ]);
    const { entries } = await api.admin.organization.audit(
      { ...editor, permissions: ["keys:manage"] },
      { kind: "submission", limit: 4 },
    );
    expect(entries.map((entry) => [entry.action, entry.by, entry.subject, entry.detail])).toEqual(
      expect.arrayContaining([
        ["submission.created", cora.userId, slug, version],
        ["submission.sent-back", editor.userId, slug, version],
      ]),
    );
  });

  it("keeps the answer of the editor, with the present text", async () => {
    const cora = await join("contributor");
    const { slug, version } = await draftOf(cora);
    await submissions().submit({ actor: cora, slug }, { version });
    const sent = await submissions().sendBack({ actor: editor, slug }, { version, note: "Longer" });
    expect(sent).toMatchObject({
      state: "sent-back",
      answer: { note: "Longer", by: editor.userId },
      isCurrent: true,
    });
    const presentVersion = await save(cora, slug, "Two");
    expect(await submissions().get({ actor: cora, slug })).toMatchObject({
      version,
      presentVersion,
      isCurrent: false,
      answer: { note: "Longer" },
    });
  });

  it("submits the working copy of a public post, and publishes only this copy", async () => {
    const cora = await join("contributor");
    const { slug, version } = await draftOf(cora);
    await submissions().submit({ actor: cora, slug }, { version });
    await submissions().approve({ actor: editor, slug }, { version });
    await expect(submit(cora, slug)).rejects.toThrow(NotFoundError);
    await save(cora, slug, "Two");
    const submitted = await submit(cora, slug);
    expect(submitted).toContain("~");
    await api.admin.posts.update({ actor: editor, slug }, { aliases: [`/${slug}`] });
    expect(await stateOf(slug)).toBe("pending");
    await save(cora, slug, "Three");
    const approve = async (of: string): Promise<unknown> =>
      submissions().approve({ actor: editor, slug }, { version: of });
    await expect(approve(submitted)).rejects.toThrow(SubmissionChangedError);
    expect(await publicText(slug)).toBe("<p>One</p>\n");
    await approve(await submit(cora, slug));
    expect([await publicText(slug), await stateOf(slug)]).toEqual(["<p>Three</p>\n", "none"]);
  });

  it("schedules the text, with the time zone", async () => {
    const cora = await join("contributor");
    const { slug, version } = await draftOf(cora);
    await submissions().submit({ actor: cora, slug }, { version });
    const input = { version, publishedAt: later, timeZone: "Europe/Vienna", isScheduled: true };
    const post = await submissions().approve({ actor: editor, slug }, input);
    expect(post).toMatchObject({ status: "scheduled", publishedAt: later, scheduleZone: "Europe/Vienna" });
    expect(await stateOf(slug)).toBe("none");
  });

  const ends: [name: string, act: (slug: string) => Promise<unknown>][] = [
    ["publish", async (slug) => text().publish({ actor: editor, slug }, { changes: "publish" })],
    [
      "schedule",
      async (slug) =>
        api.admin.posts.schedule({ actor: editor, slug }, { publishedAt: later, changes: "leave" }),
    ],
    ["unpublish", async (slug) => text().unpublish({ actor: editor, slug })],
    ["archive", async (slug) => api.admin.posts.archive({ actor: editor, slug })],
    ["apply", async (slug) => api.admin.posts.workingCopy.apply({ actor: editor, slug })],
  ];
  it.each(ends)("ends with the action %s on a public post with changes", async (_action, end) => {
    const cora = await join("contributor");
    const { slug } = await draftOf(cora);
    await text().publish({ actor: editor, slug });
    await save(cora, slug, "Two");
    await submit(cora, slug);
    await end(slug);
    expect(await stateOf(slug)).toBe("none");
  });

  it("ends with a publication that changes nothing of the post", async () => {
    const cora = await join("contributor");
    const { slug } = await draftOf(cora);
    await text().publish({ actor: editor, slug });
    await save(cora, slug, "Two");
    await save(cora, slug, "One");
    const version = await submit(cora, slug);
    const before = await api.posts.get({ organizationSlug: "acme", slug });
    await submissions().approve({ actor: editor, slug }, { version });
    expect(await api.posts.get({ organizationSlug: "acme", slug })).toEqual(before);
    expect(await stateOf(slug)).toBe("none");
    expect(await api.admin.posts.workingCopy.get({ actor: editor, slug })).toBeNull();
  });

  it.each<[name: string, input: object, error: new (...parts: never[]) => Error, message: RegExp]>([
    ["another version", { version: "1-1" }, PreconditionFailedError, /Its version is now/],
    ["no version", {}, InvalidInputError, /version/],
    ["a long version", { version: "1".repeat(201) }, InvalidInputError, /version must be at most 200/],
    [
      "a long note",
      { version: "1-1", note: "n".repeat(1001) },
      InvalidInputError,
      /note must be at most 1000/,
    ],
    ["an empty note", { version: "1-1", note: " " }, InvalidInputError, /note must not be empty/],
    ["an unknown field", { version: "1-1", state: "pending" }, InvalidInputError, /state/],
  ])("refuses %s", async (_case, input, error, message) => {
    const cora = await join("contributor");
    const { slug } = await draftOf(cora);
    const submitting = submissions().submit({ actor: cora, slug }, input as { version: string });
    await expect(submitting).rejects.toThrow(error);
    await expect(submitting).rejects.toThrow(message);
    expect(await stateOf(slug)).toBe("none");
  });

  it("refuses a draft with a field that is not valid yet", async () => {
    const cora = await join("contributor");
    const { slug, version: ifMatch } = await draftOf(cora);
    const { version } = await text().save(
      { actor: cora, slug },
      { name: "", markdown: "One", image: "htt" },
      { ifMatch },
    );
    const submitting = submissions().submit({ actor: cora, slug }, { version });
    await expect(submitting).rejects.toThrow(InvalidInputError);
    await expect(submitting).rejects.toThrow(/\/name of the draft is not valid yet; \/image/);
  });

  it("lists pages of own submissions, in a state", async () => {
    const [cora, other] = [await join("contributor"), await join("contributor")];
    const own: string[] = [];
    for (const actor of [cora, other, cora, other, cora]) {
      const { slug, version } = await draftOf(actor);
      await submissions().submit({ actor, slug }, { version });
      if (actor === cora) own.push(slug);
    }
    const [sent = ""] = own;
    const { version } = (await submissions().get({ actor: cora, slug: sent })) ?? { version: "" };
    await submissions().sendBack({ actor: editor, slug: sent }, { version, note: "Longer" });
    const listed = async (actor: AdminActor, state?: "pending" | "sent-back"): Promise<string[]> => {
      const slugs: string[] = [];
      let after: string | null | undefined;
      while (after !== null) {
        const query = { limit: 2, ...(after && { after }), ...(state && { state }) };
        const page = await submissions().list(actor, query);
        slugs.push(...page.submissions.map(({ slug }) => slug));
        after = page.next;
      }
      return slugs;
    };
    expect(await listed(cora)).toEqual(own);
    expect(await listed(cora, "pending")).toEqual(own.slice(1));
    expect(await listed(cora, "sent-back")).toEqual([sent]);
    expect(await listed(editor)).toEqual(expect.arrayContaining(own));
  });

  describe("with two processes", () => {
    const approvalOf = async (by: PublicApi, slug: string, version: string): Promise<unknown> =>
      by.admin.submissions.approve({ actor: editor, slug }, { version }).then(
        ({ status }) => status,
        (error: unknown) => outcomeOf(error),
      );
    const other = (): PublicApi => createPublicApi({ storage: world.storage, clock: world.clock });

    it("lets one of two approvers win", async () => {
      for (let round = 0; round < 5; round++) {
        const cora = await join("contributor");
        const { slug, version } = await draftOf(cora);
        await submissions().submit({ actor: cora, slug }, { version });
        const seen = await Promise.all([api, other()].map(async (by) => approvalOf(by, slug, version)));
        expect(new Set(seen)).toEqual(new Set(["changed", "published"]));
        expect(await eventsOf(slug)).toEqual(["post.submitted", "post.published"]);
        const { entries } = await api.audit.list("acme", { kind: "submission" });
        const approved = entries.filter(
          (entry) => entry.action === "submission.approved" && entry.subject === slug,
        );
        expect(approved).toHaveLength(1);
      }
    });

    it("publishes the submitted text or nothing while its writer saves, withdraws or gets it back", async () => {
      const rivals: Record<
        string,
        (by: PublicApi, cora: AdminActor, slug: string, version: string) => Promise<unknown>
      > = {
        save: async (by, actor, slug, ifMatch) =>
          by.admin.posts.text.save({ actor, slug }, { name: "Two", markdown: "Two" }, { ifMatch }),
        withdraw: async (by, actor, slug) => by.admin.submissions.withdraw({ actor, slug }),
        "send back": async (by, _cora, slug, version) =>
          by.admin.submissions.sendBack({ actor: editor, slug }, { version, note: "No" }),
      };
      for (const [name, rival] of Object.entries(rivals)) {
        for (let round = 0; round < 5; round++) {
          const cora = await join("contributor");
          const { slug, version } = await draftOf(cora);
          await submissions().submit({ actor: cora, slug }, { version });
          const [approved, rivalled] = await Promise.all([
            approvalOf(api, slug, version),
            rival(other(), cora, slug, version).then(
              () => "done",
              (error: unknown) => outcomeOf(error),
            ),
          ]);
          const shown = await publicText(slug);
          const isPublished = approved === "published";
          const expected = isPublished ? ["published", "<p>One</p>\n"] : ["changed", null];
          expect([name, approved, shown]).toEqual([name, ...expected]);
          // A save after the publication makes a working copy.
          const isBeaten = isPublished && name !== "save";
          expect([name, rivalled === "done"]).toEqual([name, !isBeaten]);
        }
      }
    });
  });

  it("answers over HTTP, and names both versions", async () => {
    const cora = await join("contributor");
    const { slug, version } = await draftOf(cora);
    const keyOf = async ({ userId }: AdminActor): Promise<string> =>
      (await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Key" })).key;
    const [own, editors] = [await keyOf(cora), await keyOf(editor)];
    const path = `/posts/${slug}/submission`;
    const send = async (
      key: string,
      ...request: Parameters<typeof sendAdmin>[2]
    ): Promise<[number, unknown]> => {
      const response = await sendAdmin({ api }, key, request);
      return [response.status, response.status === 204 ? null : await response.json()];
    };
    expect((await send(own, "GET", path))[0]).toBe(404);
    expect(await send(own, "PUT", path, { version, note: "Hi" })).toEqual([
      200,
      expect.objectContaining({ slug, version, note: "Hi", state: "pending", isCurrent: true }),
    ]);
    expect((await send(own, "GET", "/submissions?state=pending"))[1]).toEqual({
      submissions: [expect.objectContaining({ slug })],
      nextCursor: null,
    });
    expect((await send(own, "GET", "/submissions?state=approved"))[0]).toBe(400);
    expect((await send(own, "POST", `${path}/approve`, { version }))[0]).toBe(403);
    const present = await save(cora, slug, "Two");
    const [status, problem] = await send(editors, "POST", `${path}/approve`, { version });
    expect(status).toBe(409);
    expect(problem).toMatchObject({ code: "submission-changed" });
    expect((problem as { detail: string }).detail).toContain(`"${version}"`);
    expect((problem as { detail: string }).detail).toContain(`"${present}"`);
    expect(await send(editors, "POST", `${path}/send-back`, { version, note: "No" })).toEqual([
      200,
      expect.objectContaining({ state: "sent-back", isCurrent: false }),
    ]);
    expect(await send(own, "DELETE", path)).toEqual([204, null]);
    const [, again] = await send(own, "PUT", path, { version: present });
    const submitted = (again as { version: string }).version;
    expect((await send(editors, "POST", `${path}/approve`, { version: submitted }))[0]).toBe(200);
    expect(await publicText(slug)).toBe("<p>Two</p>\n");
  });

  it("is copied with its post, and found if the post is lost", async () => {
    const cora = await join("contributor");
    const { slug, version } = await draftOf(cora);
    await submissions().submit({ actor: cora, slug }, { version, note: "Hi" });
    await submissions().sendBack({ actor: editor, slug }, { version, note: "Longer" });
    const submission = await submissions().get({ actor: editor, slug });
    const { clock } = world;
    const storage = memoryDriver({ clock });
    const copy = async (): Promise<object> =>
      importRecords(storage, exportRecords(world.storage, { clock }), { clock });
    await copy();
    const copied = createPublicApi({ storage, clock });
    expect(await copied.admin.submissions.get({ actor: editor, slug })).toEqual(submission);
    expect(await copy()).toMatchObject({ created: 0, updated: 0 });
    const store = openStore(storage, { deployment: "process", clock, randomBytes: systemRandomBytes });
    await store.commit(["org", "acme"], { deletes: [["post-id", submission?.postId ?? 0]] });
    const found = (await allOf(inspectStore(storage, { clock }))).map(({ problem, address }) => [
      problem,
      address.key,
    ]);
    const key = encodeKey(["submission", submission?.postId ?? 0]);
    expect(found).toContainEqual([expect.any(String), key]);
  });

  it("hides its events from readers without `posts:write`", async () => {
    const cora = await join("contributor");
    const { slug, version } = await draftOf(cora);
    await api.events.settle();
    const after = await api.events.last("acme");
    await submissions().submit({ actor: cora, slug }, { version, note: "Hi" });
    await api.events.settle();
    const read = async (
      { userId }: AdminActor,
      query = "",
    ): Promise<{ events?: unknown[]; code?: string }> => {
      const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Key" });
      const path = `/api/public/v1/events/acme?after=${after}${query}`;
      const request = new Request(`http://localhost${path}`, { headers: { "x-api-key": key } });
      return (await (await api.fetch(request)).json()) as object;
    };
    const data: unknown = expect.objectContaining({ slug, version, note: "Hi", by: cora.userId });
    const submitted: unknown = expect.objectContaining({ type: "post.submitted", data });
    expect((await read(cora)).events).toEqual([]);
    expect((await read(cora, "&types=post.submitted")).code).toBe("missing-permission");
    expect((await read(editor)).events).toEqual([submitted]);
  });
});
