import { beforeAll, describe, expect, it } from "vitest";
import { InvalidInputError, NotFoundError, PreconditionFailedError } from "../../lib/base/errors.ts";
import {
  type AdminActor,
  createPublicApi,
  MissingPermissionError,
  type PublicApi,
  type Role,
  SubmissionChangedError,
} from "../../lib/mod.ts";
import { systemRandomBytes } from "../../lib/base/secrets/random.ts";
import { inspectStore } from "../../lib/moving/inspection/mod.ts";
import { exportRecords, importRecords } from "../../lib/moving/transfer/mod.ts";
import { encodeKey, openStore } from "../../lib/store/mod.ts";
import { allOf } from "../async_items.ts";
import { openLmdb } from "../access/storages.ts";
import { type OpenStorage, World } from "../api/world.ts";
import { memoryDriver } from "../slow_memory.ts";
import { sendAdmin } from "./admin_world.ts";

const openSlow: OpenStorage = async (clock) => ({ storage: memoryDriver({ clock }), close: () => undefined });

const stores: [name: string, open: OpenStorage][] = [
  ["a store that takes time", openSlow],
  ["LMDB", openLmdb],
];

const later = "2027-01-01T09:00:00.000Z";

/** States of the submission of a draft. */
const states = [
  "no submission",
  "pending",
  "sent back",
  "changed since",
  "published meanwhile",
  "deleted",
  "renamed",
] as const;
type State = (typeof states)[number];

/** Roles of callers. The post belongs to the caller unless the name says `another`. */
const callers = [
  "viewer",
  "author",
  "another contributor",
  "another writer",
  "contributor",
  "writer",
  "editor",
] as const;
type CallerName = (typeof callers)[number];

/** State of the submission after an action, or the error. */
type Outcome = "pending" | "sent-back" | "none" | "published" | "refused" | "changed" | "missing";

/** Outcomes for a caller with all permissions that the action needs. */
const outcomes: Readonly<Record<string, Readonly<Record<State, Outcome>>>> = {
  submit: {
    "no submission": "pending",
    pending: "pending",
    "sent back": "pending",
    "changed since": "pending",
    "published meanwhile": "missing",
    deleted: "missing",
    renamed: "pending",
  },
  get: {
    "no submission": "none",
    pending: "pending",
    "sent back": "sent-back",
    "changed since": "pending",
    "published meanwhile": "none",
    deleted: "missing",
    renamed: "pending",
  },
  list: {
    "no submission": "none",
    pending: "pending",
    "sent back": "sent-back",
    "changed since": "pending",
    "published meanwhile": "none",
    deleted: "none",
    renamed: "pending",
  },
  withdraw: {
    "no submission": "missing",
    pending: "none",
    "sent back": "none",
    "changed since": "none",
    "published meanwhile": "missing",
    deleted: "missing",
    renamed: "none",
  },
  approve: {
    "no submission": "changed",
    pending: "published",
    "sent back": "changed",
    "changed since": "changed",
    "published meanwhile": "changed",
    deleted: "missing",
    renamed: "published",
  },
  "send back": {
    "no submission": "changed",
    pending: "sent-back",
    "sent back": "changed",
    "changed since": "sent-back",
    "published meanwhile": "changed",
    deleted: "missing",
    renamed: "sent-back",
  },
};

/** Returns the outcome for a caller. */
function outcomeFor(caller: CallerName, action: string, state: State): Outcome {
  const isReview = action === "approve" || action === "send back";
  if (caller === "viewer" || caller === "author") return "refused";
  if (caller !== "editor" && isReview) return "refused";
  if (!caller.startsWith("another")) return outcomes[action]?.[state] ?? "refused";
  if (action === "list") return "none";
  return state === "deleted" ? "missing" : "refused";
}

