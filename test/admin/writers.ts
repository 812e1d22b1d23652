import { type PostChanges, type PostStatus, postTag } from "../../lib/content/mod.ts";
import { isEqualJson } from "../../lib/base/is_equal_json.ts";
import { importPosts, type ImportReport } from "../../lib/import/mod.ts";
import type { AdminActor, PostUpdateOptions, PublicApi, StoredPostWithHtml } from "../../lib/mod.ts";
import type { World } from "../api/world.ts";
import { saveBesideDraft } from "./admin_world.ts";

const later = "2027-01-01T09:00:00.000Z";

/** Name of a state of a post. */
export type PostStateName =
  | "draft"
  | "draft without a title"
  | "draft with unfinished fields"
  | "draft with a working copy"
  | "scheduled"
  | "scheduled, with changes"
  | "published"
  | "published, with changes"
  | "published, with outdated changes"
  | "archived"
  | "archived, with changes";

/** The text of the post in its state: `Old` is stored, and `New` is the text that its writer sees. A refused action has the name of its refusal. */
export type Outcome =
  | [publicText: string | null, status: string, writersText: string, events: string]
  | Refusal;

type Refusal = "is a draft" | "would have two texts" | "is not alone" | "unfinished" | "asks" | "conflict";

export const publishes = "post.published";

const refused: Readonly<Record<Refusal, RegExp>> = {
  "is a draft": /is a draft, which is its own working copy/,
  "would have two texts": /Cannot make the post a draft with another text/,
  "is not alone": /at most a `publishedAt`/,
  unfinished: /name is not valid yet|image is not valid yet/,
  asks: /has unpublished changes/,
  conflict: /has changed|unpublished changes/,
};

/** Two writers of "acme", the states that they bring a post into, and their actions on it. */
export class Writers {
  ada!: AdminActor;
  bob!: AdminActor;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  get api(): PublicApi {
    return this.#world.api;
  }

  /** Creates the users. */
  async open(): Promise<void> {
    this.ada = await this.#actorOf("Ada");
    this.bob = await this.#actorOf("Bob");
  }

  readonly text = (): PublicApi["admin"]["posts"]["text"] => this.api.admin.posts.text;

  readonly at = (slug: string, actor: AdminActor = this.ada): { actor: AdminActor; slug: string } => ({
    actor,
    slug,
  });

  /** Creates a post in a state, and returns its slug. */
  readonly create = async (state: PostStateName): Promise<string> => {
    if (state === "draft without a title") {
      return (await this.text().start(this.ada, { name: "", markdown: "New" })).post.slug;
    }
    if (state === "draft with unfinished fields") {
      const { post, version } = await this.text().start(this.ada, { name: "Old", markdown: "" });
      const input = { name: "New", markdown: "", image: "htt" };
      return (await this.text().save(this.at(post.slug), input, { ifMatch: version })).post.slug;
    }
    const [status] = state.split(/[ ,]/) as [PostStatus];
    const hasCopy = state.endsWith("changes");
    const options = { status, ...(status === "scheduled" && { publishedAt: later }) };
    const { slug } = await this.api.posts.create("acme", {
      name: "Old",
      slug: "post",
      html: "<p>Old</p>",
      ...options,
    });
    if (state === "draft with a working copy") {
      await saveBesideDraft(this.#world, this.at(slug, this.bob), { name: "New", html: "" });
    } else if (status === "draft" || hasCopy) {
      const { version } = await this.text().get(this.at(slug));
      await this.text().save(
        this.at(slug, this.bob),
        { name: "New", html: "<p>New</p>" },
        { ifMatch: version },
      );
    }
    if (state.includes("outdated"))
      await this.api.posts.update({ organizationSlug: "acme", slug }, { name: "Other" });
    return slug;
  };

  /** Returns the outcome of an action on a post in a state. A refused action must have changed nothing. */
  readonly outcomeOf = async (
    state: PostStateName,
    act: (slug: string) => Promise<string>,
  ): Promise<Outcome | Error> => {
    const slug = await this.create(state);
    const before = await this.#events();
    const { post } = await this.text().get(this.at(slug));
    return act(slug).then(
      async (after) => this.#seen(after, before),
      async (error: Error) => {
        const isKept = isEqualJson((await this.text().get(this.at(slug))).post, post);
        const names = Object.keys(refused) as Refusal[];
        const refusal = names.find((name) => refused[name].test(error.message));
        return isKept && refusal !== undefined ? refusal : error;
      },
    );
  };

  /** Returns the outcome of an action. A draft must have one text, which lists show. */
  async #seen(slug: string, before: string): Promise<Outcome | Error> {
    const { post, savedAs, text: shown } = await this.text().get(this.at(slug));
    const { posts } = await this.api.admin.posts.list(this.ada, { sort: "name" });
    const copy = await this.api.admin.posts.workingCopy.get(this.at(slug));
    const isOne = savedAs === "draft" && copy === null && posts[0]?.name === shown.name;
    if (post.status === "draft" && !isOne) return new Error("The draft has a second text");
    const events = (await this.#events()).slice(before.length).trim();
    return [await this.#publicText(slug), post.status, shown.name, events];
  }

  async #events(): Promise<string> {
    await this.api.events.settle();
    const { events } = await this.api.events.list("acme");
    return events
      .map(({ type }) => type)
      .filter((type) => type.startsWith("post."))
      .join(" ");
  }

  async #publicText(slug: string): Promise<string | null> {
    const url = `http://localhost/api/public/v1/post/acme/${slug}`;
    const response = await this.api.fetch(new Request(url));
    return response.status === 404 ? null : ((await response.json()) as { name: string }).name;
  }

