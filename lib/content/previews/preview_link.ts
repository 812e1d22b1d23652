import {
  type ExpiringRange,
  type KeyPart,
  lastNumberOf,
  type RestoreOutcome,
  restoreRecords,
  type Store,
} from "../../store/mod.ts";
import { previewLengths } from "../../base/secrets/secret_forms.ts";
import type { Post, StoredPost } from "../posts/post_forms.ts";
import type { PostContent } from "../posts/post_content.ts";
import type { RestorePostOptions } from "../restore_content.ts";
import type { WorkingCopy } from "../working_copies/read_working_copy.ts";

/** A link that shows a post of any status to everybody with its token. */
export interface PreviewLink {
  id: string;
  /** Number of the revision that the link shows. Default: the present post. */
  revision?: number;
  /** RFC 3339. */
  createdAt: string;
  /** RFC 3339. */
  expiresAt: string;
  /** Id of the user who created it, if known. */
  by?: string;
}

/** A page of the valid links of a post. */
export interface PreviewLinkPage {
  previewLinks: PreviewLink[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** A new link, with its token. */
export interface NewPreviewLink extends PreviewLink {
  /** 48 lowercase letters and digits. It is returned only once; only its hash is stored. */
  token: string;
}

/** The post that a link shows. */
export interface FoundPreview {
  /** The stored post, or its revision. */
  post: Post;
  /** Time at which the link ends, RFC 3339. */
  expiresAt: string;
  /** The working copy, whose text replaces that of the stored post. Undefined for a revision, and without unpublished changes. */
  changes?: { stored: StoredPost & PostContent; copy: WorkingCopy };
}

/** Input of a link. */
export interface PreviewLinkInput {
  /** A duration such as `30m`, `12h` or `7d`, at most `30d`. Default: `1h`. */
  expiresIn?: string;
  /** Number of the revision to show, one of the last 10. Default: the present post, with later changes. */
  revision?: number;
}

/** The stored record of a link. */
export interface PreviewRecord extends PreviewLink {
  /** SHA-256 of the token in hexadecimal. */
  hash: string;
}

const { id: linkIdLength, secret: secretLength } = previewLengths;
const tokenForm = new RegExp(`^[a-z2-7]{${linkIdLength + secretLength}}$`);

/** Returns the link's id in a token, or undefined for a text that is not a token. */
export function linkIdIn(token: string): string | undefined {
  return tokenForm.test(token) ? token.slice(0, linkIdLength) : undefined;
}

/** Prefix of the links of a post, or of all posts of an organization. */
export const previewPrefix = (...postId: [] | [number]): KeyPart[] => ["preview", ...postId];
export const previewKey = (postId: number, id: string): KeyPart[] => [...previewPrefix(postId), id];

/** Returns the range of a post's links. */
export const previewRange = (postId: number): ExpiringRange => ({
  prefix: previewPrefix(postId),
  guard: ["previews-of", postId],
});

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
