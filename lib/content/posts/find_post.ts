import { DamagedRecordError, type Store, type Stored } from "../../store/mod.ts";
import type { PostAddress } from "./post_forms.ts";
import type { PostContent } from "./post_content.ts";
import { postLocations } from "./post_record.ts";
import type { StoredPost } from "./post_forms.ts";
import { presentReferences } from "../references/present_references.ts";

/** A post with its content. The content alone may be damaged. */
export interface FoundPost {
  post: Stored<StoredPost>;
  content: PostContent | DamagedRecordError;
}

type FoundRecord<Data> = Stored<Data> | DamagedRecordError | null;

/**
 * Reads the post with this slug, or returns null.
 *
 * @throws {DamagedRecordError} if the post is damaged or lost
 */
export async function findPost(
  store: Store,
  organizationSlug: string,
  slug: string,
): Promise<FoundPost | null> {
  const records = await store.getManyOrDamage<[StoredPost, PostContent]>(
    postLocations(organizationSlug, slug),
  );
  const found = await toFoundPost(store, { organizationSlug, slug }, records);
  if (found instanceof DamagedRecordError) throw found;
  return found;
}

/**
 * Returns the post of its two records, null or its damage. One commit writes or deletes a post and its content, so if only one exists, the other is
 * lost. References have the present names of their posts.
 */
export async function toFoundPost(
  store: Store,
  { organizationSlug, slug }: PostAddress,
  [found, content]: readonly [FoundRecord<StoredPost>, FoundRecord<PostContent>],
): Promise<FoundPost | DamagedRecordError | null> {
  const [postLocation, contentLocation] = postLocations(organizationSlug, slug);
  if (found instanceof DamagedRecordError) return found;
  if (found === null) return content && store.missing(postLocation);
  const [data = found.data] = await presentReferences(store, organizationSlug, [found.data]);
  const post = { ...found, data };
  if (content instanceof DamagedRecordError) return { post, content };
  return { post, content: content?.data ?? store.missing(contentLocation) };
}

/** Reads the posts with these slugs without their content, in one round trip. Missing and damaged posts are left out. */
export async function findPostHeads(
  store: Store,
  organizationSlug: string,
  slugs: readonly string[],
): Promise<StoredPost[]> {
  const locations = slugs.map((slug) => postLocations(organizationSlug, slug)[0]);
  const found = await store.getReadable<StoredPost[]>(locations);
  const posts = found.flatMap((record) => record?.data ?? []);
  return presentReferences(store, organizationSlug, posts);
}

/** @throws {DamagedRecordError} if the content is damaged */
export function readableContent({ content }: FoundPost): PostContent {
  if (content instanceof DamagedRecordError) throw content;
  return content;
}

/**
 * Returns a post with its content.
 *
 * @throws {DamagedRecordError} if the content is damaged
 */
export function wholeOf(found: FoundPost): StoredPost & PostContent {
  return { ...found.post.data, ...readableContent(found) };
}

/** Returns the content, or undefined if it is damaged. */
export function contentIfReadable({ content }: FoundPost): PostContent | undefined {
  return content instanceof DamagedRecordError ? undefined : content;
}
