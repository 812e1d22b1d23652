import type { Store } from "../../../store/mod.ts";
import type { PostAddress } from "../post_address.ts";
import { postLocations } from "../post_record.ts";

/** Repeats a write of a post, in turn with the other writes of the post. The write returns null if the post has changed since it was read. */
export async function repeatPostWrite<Result>(
  { writes }: Store,
  { organizationSlug, slug, action }: PostAddress & { action: string },
  write: () => Promise<Result | null>,
): Promise<Result> {
  const [location] = postLocations(organizationSlug, slug);
  return writes.repeatInTurn(location, `${action}: "${slug}"`, write);
}
