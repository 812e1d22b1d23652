import { HostValueError } from "../../base/host/host_value_error.ts";
import { reportError } from "../../base/report_error.ts";
import type { Organization, Post } from "../../content/mod.ts";
import { isPaid } from "../representations/represent_post.ts";
import { DamagedRecordError } from "../../store/mod.ts";
import type { EndpointDeps } from "./endpoint_deps.ts";
import type { ExpiryTrackingReader } from "./expiry_tracking_reader.ts";

/** Reads a post with its content. Returns null if the post is missing, damaged or malformed, or the caller may not read its content. */
export async function readReadable(
  reader: ExpiryTrackingReader,
  organization: Organization,
  { slug, hasKey }: { slug: string; hasKey: boolean },
  deps: Pick<EndpointDeps, "onDamaged" | "options">,
): Promise<Post | null> {
  try {
    const post = await reader.getPost(organization.slug, slug);
    return post === null || (!hasKey && isPaid(organization, post)) ? null : post;
  } catch (error) {
    return leaveOut(error, deps);
  }
}

/** Reports a post that cannot be read, and leaves it out. Other errors are thrown. */
export function leaveOut(
  error: unknown,
  { onDamaged, options }: Pick<EndpointDeps, "onDamaged" | "options">,
): null {
  if (error instanceof DamagedRecordError) onDamaged(error);
  else if (error instanceof HostValueError) reportError(error, () => undefined, options.onError);
  else throw error;
  return null;
}
