import { lastNumberOf, type RestoreOutcome, restoreRecords, type Store } from "../../store/mod.ts";
import type { RestorePostOptions } from "../restore_content.ts";
import { previewKey, previewPrefix, type PreviewRecord } from "./preview_link.ts";

/** A preview link as it is stored, and the id of its post. */
export interface MovedPreviewLink {
  postId: number;
  previewLink: PreviewRecord;
}

/** Reads the preview links of all posts of an organization, with the hashes of their tokens. */
export async function* readPreviewLinks(
  store: Store,
  organizationSlug: string,
): AsyncGenerator<MovedPreviewLink> {
  const partition = ["org", organizationSlug];
  const links = store.listAll<PreviewRecord>(partition, { prefix: previewPrefix() });
  for await (const { key, data } of links) {
    yield { postId: lastNumberOf(key.slice(0, key.lastIndexOf("!"))), previewLink: data };
  }
}

/** Restores a preview link, unless it has expired. */
export async function restorePreviewLink(
  store: Store,
  organizationSlug: string,
  { postId, previewLink }: MovedPreviewLink,
  options: Pick<RestorePostOptions, "dryRun" | "now">,
): Promise<RestoreOutcome> {
  const expiresAt = Date.parse(previewLink.expiresAt);
  if (expiresAt <= options.now) return "unchanged";
  const wanted = { key: previewKey(postId, previewLink.id), data: previewLink, expiresAt };
  return restoreRecords(store, ["org", organizationSlug], () => ({ wanted: [wanted] }), options);
}
