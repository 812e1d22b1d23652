import type { Organization, Post } from "../../content/mod.ts";
import { isPaid } from "../representations/represent_post.ts";
import { DamagedRecordError } from "../../store/mod.ts";
import type { EndpointDeps } from "./endpoint_deps.ts";
import type { ExpiryTrackingReader } from "./expiry_tracking_reader.ts";

/** Reads a post with its content. Returns null if the post is missing or damaged, or the caller may not read its content. */
export async function readReadable(
  reader: ExpiryTrackingReader,
  organization: Organization,
  { slug, hasKey }: { slug: string; hasKey: boolean },
  { onDamaged }: Pick<EndpointDeps, "onDamaged">,
): Promise<Post | null> {
  try {
    const post = await reader.getPost(organization.slug, slug);
    return post === null || (!hasKey && isPaid(organization, post)) ? null : post;
  } catch (error) {
    if (!(error instanceof DamagedRecordError)) throw error;
    onDamaged(error);
    return null;
  }
}
