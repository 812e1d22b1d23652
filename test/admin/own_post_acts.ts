import { roles } from "../../lib/access/mod.ts";
import { type AdminActor, postTag, type PublicApi, type Role } from "../../lib/mod.ts";
import type { OpenStorage, World } from "../api/world.ts";
import { memoryDriver } from "../slow_memory.ts";
import type { AdminRequest } from "./admin_world.ts";

export const openSlow: OpenStorage = async (clock) => ({
  storage: memoryDriver({ clock }),
  close: () => undefined,
});

/** The states of a post. An unfinished post is a draft with a field that is not valid yet. */
export const states = ["draft", "unfinished", "scheduled", "published", "archived"] as const;
export type State = (typeof states)[number];

/** A right on a post. `-`: the action does not apply to posts of the state. */
export type Right = "see" | "write" | "publish" | "edit" | "-";

/** A post of an actor's action. */
export interface Target {
  api: PublicApi;
  actor: AdminActor;
  slug: string;
  /** Version of its text. */
  tag: string;
  /** Id of one of its preview links. */
  linkId: string;
}

/** An action on a post: the right that it needs by the state of the post, its call, and its request. */
export type OwnPostAct = [
  action: string,
  needs: Readonly<Record<State, Right>>,
  directly: (posts: PublicApi["admin"]["posts"], at: Target) => Promise<unknown>,
  byHttp?: (at: Target) => AdminRequest,
];

export const later = "2027-01-01T09:00:00.000Z";
const text = { name: "Mine", html: "<p>Mine</p>" };

const inEachState = (right: Right): Readonly<Record<State, Right>> => ({
  draft: right,
  unfinished: right,
  scheduled: right,
  published: right,
  archived: right,
});
const [see, write, publish, edit] = (["see", "write", "publish", "edit"] as const).map(inEachState) as [
  Readonly<Record<State, Right>>,
  Readonly<Record<State, Right>>,
  Readonly<Record<State, Right>>,
  Readonly<Record<State, Right>>,
];
/** A change of a draft changes nothing that readers see. */
const change = { ...publish, draft: "write", unfinished: "write" } as const;
const onlyOfDrafts = { ...inEachState("-"), draft: "write", unfinished: "write" } as const;
const notOfDrafts = { ...publish, draft: "-", unfinished: "-" } as const;

