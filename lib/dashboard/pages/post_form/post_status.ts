import { type CopyMark, type PostStatus, statusAt, type StoredPost } from "../../../content/mod.ts";
import { badge, type BadgeTone } from "../../design/components.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { relativeTime, timeUntil } from "../../format/format.ts";

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

/** Names of users by id, and the present time in milliseconds. */
interface MarkContext {
  names: ReadonlyMap<string, string>;
  now: number;
}

/** Renders the mark of a post with unpublished changes: the name of their writer, and the time of the last save. */
export function changesMark({ by, at }: CopyMark, { names, now }: MarkContext): Html {
  return html`Unpublished changes by <bdi>${nameOf(by, names)}</bdi>, ${relativeTime(at, now)}`;
}

/** Returns the mark as text. */
export function changesText({ by, at }: CopyMark, { names, now }: MarkContext): string {
  return `Unpublished changes by ${nameOf(by, names)}, ${timeUntil(at, now)}`;
}

function nameOf(by: string | undefined, names: ReadonlyMap<string, string>): string {
  return by === undefined ? "the operator" : (names.get(by) ?? by);
}
