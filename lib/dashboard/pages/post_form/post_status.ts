import { type PostStatus, statusAt, type StoredPost } from "../../../content/mod.ts";
import { badge, type BadgeTone } from "../../design/components.ts";
import type { Html } from "../../../base/text/html.ts";

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
