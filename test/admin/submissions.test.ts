import { beforeAll, describe, expect, it } from "vitest";
import type { AdminActor, PublicApi, Role } from "../../lib/mod.ts";
import { World } from "../api/world.ts";
import { type Outcome, outcomeOf, Reviewers, stores } from "./reviewers.ts";

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
  const reviewers = new Reviewers(world);
  const { text, submissions, join, draftOf, save, submit, stateOf } = reviewers;
  let api: PublicApi;
  let editor: AdminActor;
  beforeAll(async () => {
    await reviewers.open();
    ({ api, editor } = reviewers);
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
});