/** The actions on a post. */
export const ownPostActs: readonly OwnPostAct[] = [
  ["show", see, (posts, at) => posts.get(at), ({ slug }) => ["GET", `/posts/${slug}`]],
  ["preview", see, (posts, at) => posts.preview(at), ({ slug }) => ["GET", `/posts/${slug}/preview`]],
  ["explain the questions", see, (posts, at) => posts.explainFaq(at)],
  ["show the text", write, (posts, at) => posts.text.get(at)],
  ["save the text", write, (posts, at) => posts.text.save(at, text, { ifMatch: at.tag })],
  ["close the text", write, (posts, at) => posts.text.close(at, { version: at.tag })],
  ["show the writers", write, (posts, at) => posts.text.presence(at)],
  ["record the writer", write, (posts, at) => posts.text.present(at, { page: "page-of-the-test" })],
  ["show hidden values", write, (posts, at) => posts.hiddenValues(at)],
  [
    "show the history",
    write,
    (posts, at) => posts.history(at),
    ({ slug }) => ["GET", `/posts/${slug}/revisions`],
  ],
  [
    "restore a revision",
    write,
    (posts, at) => posts.text.restore(at, 1),
    ({ slug }) => ["POST", `/posts/${slug}/revisions/1/restore`],
  ],
  [
    "show the working copy",
    write,
    (posts, at) => posts.workingCopy.get(at),
    ({ slug }) => ["GET", `/posts/${slug}/working-copy`],
  ],
  [
    "save the working copy",
    write,
    (posts, at) => posts.workingCopy.save(at, text, { ifMatch: null }),
    ({ slug }) => ["PUT", `/posts/${slug}/working-copy`, text, { "if-none-match": "*" }],
  ],
  [
    "discard the working copy",
    write,
    (posts, at) => posts.workingCopy.discard(at),
    ({ slug }) => ["DELETE", `/posts/${slug}/working-copy`],
  ],
  ["preview the working copy", write, (posts, at) => posts.workingCopy.preview(at)],
  ["convert the text to Markdown", write, (posts, at) => posts.workingCopy.toMarkdown(at)],
  [
    "apply the working copy",
    notOfDrafts,
    (posts, at) => posts.workingCopy.apply(at),
    ({ slug }) => ["POST", `/posts/${slug}/working-copy/apply`],
  ],
  [
    "list preview links",
    write,
    (_posts, at) => at.api.admin.previews.list(at),
    ({ slug }) => ["GET", `/posts/${slug}/preview-links`],
  ],
  [
    "create a preview link",
    write,
    (_posts, at) => at.api.admin.previews.create(at),
    ({ slug }) => ["POST", `/posts/${slug}/preview-links`],
  ],
  [
    "revoke a preview link",
    write,
    (_posts, { api, linkId: id, ...at }) => api.admin.previews.revoke({ ...at, id }),
    ({ slug, linkId }) => ["DELETE", `/posts/${slug}/preview-links/${linkId}`],
  ],
  [
    "publish the changes",
    publish,
    (posts, at) => posts.publish(at, { changes: "publish" }),
    ({ slug }) => ["PATCH", `/posts/${slug}?changes=publish`, { status: "published" }],
  ],
  [
    "schedule",
    publish,
    (posts, at) => posts.schedule(at, { publishedAt: later, changes: "leave" }),
    ({ slug }) => ["PATCH", `/posts/${slug}?changes=leave`, { status: "scheduled", publishedAt: later }],
  ],
  [
    "publish with other changes",
    publish,
    (posts, at) => posts.update(at, { status: "published", tags: ["a"] }),
    ({ slug }) => ["PATCH", `/posts/${slug}`, { status: "published", tags: ["a"] }],
  ],
  [
    "unpublish",
    change,
    (posts, at) => posts.unpublish(at),
    ({ slug }) => ["PATCH", `/posts/${slug}`, { status: "draft" }],
  ],
  [
    "archive",
    publish,
    (posts, at) => posts.archive(at),
    ({ slug }) => ["PATCH", `/posts/${slug}`, { status: "archived" }],
  ],
  [
    "change the title",
    change,
    (posts, at) => posts.update(at, { name: "Mine" }),
    ({ slug }) => ["PATCH", `/posts/${slug}`, { name: "Mine" }],
  ],
  ["change the title by a function", change, (posts, at) => posts.update(at, () => ({ name: "Mine" }))],
  [
    "rename",
    change,
    (posts, at) => posts.update(at, { slug: `${at.slug}-moved` }),
    ({ slug }) => ["PATCH", `/posts/${slug}`, { slug: `${slug}-moved` }],
  ],
  [
    "add an alias",
    publish,
    (posts, at) => posts.update(at, { aliases: [`/${at.slug}-old`] }),
    ({ slug }) => ["PATCH", `/posts/${slug}`, { aliases: [`/${slug}-old`] }],
  ],
  [
    "put a draft",
    onlyOfDrafts,
    (posts, at) => posts.put(at, { ...text, status: "draft" }),
    ({ slug }) => ["PUT", `/posts/${slug}`, { ...text, status: "draft" }],
  ],
  [
    "put an archived post",
    publish,
    (posts, at) => posts.put(at, { ...text, status: "archived" }),
    ({ slug }) => ["PUT", `/posts/${slug}`, { ...text, status: "archived" }],
  ],
  [
    "put a post of the same status",
    change,
    (posts, at) => posts.put(at, text),
    ({ slug }) => ["PUT", `/posts/${slug}`, text],
  ],
  [
    "restore a publication",
    publish,
    (posts, at) => posts.restorePublication(at, { status: "scheduled", publishedAt: later }),
  ],
  ["delete", change, (posts, at) => posts.delete(at), ({ slug }) => ["DELETE", `/posts/${slug}`]],
  [
    "add a redirect",
    edit,
    (_posts, { api, actor, slug }) => api.admin.redirects.add(actor, { from: `/old-${slug}`, slug }),
    ({ slug }) => ["POST", "/redirects", { from: `/old-${slug}`, slug }],
  ],
];

