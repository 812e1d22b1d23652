import { given } from "../../base/given.ts";
import { type Clock, systemClock } from "../../base/time/clock.ts";
import {
  contentIn,
  copiedFields,
  mostAliases,
  type Organizations,
  type PostInput,
  postLocationOf,
  type Posts,
  type StoredPostWithHtml,
  WorkingCopies,
  WorkingCopyConflictError,
  type WorkingCopyText,
} from "../../content/mod.ts";
import { AlreadyExistsError } from "../../base/errors.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { systemRandomBytes } from "../../base/secrets/random.ts";
import {
  type AtomicDriver,
  openStore,
  type Storage,
  type Store,
  type StoreAndClock,
} from "../../store/mod.ts";
import { findPostInBackup, type PostInBackup } from "./find_post_in_backup.ts";
import { RestoreRefusedError } from "./transfer_error.ts";
import type { TransferRecord } from "./transfer_record.ts";

/** The store in use to which {@link restoreOnePost} adds a post. */
export interface StoreInUse {
  storage: Storage | AtomicDriver;
  /** The managers of the API of the store. */
  api: { posts: Pick<Posts, "get" | "create">; organizations: Pick<Organizations, "get"> };
}

/** Options of {@link restoreOnePost}. */
export interface RestoreOnePostOptions {
  organizationSlug: string;
  /** Slug that the post had in the backup. */
  slug: string;
  /** Default: the system's clock. */
  clock?: Clock;
}

/** Result of {@link restoreOnePost}. */
export interface RestoredPost {
  /** Present slug of the post, or that of the new draft. */
  slug: string;
  /** The text is the working copy of the post, or a new draft, or the post has it already. */
  outcome: "working-copy" | "draft" | "unchanged";
  /** Aliases that the draft lacks, because an alias is the page of another post now. Empty for a working copy. */
  aliasesLeftOut: readonly string[];
  /** Fields that differ in the backup, but that a working copy does not have. */
  fieldsKept: readonly string[];
}

/** Fields of a post that a working copy does not have, and that a backup may have in an earlier state. */
const fieldsOfPost = ["aliases", "isAccessibleForFree", "translations"] as const;
/** Maximum number of slugs that are tried for a draft. */
const mostNumbers = 100;

/**
 * Adds the text of one post of a backup to a store in use, and changes nothing that readers see. The text becomes the working copy of the post
 * if it is public or scheduled, else a new draft. The post is found by its id, so it may have been renamed since the backup.
 *
 * @param read reads the backup from its beginning; called once, to its end, before anything is written
 * @throws {RestoreRefusedError} if the backup has no such post, the store has no such organization, or the post has a working copy already
 * @throws {TransferError} if the backup is incomplete or was changed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { exportRecords, importRecords, restoreOnePost } from "postern/moving";
 *
 * const storage = memoryDriver();
 * const api = createPublicApi({ storage });
 * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
 * await api.posts.create("acme", { name: "Hello", html: "<p>Good</p>" });
 * const backup = memoryDriver();
 * await importRecords(backup, exportRecords(storage));
 * await api.posts.update({ organizationSlug: "acme", slug: "hello" }, { html: "<p>Bad</p>" });
 *
 * const read = () => exportRecords(backup);
 * const { outcome } = await restoreOnePost({ storage, api }, read, { organizationSlug: "acme", slug: "hello" });
 * outcome; // "working-copy"
 * ```
 */
export async function restoreOnePost(
  { storage, api }: StoreInUse,
  read: () => AsyncIterable<TransferRecord>,
  { organizationSlug, slug, clock = systemClock }: RestoreOnePostOptions,
): Promise<RestoredPost> {
  const found = await findPostInBackup(read(), { organizationSlug, slug });
  const store = openStore(storage, { deployment: "process", clock, randomBytes: systemRandomBytes });
  const organization = await api.organizations.get(organizationSlug);
  if (organization === null) {
    throw new RestoreRefusedError(`the store has no organization "${organizationSlug}"`);
  }
  // The ids of posts have a meaning in one organization only. A new organization with the same slug has other posts.
  const isSame = organization.id === found.organizationId;
  const present = isSame ? await slugOfId(store, organizationSlug, found.post.id) : slug;
  const post = present === undefined ? null : await api.posts.get({ organizationSlug, slug: present });
  const isShown = post !== null && (post.status === "published" || post.status === "scheduled");
  if (!isShown || hasText(post, found.post)) {
    const { createdBy } = found.post;
    const marks = isSame ? given({ createdBy }) : {};
    return createDraft(api.posts, organizationSlug, { ...found, present: post, marks });
  }
  await saveWorkingCopy({ store, clock }, { organizationSlug, slug: post.slug }, textOf(found.post));
  return {
    slug: post.slug,
    outcome: "working-copy",
    aliasesLeftOut: [],
    fieldsKept: fieldsOfPost.filter((name) => !isEqualJson(post[name], found.post[name])),
  };
}

