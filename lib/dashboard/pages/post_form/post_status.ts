import { type CopyMark, type PostStatus, statusAt, type StoredPost } from "../../../content/mod.ts";
import { badge, type BadgeTone } from "../../design/components.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { relativeTime } from "../../format/format.ts";

const tones: Readonly<Record<PostStatus, BadgeTone>> = {
  draft: "quiet",
  scheduled: "info",
  published: "good",
  archived: "soon",
};

/** Renders the status of a post as its readers see it. */
export function statusTag(post: Pick<StoredPost, "status" | "publishedAt">, now: number): Html {
  return statusBadge(statusAt(post, now));
}

/** Renders a status as a badge. */
export function statusBadge(status: PostStatus): Html {
  return badge(tones[status], status);
}

/** Renders the mark of a post with unpublished changes: the name of their writer, and the time of the last save. */
export function changesMark(
  { by, at }: CopyMark,
  { names, now }: { names: ReadonlyMap<string, string>; now: number },
): Html {
  const name = by === undefined ? "the operator" : (names.get(by) ?? by);
  return html`Unpublished changes by <bdi>${name}</bdi>, ${relativeTime(at, now)}`;
}
