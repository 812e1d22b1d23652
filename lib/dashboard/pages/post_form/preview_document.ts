import type { StoredPostWithHtml } from "../../../content/mod.ts";
import { html, Html } from "../../../base/text/html.ts";

/** Renders a post's HTML as a document of its own, for a sandboxed response. `selectors` marks the matching elements. */
export function previewDocument(
  post: Pick<StoredPostWithHtml, "name" | "description" | "inLanguage" | "html">,
  selectors: readonly string[] = [],
): Html {
  // Braces and comments could turn a selector into a style rule. The document is sandboxed in any case.
  const marks = selectors.map(
    (selector) => `:is(${selector.replace(/[{}<]|\/\*/g, "")}) { outline: 3px solid #c60; }`,
  );
  return html`<!DOCTYPE html>
<html lang="${post.inLanguage}" dir="auto">
<head><meta charset="utf-8"><title>${post.name}</title><style>body { font: 1rem/1.6 Georgia, serif; margin: 1rem; overflow-wrap: anywhere } img { max-width: 100% } article * { unicode-bidi: plaintext; text-align: start } ${new Html(marks.join(" "))}</style></head>
<body>
<h1 dir="auto">${post.name}</h1>
${post.description !== undefined && html`<p itemprop="description" dir="auto">${post.description}</p>`}
<article dir="auto">${new Html(post.html)}</article>
</body>
</html>`;
}