/** Returns the present slug of the post with an id, or undefined. */
async function slugOfId(store: Store, organizationSlug: string, id: number): Promise<string | undefined> {
  const place = await store.get<{ slug: string }>(postLocationOf(organizationSlug, id));
  return place?.data.slug;
}

async function saveWorkingCopy(
  deps: StoreAndClock,
  address: { organizationSlug: string; slug: string },
  text: WorkingCopyText,
): Promise<void> {
  try {
    await new WorkingCopies(deps).save(address, text, { ifMatch: null });
  } catch (cause) {
    if (!(cause instanceof WorkingCopyConflictError)) throw cause;
    throw new RestoreRefusedError(
      `the post "${address.slug}" has a working copy already: apply or discard it first`,
      { cause },
    );
  }
}

interface DraftToCreate extends PostInBackup {
  /** The present post, if there is one. */
  present: StoredPostWithHtml | null;
  /** The creator of the post. Users of another organization of the same slug may be others. */
  marks: Pick<StoredPostWithHtml, "createdBy">;
}

/** Creates a draft, unless the post or an earlier draft has the text already. */
async function createDraft(
  posts: StoreInUse["api"]["posts"],
  organizationSlug: string,
  { post, redirects, present, marks }: DraftToCreate,
): Promise<RestoredPost> {
  const result = { aliasesLeftOut: [], fieldsKept: [] };
  const { found = present, slug } = await firstFree(posts, organizationSlug, post);
  if (found !== null && hasText(found, post)) return { ...result, slug: found.slug, outcome: "unchanged" };
  const { translations, publishedAt } = post;
  const input: PostInput = {
    ...textOf(post),
    ...contentIn(post),
    ...given({ translations, publishedAt }),
    isAccessibleForFree: post.isAccessibleForFree,
    createdAt: post.createdAt,
    updatedAt: post.updatedAt,
    slug,
    status: "draft",
  };
  // The redirects of a deleted post were deleted with it.
  const aliases = [...new Set([...(post.aliases ?? []), ...redirects])].slice(0, mostAliases);
  try {
    await posts.create(organizationSlug, { ...input, aliases }, { marks });
    return { ...result, slug, outcome: "draft" };
  } catch (error) {
    if (!(error instanceof AlreadyExistsError) || aliases.length === 0) throw error;
    await posts.create(organizationSlug, input, { marks });
    return { ...result, slug, outcome: "draft", aliasesLeftOut: aliases };
  }
}

/** Returns a slug without a post, with a number if the slug of the post is taken. `found` is a post of such a slug that has the text already. */
async function firstFree(
  posts: StoreInUse["api"]["posts"],
  organizationSlug: string,
  wanted: StoredPostWithHtml,
): Promise<{ slug: string; found?: StoredPostWithHtml }> {
  for (let number = 1; number <= mostNumbers; number++) {
    const slug = number === 1 ? wanted.slug : `${wanted.slug}-${number}`;
    const found = await posts.get({ organizationSlug, slug });
    if (found === null) return { slug };
    if (hasText(found, wanted)) return { slug, found };
  }
  const reason = `"${organizationSlug}" has ${mostNumbers} posts like "${wanted.slug}": delete some`;
  throw new RestoreRefusedError(reason);
}

function hasText(post: StoredPostWithHtml, other: StoredPostWithHtml): boolean {
  return isEqualJson(textOf(post), textOf(other));
}

/** Returns the fields that a working copy has. Markdown of an unknown dialect would be rendered anew, so it is left out. */
function textOf(post: StoredPostWithHtml): WorkingCopyText {
  const { html, markdown, markdownDialect } = post;
  const isRendered = markdown !== undefined && markdownDialect !== undefined;
  const content: readonly string[] = isRendered ? ["markdown", "markdownDialect"] : ["html"];
  const names = copiedFields.filter(
    (name) => !["html", "markdown", "markdownDialect"].includes(name) || content.includes(name),
  );
  const given = names.flatMap((name) => (post[name] === undefined ? [] : [[name, post[name]] as const]));
  return { name: post.name, ...Object.fromEntries(given), ...(isRendered ? {} : { html }) };
}
