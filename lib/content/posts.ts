import { AlreadyExistsError, ContentionError, InvalidInputError, NotFoundError } from "../errors.ts";
import type { StoreChanges, Stored } from "../store/mod.ts";
import { validate } from "../validate.ts";
import { countWords } from "./count_words.ts";
import type { ContentDeps, StoredOrganization } from "./organizations.ts";
import { organizationLocation } from "./organizations.ts";
import { postChanges, postInput, type PostInput, type ValidPostInput } from "./post_input.ts";
import {
  htmlKey,
  indexKeys,
  indexPrefix,
  type PostIndexEntry,
  postIdKey,
  postKey,
  type StoredPost,
  toIndexEntry,
} from "./post_record.ts";
import { toSlug } from "./slug.ts";

/** A post with its content. */
export type StoredPostWithHtml = StoredPost & { html: string };

interface Found {
  post: Stored<StoredPost>;
  html: string;
}

const idCounter = { partition: ["post-ids"], key: ["last"] };
const attempts = 5;

/** The posts that are kept in the storage, whatever their status. */
export class Posts {
  readonly #deps: ContentDeps;

  constructor(deps: ContentDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a post. One that is `published` with a `publishedAt` to come is `scheduled`.
   *
   * @throws {InvalidInputError} when the input is not allowed
   * @throws {NotFoundError} when there is no such organization
   * @throws {AlreadyExistsError} when the organization has a post of this slug
   */
  async create(organizationSlug: string, input: PostInput): Promise<StoredPostWithHtml> {
    const action = "Cannot create the post";
    const valid = validate(postInput, input, action);
    const organization = await this.#organization(organizationSlug, action);
    const html = valid.html ?? "";
    const now = this.#now();
    const createdAt = valid.createdAt ?? now;
    const id = await this.#nextId();
    const post = this.#complete(organization, { ...valid, createdAt }, { id, html, now });
    const result = await this.#deps.store.commit(["org", organizationSlug], {
      checks: [
        { key: organizationLocation(organizationSlug).key, exists: true },
        { key: postKey(post.slug), exists: false },
      ],
      sets: setsOf(post, html),
    });
    if (!result.committed) {
      throw new AlreadyExistsError(
        `${action}: "${organizationSlug}" has one with the slug "${post.slug}" already`,
      );
    }
    this.#tellPublished(organizationSlug, post);
    return { ...post, html };
  }

  /** The post of this slug, or null. */
  async get(organizationSlug: string, slug: string): Promise<StoredPostWithHtml | null> {
    const found = await this.#find(organizationSlug, slug);
    return found && { ...found.post.data, html: found.html };
  }

  /** All posts of an organization in the order of their creation, without their HTML. */
  async *list(organizationSlug: string): AsyncGenerator<StoredPost> {
    const { store } = this.#deps;
    const partition = ["org", organizationSlug];
    const options = { prefix: indexPrefix("createdAt") };
    for await (const { data } of store.listAll<PostIndexEntry>(partition, options)) {
      const post = await store.get<StoredPost>({ partition, key: postKey(data.slug) });
      if (post !== null) yield post.data;
    }
  }

  /**
   * Changes some fields of a post; `updatedAt` becomes now unless it is among them.
   *
   * @throws {InvalidInputError} when a change is not allowed
   * @throws {NotFoundError} when there is no such post
   * @throws {AlreadyExistsError} when the new slug is taken
   */
  async update(
    organizationSlug: string,
    slug: string,
    changes: Partial<PostInput>,
  ): Promise<StoredPostWithHtml> {
    const action = "Cannot update the post";
    const valid = validate(postChanges, changes, action);
    const organization = await this.#organization(organizationSlug, action);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = await this.#find(organizationSlug, slug);
      if (found === null) throw new NotFoundError(`${action}: "${organizationSlug}" has no "${slug}"`);
      const html = valid.html ?? found.html;
      const now = this.#now();
      const before = found.post.data;
      const after = { ...before, updatedAt: now, ...valid };
      // To publish a scheduled post is to publish it now.
      const { publishedAt = now } = valid;
      if (valid.status === "published" && before.status === "scheduled") after.publishedAt = publishedAt;
      const post = this.#complete(organization, after, { id: before.id, html, now });
      const result = await this.#replace(organizationSlug, found.post, post, html);
      if (result.committed) {
        if (before.status !== post.status) this.#tellPublished(organizationSlug, post);
        return { ...post, html };
      }
      if (result.failedChecks.includes(1)) {
        throw new AlreadyExistsError(
          `${action}: "${organizationSlug}" has one with the slug "${post.slug}" already`,
        );
      }
    }
    throw new ContentionError(
      `${action}: "${slug}" was changed at the same time, ${attempts} times in a row`,
    );
  }

  /**
   * Deletes a post.
   *
   * @returns whether there was one
   */
  async delete(organizationSlug: string, slug: string): Promise<boolean> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = await this.#find(organizationSlug, slug);
      if (found === null) return false;
      const result = await this.#deps.store.commit(["org", organizationSlug], {
        checks: [{ key: postKey(slug), version: found.post.version }],
        deletes: keysOf(found.post.data),
      });
      if (result.committed) return true;
    }
    throw new ContentionError(
      `Cannot delete the post: "${slug}" was changed at the same time, ${attempts} times in a row`,
    );
  }

  #tellPublished(organizationSlug: string, { id, slug, status, publishedAt }: StoredPost): void {
    if (status !== "published" && status !== "scheduled") return;
    const event = { id, slug, organizationSlug };
    this.#deps.emit("postPublished", publishedAt === undefined ? event : { ...event, publishedAt });
  }

  async #find(organizationSlug: string, slug: string): Promise<Found | null> {
    const partition = ["org", organizationSlug];
    const [post, html] = await this.#deps.store.getMany<[StoredPost, { html: string }]>([
      { partition, key: postKey(slug) },
      { partition, key: htmlKey(slug) },
    ]);
    return post && { post, html: html?.data.html ?? "" };
  }

  #replace(
    organizationSlug: string,
    before: Stored<StoredPost>,
    after: StoredPost,
    html: string,
  ): ReturnType<ContentDeps["store"]["commit"]> {
    const sets = setsOf(after, html);
    const kept = new Set(sets.map(({ key }) => JSON.stringify(key)));
    const checks: NonNullable<StoreChanges["checks"]>[number][] = [
      { key: postKey(before.data.slug), version: before.version },
    ];
    if (after.slug !== before.data.slug) checks.push({ key: postKey(after.slug), exists: false });
    return this.#deps.store.commit(["org", organizationSlug], {
      checks,
      sets,
      deletes: keysOf(before.data).filter((key) => !kept.has(JSON.stringify(key))),
    });
  }

  async #organization(slug: string, action: string): Promise<StoredOrganization> {
    const record = await this.#deps.store.get<StoredOrganization>(organizationLocation(slug));
    if (record === null) throw new NotFoundError(`${action}: there is no organization "${slug}"`);
    return record.data;
  }

  async #nextId(): Promise<number> {
    const result = await this.#deps.store.commit(idCounter.partition, {
      sums: [{ key: idCounter.key, add: 1 }],
    });
    if (!result.committed) throw new ContentionError("Cannot create the post: it got no id");
    return result.sums[0] ?? 0;
  }

  /** Fills in what the input leaves open. */
  #complete(
    organization: StoredOrganization,
    { html: _html, ...input }: ValidPostInput & { createdAt: string },
    { id, html, now }: { id: number; html: string; now: string },
  ): StoredPost {
    const slug = input.slug ?? toSlug(input.name);
    if (slug === "") {
      throw new InvalidInputError("Cannot create the post", [
        { pointer: "/slug", message: "is needed, since the name has neither letters nor digits" },
      ]);
    }
    const inLanguage = input.inLanguage ?? organization.language;
    return {
      ...input,
      id,
      slug,
      inLanguage,
      wordCount: countWords(html, inLanguage),
      articleSection: input.articleSection ?? organization.section,
      isAccessibleForFree: input.isAccessibleForFree ?? true,
      updatedAt: input.updatedAt ?? input.createdAt,
      ...publicationOf(input, now),
    };
  }

  #now(): string {
    return new Date(this.#deps.clock.now()).toISOString();
  }
}