  /** The actions, by their names in the table. Each returns the slug of the post afterwards. */
  readonly actions: Readonly<Record<string, (slug: string) => Promise<string>>> = {
    autosave: async (slug) => {
      const { version } = await this.text().get(this.at(slug));
      return (await this.text().save(this.at(slug), { name: "Mine", html: "" }, { ifMatch: version })).post
        .slug;
    },
    close: async (slug) => {
      await this.text().close(this.at(slug), await this.text().get(this.at(slug)));
      return slug;
    },
    publish: async (slug) => (await this.text().publish(this.at(slug))).slug,
    "publish the changes": async (slug) =>
      (await this.text().publish(this.at(slug), { changes: "publish" })).slug,
    "leave the changes": async (slug) =>
      (await this.text().publish(this.at(slug), { changes: "leave" })).slug,
    schedule: async (slug) =>
      (await this.api.admin.posts.schedule(this.at(slug), { publishedAt: later, changes: "publish" })).slug,
    unpublish: async (slug) => (await this.text().unpublish(this.at(slug))).slug,
    "PATCH draft": async (slug) =>
      (await this.api.admin.posts.update(this.at(slug), { status: "draft" })).slug,
    "PATCH draft, tags": async (slug) =>
      (await this.api.admin.posts.update(this.at(slug), { status: "draft", tags: ["a"] })).slug,
    "PATCH published": async (slug) =>
      (await this.api.admin.posts.update(this.at(slug), { status: "published" })).slug,
    "PATCH published, publish": async (slug) =>
      (await this.api.admin.posts.update(this.at(slug), { status: "published" }, { changes: "publish" }))
        .slug,
    "PATCH published, leave": async (slug) =>
      (await this.api.admin.posts.update(this.at(slug), { status: "published" }, { changes: "leave" })).slug,
    "PATCH scheduled": async (slug) =>
      (await this.api.admin.posts.update(this.at(slug), { status: "scheduled", publishedAt: later })).slug,
    "PATCH published, tags": async (slug) =>
      (await this.api.admin.posts.update(this.at(slug), { status: "published", tags: ["a"] })).slug,
    "PATCH published, tags, leave": async (slug) => {
      const changes = { status: "published", tags: ["a"] } as const;
      return (await this.api.admin.posts.update(this.at(slug), changes, { changes: "leave" })).slug;
    },
    "PATCH published, tags, publish": async (slug) => {
      const changes = { status: "published", tags: ["a"] } as const;
      return (await this.api.admin.posts.update(this.at(slug), changes, { changes: "publish" })).slug;
    },
    "PATCH by a function": async (slug) =>
      (await this.api.admin.posts.update(this.at(slug), () => ({ status: "published", tags: ["a"] }))).slug,
    "PATCH tags": async (slug) => (await this.api.admin.posts.update(this.at(slug), { tags: ["a"] })).slug,
    "PUT draft": async (slug) =>
      (await this.api.admin.posts.put(this.at(slug), { name: "Whole", status: "draft" })).post.slug,
    "PUT published": async (slug) =>
      (await this.api.admin.posts.put(this.at(slug), { name: "Whole", status: "published" })).post.slug,
    "save a working copy": async (slug) => {
      const ifMatch = (await this.api.admin.posts.workingCopy.get(this.at(slug)))?.version ?? null;
      await this.api.admin.posts.workingCopy.save(this.at(slug), { name: "Mine", html: "" }, { ifMatch });
      return slug;
    },
    discard: async (slug) => {
      await this.api.admin.posts.workingCopy.discard(this.at(slug));
      return slug;
    },
    archive: async (slug) => (await this.api.admin.posts.archive(this.at(slug))).slug,
    restore: async (slug) => {
      const { version } = await this.text().get(this.at(slug));
      return (await this.text().restore(this.at(slug), 1, { version })).post.slug;
    },
    "due time": async (slug) => {
      this.#world.clock.advance(Date.parse(later) - this.#world.clock.now());
      await this.api.events.deliver();
      return slug;
    },
    rename: async (slug) => (await this.api.admin.posts.update(this.at(slug), { slug: "moved" })).slug,
  };

