import { DamagedRecordError, type Store, type Stored } from "../store/mod.ts";
import { postLocations, type StoredPost } from "./post_record.ts";

/** A post with its content. The content alone may be damaged. */
export interface FoundPost {
  post: Stored<StoredPost>;
  html: string | DamagedRecordError;
}

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
  const found = await findPostOrDamage(store, organizationSlug, slug);
  if (found instanceof DamagedRecordError) throw found;
  return found;
}

/**
 * Reads the post with this slug, or returns null or its damage. One commit writes or deletes a post and its content, so if only one
 * exists, the other is lost.
 */
export async function findPostOrDamage(
  store: Store,
  organizationSlug: string,
  slug: string,
): Promise<FoundPost | DamagedRecordError | null> {
  const [postLocation, htmlLocation] = postLocations(organizationSlug, slug);
  const records = await store.getManyOrDamage<[StoredPost, { html: string }]>([postLocation, htmlLocation]);
  const [post, html] = records;
  if (post instanceof DamagedRecordError) return post;
  if (post === null) return html && store.missing(postLocation);
  if (html instanceof DamagedRecordError) return { post, html };
  return { post, html: html?.data.html ?? store.missing(htmlLocation) };
}

/** @throws {DamagedRecordError} if the content is damaged */
export function readableHtml({ html }: FoundPost): string {
  if (html instanceof DamagedRecordError) throw html;
  return html;
}

/** Returns the content, or undefined if it is damaged. */
export function htmlIfReadable({ html }: FoundPost): string | undefined {
  return html instanceof DamagedRecordError ? undefined : html;
}