export const owners = ["own", "foreign", "ownerless"] as const;
export type Owner = (typeof owners)[number];

type Reach = Readonly<Record<Exclude<Right, "-">, readonly Owner[]>>;
const nothing: Reach = { see: [], write: [], publish: [], edit: [] };
const everything: Reach = { see: owners, write: owners, publish: owners, edit: owners };

/** The owners whose posts each right reaches, by role. */
export const reach: Readonly<Record<Role, Reach>> = {
  viewer: nothing,
  author: nothing,
  contributor: { ...nothing, see: ["own"], write: ["own"] },
  writer: { ...nothing, see: ["own"], write: ["own"], publish: ["own"] },
  editor: everything,
  admin: everything,
  owner: everything,
};

/** Members of "acme" with each role, and a foreign writer. */
export class Office {
  readonly world: World;
  readonly #actors = new Map<string, AdminActor>();
  readonly #keys = new Map<string, string>();
  #posts = 0;

  constructor(world: World) {
    this.world = world;
  }

  async open(): Promise<void> {
    for (const name of [...roles, "foreign"]) {
      const role = name === "foreign" ? "writer" : (name as Role);
      const { key, userId } = await this.world.createKey({ role, rateLimit: { perDay: 100_000 } });
      this.#keys.set(name, key);
      this.#actors.set(name, (await this.world.api.admin.findActor(userId, "acme")) as AdminActor);
    }
  }

  actor(name: string): AdminActor {
    return this.#actors.get(name) as AdminActor;
  }

  key(name: string): string {
    return this.#keys.get(name) as string;
  }

  /** Creates a post in a state, and returns it as the target of a role. */
  async create(role: string, owner: Owner, state: State, slug = `post-${++this.#posts}`): Promise<Target> {
    const { api } = this.world;
    const creator = { own: role, foreign: "foreign", ownerless: undefined }[owner];
    const status = state === "unfinished" ? "draft" : state;
    const post = await api.posts.create(
      "acme",
      {
        name: `Old ${slug}`,
        slug,
        html: "<p>Old</p>",
        status,
        ...(status === "scheduled" && { publishedAt: later }),
      },
      {
        ...(creator !== undefined && { by: this.actor(creator).userId }),
        ...(state === "unfinished" && { marks: { unfinished: { image: "htt" } } }),
      },
    );
    const { id: linkId } = await api.previews.create({ organizationSlug: "acme", slug });
    return { api, actor: this.actor(role), slug, tag: postTag(post), linkId };
  }

  /** Saves a working copy by an editor. */
  async saveCopy(slug: string): Promise<void> {
    const copy = { name: "New", html: "<p>New</p>" };
    const { workingCopy } = this.world.api.admin.posts;
    await workingCopy.save({ actor: this.actor("editor"), slug }, copy, { ifMatch: null });
  }

  /** Returns what readers get at the address of a post, and at the address after a rename. */
  async readers(slug: string): Promise<string> {
    const seen: unknown[] = [];
    for (const address of [slug, `${slug}-moved`]) {
      const url = `http://localhost/api/public/v1/post/acme/${address}`;
      const response = await this.world.api.fetch(new Request(url));
      // A redirect has no body.
      const { name = "" } = JSON.parse((await response.text()) || "{}") as { name?: string };
      seen.push(response.status, name.replace(slug, ""));
    }
    return seen.join(" ");
  }
}
