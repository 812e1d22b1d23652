import type { PostStatus } from "../../lib/content/mod.ts";
import type { AdminActor, PublicApi } from "../../lib/mod.ts";
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

  async #actorOf(name: string): Promise<AdminActor> {
    const { id } = await this.api.users.create({ name });
    await this.api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
    return (await this.api.admin.findActor(id, "acme")) as AdminActor;
  }
}