  /** The actions of a host's own code, which has no actor. */
  readonly codeActions: Readonly<Record<string, (slug: string) => Promise<unknown>>> = {
    draft: (slug) => this.#update(slug, { status: "draft" }),
    "draft, tags": (slug) => this.#update(slug, { status: "draft", tags: ["a"] }),
    tags: (slug) => this.#update(slug, { tags: ["a"] }),
    "tags, if the tag matches": async (slug) => {
      const { post } = await this.text().get(this.at(slug));
      return this.#update(slug, { tags: ["a"] }, { ifMatch: [postTag(post)] });
    },
    published: (slug) => this.#update(slug, { status: "published" }),
    "published, tags": (slug) => this.#update(slug, { status: "published", tags: ["a"] }),
    "published, leave": (slug) => this.#update(slug, { status: "published" }, { changes: "leave" }),
    "published, publish": (slug) => this.#update(slug, { status: "published" }, { changes: "publish" }),
    "published, tags, publish": (slug) =>
      this.#update(slug, { status: "published", tags: ["a"] }, { changes: "publish" }),
    archived: (slug) => this.#update(slug, { status: "archived" }),
    put: (slug) => this.api.posts.put("acme", { slug, name: "Whole" }),
    "put draft": (slug) => this.api.posts.put("acme", { slug, name: "Whole", status: "draft" }),
    "put draft, dry run": (slug) =>
      this.api.posts.put("acme", { slug, name: "Whole", status: "draft" }, { dryRun: true }),
    "put published": (slug) => this.api.posts.put("acme", { slug, name: "Whole", status: "published" }),
    "restore a revision": (slug) => this.api.posts.restore({ organizationSlug: "acme", slug }, 1),
    "import a draft": (slug) => this.#import(slug, "draft"),
    "import a published post": (slug) => this.#import(slug, "published"),
    "undo to a draft": (slug) => this.api.admin.posts.restorePublication(this.at(slug), { status: "draft" }),
    "undo to published": (slug) =>
      this.api.admin.posts.restorePublication(this.at(slug), {
        status: "published",
        publishedAt: "2026-01-01T00:00:00.000Z",
      }),
  };

  #update(slug: string, changes: PostChanges, options: PostUpdateOptions = {}): Promise<StoredPostWithHtml> {
    return this.api.posts.update({ organizationSlug: "acme", slug }, changes, options);
  }

  /** Imports a post over the post with its slug. A skipped item is an error with its reason. */
  async #import(slug: string, status: PostStatus): Promise<void> {
    const item = { kind: "post", input: { slug, name: "Whole", status }, place: { file: "a" } } as const;
    const reasons: string[] = [];
    const onReport = (report: ImportReport): void => {
      if (report.outcome === "skipped") reasons.push(report.reason);
    };
    await importPosts(this.api.posts, [item], { organizationSlug: "acme", onConflict: "replace", onReport });
    if (reasons.length > 0) throw new Error(reasons.join());
  }

  async #actorOf(name: string): Promise<AdminActor> {
    const { id } = await this.api.users.create({ name });
    await this.api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
    return (await this.api.admin.findActor(id, "acme")) as AdminActor;
  }
}
