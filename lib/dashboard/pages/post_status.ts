import { statusAt, type StoredPost } from "../../content/mod.ts";
import { html, type Html } from "../../html.ts";

/** Renders the status of a post as its readers see it. */
export function statusTag(post: Pick<StoredPost, "status" | "publishedAt">, now: number): Html {
  return html`<span class="tag">${statusAt(post, now)}</span>`;
}