describe.each(stores)("submissions in %s", (_name, open) => {
  const world = World.forSuite(open, { adminApi: true });
  let api: PublicApi;
  let editor: AdminActor;
  let count = 0;
  const text = (): PublicApi["admin"]["posts"]["text"] => api.admin.posts.text;
  const submissions = (): PublicApi["admin"]["submissions"] => api.admin.submissions;

  const join = async (role: Role): Promise<AdminActor> => {
    const { id } = await api.users.create({ name: role });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role });
    return (await api.admin.findActor(id, "acme")) as AdminActor;
  };
  const draftOf = async (actor: AdminActor): Promise<{ slug: string; version: string }> => {
    const { post, version } = await text().start(actor, { name: `Post ${++count}`, markdown: "One" });
    return { slug: post.slug, version };
  };
  const save = async (actor: AdminActor, slug: string, markdown: string): Promise<string> => {
    const { version: ifMatch, text: before } = await text().get({ actor, slug });
    return (await text().save({ actor, slug }, { name: before.name, markdown }, { ifMatch })).version;
  };
  const submit = async (actor: AdminActor, slug: string, note?: string): Promise<string> => {
    const { version } = await text().get({ actor, slug });
    const input = { version, ...(note !== undefined && { note }) };
    return (await submissions().submit({ actor, slug }, input)).version;
  };
  const stateOf = async (slug: string): Promise<Outcome> => {
    const found = await submissions().get({ actor: editor, slug });
    return found?.state ?? "none";
  };
  const publicText = async (slug: string): Promise<string | null> => {
    const response = await api.fetch(new Request(`http://localhost/api/public/v1/post/acme/${slug}`));
    return response.ok ? ((await response.json()) as { html: string }).html : null;
  };
  const eventsOf = async (slug: string): Promise<string[]> => {
    await api.events.settle();
    const { events } = await api.events.list("acme", { limit: 1000 });
    return events
      .filter(({ type, data }) => type.startsWith("post.") && "slug" in data && data.slug === slug)
      .map(({ type }) => type);
  };

  beforeAll(async () => {
    ({ api } = world);
    editor = await join("editor");
  });

  /** Brings a draft of a writer into a state. Returns its slug and the version that a caller names. */
  const prepare = async (owner: AdminActor, state: State): Promise<{ slug: string; version: string }> => {
    const { slug, version } = await draftOf(owner);
    if (state === "no submission") return { slug, version };
    const submitted = await submit(owner, slug);
    if (state === "sent back")
      await submissions().sendBack({ actor: editor, slug }, { version: submitted, note: "Longer" });
    if (state === "changed since") await save(owner, slug, "Two");
    if (state === "published meanwhile") await text().publish({ actor: editor, slug });
    if (state === "deleted") await api.admin.posts.delete({ actor: editor, slug });
    if (state !== "renamed") return { slug, version: submitted };
    const renamed = await api.admin.posts.update({ actor: editor, slug }, { slug: `${slug}-moved` });
    return { slug: renamed.slug, version: submitted };
  };

  const act = async (
    action: string,
    actor: AdminActor,
    { slug, version }: { slug: string; version: string },
  ): Promise<Outcome> => {
    const address = { actor, slug };
    switch (action) {
      case "submit": {
        const present = await text()
          .get({ actor: editor, slug })
          .catch(() => ({ version }));
        return (await submissions().submit(address, { version: present.version })).state;
      }
      case "get":
        return (await submissions().get(address))?.state ?? "none";
      case "list": {
        const listed = await submissions().list(actor, { limit: 100 });
        return listed.submissions.find((one) => one.slug === slug)?.state ?? "none";
      }
      case "withdraw":
        await submissions().withdraw(address);
        return stateOf(slug);
      case "approve":
        return (await submissions().approve(address, { version })).status as Outcome;
      default:
        return (await submissions().sendBack(address, { version, note: "Again" })).state;
    }
  };

  const errors: [new (...parts: never[]) => Error, Outcome][] = [
    [MissingPermissionError, "refused"],
    [SubmissionChangedError, "changed"],
    [NotFoundError, "missing"],
  ];
  const outcomeOf = (error: unknown): unknown =>
    errors.find(([Class]) => error instanceof Class)?.[1] ?? error;

  describe.each(Object.keys(outcomes))("%s", (action) => {
    it.each(states)("%s", async (state) => {
      const seen = await Promise.all(
        callers.map(async (name) => {
          const actor = await join(name.replace("another ", "") as Role);
          const owner = name === "contributor" || name === "writer" ? actor : await join("contributor");
          const post = await prepare(owner, state);
          const before =
            state === "deleted" ? null : await api.posts.get({ organizationSlug: "acme", ...post });
          const outcome = await act(action, actor, post).catch(outcomeOf);
          const after = await api.posts.get({ organizationSlug: "acme", slug: post.slug });
          const isPublished = before?.status !== "published" && after?.status === "published";
          return [name, outcome, isPublished];
        }),
      );
      const expected = callers.map((name) => {
        const outcome = outcomeFor(name, action, state);
        return [name, outcome, outcome === "published"];
      });
      expect(seen).toEqual(expected);
    });
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
        expect(seen.toSorted()).toEqual(["changed", "published"]);
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
          if (approved === "published") {
            expect([name, shown]).toEqual([name, "<p>One</p>\n"]);
            // A save after the publication makes a working copy.
            if (name !== "save") expect([name, rivalled]).not.toEqual([name, "done"]);
          } else expect([name, approved, shown, rivalled]).toEqual([name, "changed", null, "done"]);
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
