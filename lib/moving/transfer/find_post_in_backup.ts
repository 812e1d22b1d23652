import { given } from "../../base/given.ts";
import type { StoredPostWithHtml } from "../../content/mod.ts";
import { RecordOrder } from "./record_order.ts";
import { RestoreRefusedError } from "./transfer_error.ts";
import type { TransferRecord } from "./transfer_record.ts";

export interface PostInBackup {
  organizationId: string;
  post: StoredPostWithHtml;
  /** Addresses that redirected to the post. */
  redirects: readonly string[];
}

/**
 * Reads a backup to its end, and finds the post with a slug.
 *
 * @throws {RestoreRefusedError} if the backup has no such post. The message names the post that had the slug earlier, if any
 * @throws {TransferError} if the backup is incomplete or was changed
 */
export async function findPostInBackup(
  records: AsyncIterable<TransferRecord>,
  { organizationSlug, slug }: { organizationSlug: string; slug: string },
): Promise<PostInBackup> {
  const order = new RecordOrder();
  const wanted = slug.normalize("NFC");
  let organizationId: string | undefined;
  let post: StoredPostWithHtml | undefined;
  const redirects: { id: number; from: string }[] = [];
  /** Slugs of the organization's posts by their ids. */
  const slugs = new Map<number, string>();
  for await (const record of records) {
    order.check(record);
    if (record.type === "organization" && record.organization.slug === organizationSlug) {
      organizationId = record.organization.id;
    }
    if (!("organizationSlug" in record) || record.organizationSlug !== organizationSlug) continue;
    if (record.type === "redirect") redirects.push(record.redirect);
    if (record.type !== "post") continue;
    const { html, markdown, markdownDialect } = record;
    slugs.set(record.post.id, record.post.slug);
    redirects.push(...(record.post.aliases ?? []).map((from) => ({ id: record.post.id, from })));
    if (record.post.slug.normalize("NFC") !== wanted) continue;
    post = { ...record.post, html, ...given({ markdown, markdownDialect }) };
  }
  order.checkEnd();
  if (organizationId === undefined) {
    throw new RestoreRefusedError(`the backup has no organization "${organizationSlug}"`);
  }
  if (post !== undefined) {
    const { id } = post;
    return { organizationId, post, redirects: redirects.flatMap((one) => (one.id === id ? one.from : [])) };
  }
  const former = slugs.get(redirects.find(({ from }) => from === slug)?.id ?? 0);
  const hint = former === undefined ? "" : `: "${former}" is the post that had this address. Name it instead`;
  throw new RestoreRefusedError(`the backup has no post "${slug}" of "${organizationSlug}"${hint}`);
}