/** Status and time of publication. What is to be published at a time to come is scheduled. */
function publicationOf(
  { status = "published", publishedAt }: ValidPostInput,
  now: string,
): Pick<StoredPost, "status" | "publishedAt"> {
  if (publishedAt === undefined) {
    if (status === "scheduled") {
      throw new InvalidInputError("Cannot schedule the post", [
        { pointer: "/publishedAt", message: "is needed when the status is scheduled" },
      ]);
    }
    return status === "published" ? { status, publishedAt: now } : { status };
  }
  const isToCome = status === "published" && Date.parse(publishedAt) > Date.parse(now);
  return { status: isToCome ? "scheduled" : status, publishedAt };
}

function setsOf(post: StoredPost, html: string): NonNullable<StoreChanges["sets"]>[number][] {
  const entry = toIndexEntry(post);
  return [
    { key: postKey(post.slug), data: post },
    { key: htmlKey(post.slug), data: { html } },
    { key: postIdKey(post.id), data: { slug: post.slug } },
    ...indexKeys(post).map((key) => ({ key, data: entry })),
  ];
}

function keysOf(post: StoredPost): NonNullable<StoreChanges["deletes"]>[number][] {
  return [postKey(post.slug), htmlKey(post.slug), postIdKey(post.id), ...indexKeys(post)];
}
