import { longestRevisedText, postTag, type StoredPostWithHtml } from "../../../lib/content/mod.ts";
import { type MarkdownNote, renderMarkdown } from "../../../lib/import/markdown/mod.ts";
import type { PublicApi } from "../../../lib/mod.ts";

/** The reason why a post keeps its HTML. */
export type KeptReason = "no-markdown" | "own-html" | "long-html";

/** The result of rendering a post. */
export type RenderedPost =
  | { outcome: "changed" | "unchanged"; notes: MarkdownNote[] }
  | { outcome: "kept"; reason: KeptReason };

/** Options of {@link renderPost}. */
export interface RenderPostOptions {
  organizationSlug: string;
  dryRun: boolean;
  /** True to keep HTML that may not come from the Markdown, or that the history cannot keep. */
  isCareful: boolean;
}

/**
 * Renders the HTML of a post from its Markdown again. The post keeps its `updatedAt`, because its text is the same. A later
 * import does not take the new HTML for an edit.
 *
 * @throws {PreconditionFailedError} if the post was changed in the meantime
 */
export async function renderPost(
  api: PublicApi,
  post: StoredPostWithHtml,
  { organizationSlug, dryRun, isCareful }: RenderPostOptions,
): Promise<RenderedPost> {
  const { slug, markdown, markdownDialect, updatedAt } = post;
  if (markdown === undefined) return { outcome: "kept", reason: "no-markdown" };
  const { html, notes } = renderMarkdown(markdown, { dialect: markdownDialect ?? "editor" });
  if (html === post.html) return { outcome: "unchanged", notes };
  if (isCareful && markdownDialect === undefined) return { outcome: "kept", reason: "own-html" };
  if (isCareful && post.html.length > longestRevisedText) return { outcome: "kept", reason: "long-html" };
  if (dryRun) return { outcome: "changed", notes };
  const content = { html, markdown, ...(markdownDialect && { markdownDialect }) };
  const options = { ifMatch: [postTag(post)], ...unedited(post) };
  await api.posts.update({ organizationSlug, slug }, { ...content, updatedAt }, options);
  return { outcome: "changed", notes };
}

/** Returns the origin of a post that was not edited since its import, so that it remains unedited. */
function unedited({ revision, importedFrom }: StoredPostWithHtml): {
  importedFrom?: { source: string; key: string };
} {
  if (importedFrom?.revision !== revision) return {};
  const { source, key } = importedFrom;
  return { importedFrom: { source, key } };
}
