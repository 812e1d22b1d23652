import * as v from "valibot";
import type { Actor } from "../../base/actor.ts";
import { InvalidInputError, NotFoundError } from "../../base/errors.ts";
import {
  durationPattern,
  durationRule,
  longestDuration,
  parseDuration,
} from "../../base/time/parse_duration.ts";
import { randomId } from "../../base/secrets/random.ts";
import { previewLengths } from "../../base/secrets/secret_forms.ts";
import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import { isEqualInConstantTime, sha256Hex } from "../../base/secrets/sha256.ts";
import {
  DamagedRecordError,
  dataOf,
  eachPage,
  encodeKey,
  ExpiringRecords,
  readPage,
  type Store,
} from "../../store/mod.ts";
import { validate } from "../../base/input/validate.ts";
import type { Post, StoredPost, PostAddress } from "../posts/post_forms.ts";
import { contentIfReadable, findPost, type FoundPost } from "../posts/find_post.ts";
import type { ContentDeps } from "../organizations/organizations.ts";
import { postIdKey, postLocations } from "../posts/post_record.ts";
import type { KnownPost, PostJudge } from "../posts/writes/post_precondition.ts";
import { revisedContent } from "../posts/post_revision.ts";
import { readRevisions } from "../posts/read_revisions.ts";
import { readWorkingCopy } from "../working_copies/read_working_copy.ts";
import { redirectKey, type StoredRedirect } from "../redirects/redirect_record.ts";
import { isOrganizationSlug, slugToFind } from "../posts/slug.ts";
import {
  type FoundPreview,
  linkIdIn,
  type NewPreviewLink,
  previewKey,
  type PreviewLink,
  type PreviewLinkInput,
  type PreviewLinkPage,
  previewRange,
  type PreviewRecord,
} from "./preview_link.ts";

const createAction = "Cannot create the preview link";
const defaultLife = "1h";
const longestLife = "30d";
/** Maximum number of links of a post at a time. */
const mostLinks = 100;
/** Compared with a token if there is no link, so that the time of the response is the same. */
const noHash = "0".repeat(64);
/** Id of no post, whose links are read if there is no post. */
const noPost = 0;

const durationMessage = `${durationRule}, at most ${longestLife}`;

/** Validates the input of a link. */
export const previewLinkInput: v.GenericSchema<unknown, PreviewLinkInput> = v.strictObject({
  expiresIn: v.exactOptional(
    v.pipe(
      v.string("must be a string"),
      v.metadata({ pattern: durationPattern }),
      v.maxLength(longestDuration, durationMessage),
      v.check((duration) => isAllowedLife(parseDuration(duration)), durationMessage),
    ),
  ),
  revision: v.exactOptional(
    v.pipe(
      v.number("must be a number"),
      v.safeInteger("must be a whole number"),
      v.minValue(1, "must be at least 1"),
    ),
  ),
});

/** Dependencies of {@link Previews}. */
export type PreviewsDeps = Pick<ContentDeps, "store" | "clock" | "randomBytes">;

/** Manages the preview links of posts in the storage. */
export class Previews {
  readonly #deps: PreviewsDeps;
  readonly #links: ExpiringRecords<PreviewRecord>;

  constructor(deps: PreviewsDeps) {
    this.#deps = deps;
    this.#links = new ExpiringRecords(deps.store, { most: mostLinks, isLive: (link) => this.#isLive(link) });
  }

