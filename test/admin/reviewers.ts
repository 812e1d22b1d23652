import { NotFoundError } from "../../lib/base/errors.ts";
import {
  type AdminActor,
  MissingPermissionError,
  type PublicApi,
  type Role,
  SubmissionChangedError,
} from "../../lib/mod.ts";
import { openLmdb } from "../access/storages.ts";
import type { OpenStorage, World } from "../api/world.ts";
import { memoryDriver } from "../slow_memory.ts";

const openSlow: OpenStorage = async (clock) => ({ storage: memoryDriver({ clock }), close: () => undefined });

export const stores: [name: string, open: OpenStorage][] = [
  ["a store that takes time", openSlow],
  ["LMDB", openLmdb],
];

/** State of a submission after an action, or the error. */
export type Outcome = "pending" | "sent-back" | "none" | "published" | "refused" | "changed" | "missing";

const errors: [new (...parts: never[]) => Error, Outcome][] = [
  [MissingPermissionError, "refused"],
  [SubmissionChangedError, "changed"],
  [NotFoundError, "missing"],
];

export function outcomeOf(error: unknown): unknown {
  return errors.find(([Class]) => error instanceof Class)?.[1] ?? error;
}

/** An editor of "acme", and the writers who submit texts. */
export class Reviewers {
  editor!: AdminActor;
  readonly #world: World;
  #count = 0;

  constructor(world: World) {
    this.#world = world;
  }

  get api(): PublicApi {
    return this.#world.api;
  }

  /** Creates the editor. */
  async open(): Promise<void> {
    this.editor = await this.join("editor");
  }

  readonly text = (): PublicApi["admin"]["posts"]["text"] => this.api.admin.posts.text;

  readonly submissions = (): PublicApi["admin"]["submissions"] => this.api.admin.submissions;

  /** Creates a member. */
  readonly join = async (role: Role): Promise<AdminActor> => {
    const { id } = await this.api.users.create({ name: role });
    await this.api.users.addToOrganization(id, { organizationSlug: "acme", role });
    return (await this.api.admin.findActor(id, "acme")) as AdminActor;
  };

  readonly draftOf = async (actor: AdminActor): Promise<{ slug: string; version: string }> => {
    const input = { name: `Post ${++this.#count}`, markdown: "One" };
    const { post, version } = await this.text().start(actor, input);
    return { slug: post.slug, version };
  };

  readonly save = async (actor: AdminActor, slug: string, markdown: string): Promise<string> => {
    const { version: ifMatch, text: before } = await this.text().get({ actor, slug });
    const saved = await this.text().save({ actor, slug }, { name: before.name, markdown }, { ifMatch });
    return saved.version;
  };

  /** Submits the present text, and returns the submitted version. */
  readonly submit = async (actor: AdminActor, slug: string): Promise<string> => {
    const { version } = await this.text().get({ actor, slug });
    return (await this.submissions().submit({ actor, slug }, { version })).version;
  };

  readonly stateOf = async (slug: string): Promise<Outcome> => {
    const found = await this.submissions().get({ actor: this.editor, slug });
    return found?.state ?? "none";
  };

  readonly publicText = async (slug: string): Promise<string | null> => {
    const response = await this.api.fetch(new Request(`http://localhost/api/public/v1/post/acme/${slug}`));
    return response.ok ? ((await response.json()) as { html: string }).html : null;
  };

  readonly eventsOf = async (slug: string): Promise<string[]> => {
    await this.api.events.settle();
    const { events } = await this.api.events.list("acme", { limit: 1000 });
    return events
      .filter(({ type, data }) => type.startsWith("post.") && "slug" in data && data.slug === slug)
      .map(({ type }) => type);
  };
}