  /**
   * Creates a link that shows a post of any status until it expires or is revoked.
   *
   * @throws {InvalidInputError} if the input is invalid, or the post has 100 links
   * @throws {NotFoundError} if the post or the revision does not exist, or the content of the revision was too long to be stored
   *
   * @example
   * ```ts
   * import { createPublicApi } from "postern";
   * import { memoryDriver } from "postern/storage-drivers/memory";
   *
   * const api = createPublicApi({ storage: memoryDriver() });
   * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
   * await api.posts.create("acme", { name: "Plan", html: "<p>Soon</p>", status: "draft" });
   *
   * const { token } = await api.previews.create({ organizationSlug: "acme", slug: "plan" }, { expiresIn: "2h" });
   * const response = await api.fetch(new Request(`http://localhost/api/public/v1/post/acme/plan?preview=${token}`));
   * response.status; // 200
   * ```
   */
  async create(
    address: PostAddress,
    input: PreviewLinkInput = {},
    actor: Actor & Pick<KnownPost, "judge"> = {},
  ): Promise<NewPreviewLink> {
    const valid = validate(previewLinkInput, input, createAction);
    const { writes } = this.#deps.store;
    return writes.repeat(`${createAction}: "${address.slug}"`, () => this.#create(address, valid, actor));
  }

  /** Returns null if the post was deleted, or restored with another id, since it was read. */
  async #create(
    address: PostAddress,
    { expiresIn = defaultLife, revision }: PreviewLinkInput,
    { by, judge }: Actor & Pick<KnownPost, "judge">,
  ): Promise<NewPreviewLink | null> {
    const action = createAction;
    const { clock, randomBytes } = this.#deps;
    const found = await this.#require(address, action, judge);
    const { id: postId } = found.post.data;
    if (revision !== undefined && (await this.#contentOf(address, found, revision)) === null) {
      throw new NotFoundError(
        `${action}: the content of revision ${revision} of "${address.slug}" is not stored`,
      );
    }
    const id = randomId(randomBytes, previewLengths.id);
    const token = id + randomId(randomBytes, previewLengths.secret);
    const now = clock.now();
    const expiresAt = now + (parseDuration(expiresIn) ?? 0);
    const link: PreviewLink = {
      id,
      ...(revision === undefined ? {} : { revision }),
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      ...(by === undefined ? {} : { by }),
    };
    const data: PreviewRecord = { ...link, hash: sha256Hex(token) };
    const result = await this.#links.add(["org", address.organizationSlug], previewRange(postId), {
      checks: [{ key: postIdKey(postId), exists: true }],
      sets: [{ key: previewKey(postId, id), data, expiresAt }],
      expiresAt,
    });
    if (result === null) {
      const message = `is impossible: the post has ${mostLinks} links already. Revoke some first`;
      throw new InvalidInputError(action, [{ pointer: "", message }]);
    }
    return result.committed ? { ...link, token } : null;
  }

  /**
   * Returns a page of the valid links of a post, sorted by id, without their tokens.
   *
   * @throws {NotFoundError} if the post does not exist
   * @throws {RangeError} if the limit is out of range
   */
  async list(
    address: PostAddress,
    { limit = 50, after }: PageQuery = {},
    { known, judge }: KnownPost = {},
  ): Promise<PreviewLinkPage> {
    const action = "Cannot list the preview links";
    requirePageLimit(action, limit);
    const post = known ?? (await this.#require(address, action)).post.data;
    judge?.requireWritable(post);
    const partition = ["org", address.organizationSlug];
    const { items, next } = await readPage<PreviewRecord, PreviewRecord>(this.#deps.store, partition, {
      ranges: [{ prefix: previewRange(post.id).prefix }],
      limit,
      after,
      read: (entries) => entries.map(({ data }) => (this.#isLive(data) ? data : null)),
    });
    return { previewLinks: items.map(({ hash: _hash, ...link }) => link), next };
  }

  /**
   * Lists the valid links of a post, sorted by id, without their tokens.
   *
   * @throws {NotFoundError} if the post does not exist
   */
  async *iterate(address: PostAddress): AsyncGenerator<PreviewLink> {
    const pages = eachPage(this.#deps.store, (place) => this.list(address, { limit: 100, ...place }));
    for await (const { previewLinks } of pages) yield* previewLinks;
  }

  /**
   * Revokes a link. It stops to work immediately.
   *
   * @returns true if it existed
   * @throws {NotFoundError} if the post does not exist
   */
  async revoke(address: PostAddress, id: string, { judge }: Pick<KnownPost, "judge"> = {}): Promise<boolean> {
    const { store } = this.#deps;
    const { post } = await this.#require(address, "Cannot revoke the preview link", judge);
    const key = previewKey(post.data.id, id);
    const result = await store.commit(["org", address.organizationSlug], {
      checks: [{ key, exists: true }],
      deletes: [key],
    });
    return result.committed;
  }

  /**
   * Returns the post that a token shows with its unpublished changes, or null. An invalid token takes the same reads as a valid one, so the response time does not tell
   * whether a draft exists.
   */
  async find({ organizationSlug, ...address }: PostAddress, token: string): Promise<FoundPreview | null> {
    const slug = slugToFind(address.slug);
    if (!isOrganizationSlug(organizationSlug) || slug === undefined) return null;
    const { store } = this.#deps;
    const found = await this.#findBySlug(organizationSlug, slug);
    const key = previewKey(found?.post.data.id ?? noPost, linkIdIn(token) ?? "none");
    const record = await store.getOrDamage<PreviewRecord>({ partition: ["org", organizationSlug], key });
    const link = dataOf(record);
    const isGenuine = isEqualInConstantTime(sha256Hex(token), link?.hash ?? noHash);
    if (found === null || link === undefined || !isGenuine) return null;
    if (!this.#isLive(link)) return null;
    const { expiresAt, revision } = link;
    const post = await this.#contentOf({ organizationSlug, slug }, found, revision);
    if (post === null || revision !== undefined) return post && { post, expiresAt };
    const stored = { ...found.post.data, html: post.html ?? "" };
    const copy = await readWorkingCopy(store, organizationSlug, stored.id);
    return copy === null ? { post, expiresAt } : { post, expiresAt, changes: { stored, copy } };
  }

  #isLive({ expiresAt }: PreviewRecord): boolean {
    return Date.parse(expiresAt) > this.#deps.clock.now();
  }

  /** Returns the post with a slug, or the post that had it earlier. */
  async #findBySlug(organizationSlug: string, slug: string): Promise<FoundPost | null> {
    const { store } = this.#deps;
    const partition = ["org", organizationSlug];
    const [post, _html, redirect] = await store.getReadable<[StoredPost, object, StoredRedirect]>([
      ...postLocations(organizationSlug, slug),
      { partition, key: redirectKey(slug) },
    ]);
    const id = redirect?.data.id ?? noPost;
    const [place] = await store.getReadable<[{ slug: string }]>([{ partition, key: postIdKey(id) }]);
    const present = post === null ? place?.data.slug : slug;
    const found = await findReadable(store, organizationSlug, present ?? slug);
    return found !== null && (post !== null || found.post.data.id === id) ? found : null;
  }

  /** Returns the post as a link shows it, or null if the content of the revision is not stored. */
  async #contentOf(
    { organizationSlug }: PostAddress,
    found: FoundPost,
    number: number | undefined,
  ): Promise<Post | null> {
    const { data } = found.post;
    const current = contentIfReadable(found);
    if (number === undefined) return current === undefined ? null : { ...data, html: current.html };
    const revisions = (await readRevisions(this.#deps.store, organizationSlug, data)).toReversed();
    const [revision, ...later] = revisions.slice(revisions.findIndex((one) => one.number === number));
    if (revision?.number !== number) return null;
    const content = revisedContent([revision, ...later], current);
    return content === undefined ? null : { ...revision.post, slug: data.slug, html: content.html };
  }

  async #require(
    { organizationSlug, slug }: PostAddress,
    action: string,
    judge?: PostJudge,
  ): Promise<FoundPost> {
    const { store } = this.#deps;
    const found = slugToFind(slug) === undefined ? null : await findPost(store, organizationSlug, slug);
    if (found !== null) judge?.requireWritable(found.post.data);
    if (found !== null) return found;
    throw new NotFoundError(`${action}: "${organizationSlug}" has no post "${slug}"`);
  }
}

/** Reads a post. A damaged post counts as missing, and is reported. */
async function findReadable(store: Store, organizationSlug: string, slug: string): Promise<FoundPost | null> {
  try {
    return await findPost(store, organizationSlug, slug);
  } catch (error) {
    if (!(error instanceof DamagedRecordError)) throw error;
    store.report(error);
    return null;
  }
}

function isAllowedLife(milliseconds: number | undefined): boolean {
  return milliseconds !== undefined && milliseconds <= (parseDuration(longestLife) ?? 0);
}

/** Returns the encoded keys of the records of a post's links, including damaged ones. */
export async function previewEntriesOf(
  store: Store,
  organizationSlug: string,
  postId: number,
): Promise<string[]> {
  const { prefix, guard } = previewRange(postId);
  const entries = [encodeKey(guard)];
  for await (const { key } of store.listWithDamaged(["org", organizationSlug], { prefix })) entries.push(key);
  return entries;
}
