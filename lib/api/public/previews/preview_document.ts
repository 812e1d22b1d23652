import { html, Html } from "../../../base/text/html.ts";
import type { Post } from "../../../content/mod.ts";

/** Parts of the document that readers of the preview see. */
export type PreviewedPost = Pick<Post, "name" | "description" | "inLanguage" | "html">;

/** Additions to the document. */
export interface PreviewAdditions {
  /** Selectors whose elements are marked. */
  selectors?: readonly string[];
  /** A line above the post. With it, the document is a page of its own. */
  note?: Html;
}

const style = `body { font: 1rem/1.6 Georgia, serif; margin: 1rem; overflow-wrap: anywhere }
img, video { max-width: 100%; height: auto }
article * { unicode-bidi: plaintext; text-align: start }
.admonition { border-inline-start: 4px solid #36c; padding-inline-start: 1rem; margin: 1rem 0 }
.admonition.tip { border-color: #287 } .admonition.important { border-color: #73a } .admonition.warning { border-color: #a60 } .admonition.caution { border-color: #c33 }
.admonition-title { font-weight: 700 }`;

const pageStyle = `:root { color-scheme: light dark }
body { max-width: 42rem; margin: 0 auto; padding: 0 1rem 4rem; font-size: 1.125rem }
h1 { line-height: 1.2 }
pre, article table { border-collapse: collapse; display: block; max-width: 100%; overflow-x: auto }
td, th { padding: .25rem .75rem; border: 1px solid GrayText }
.note { font: .875rem/1.5 system-ui, sans-serif; border-block-end: 1px solid GrayText; padding: .75rem 0; margin: 0 0 2rem }`;

/** Renders a post's HTML as a document of its own, for a sandboxed response. */
export function previewDocument(
  { name, description, inLanguage, html: content = "" }: PreviewedPost,
  { selectors = [], note }: PreviewAdditions = {},
): Html {
  // Braces and comments could turn a selector into a style rule. The document is sandboxed in any case.
  const marks = selectors.map(
    (selector) => `:is(${selector.replace(/[{}<]|\/\*/g, "")}) { outline: 3px solid #c60; }`,
  );
  const styles = [style, ...(note === undefined ? [] : [pageStyle]), ...marks].join("\n");
  return html`<!DOCTYPE html>
    <html lang="${inLanguage}" dir="auto">
      <head>
        <meta charset="utf-8" />
        ${note && html`<meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="robots" content="noindex" />`}
        <title>${name}</title>
        <style>
          ${new Html(styles)}
        </style>
      </head>
      <body>
        ${note && html`<p class="note" lang="en" dir="ltr">${note}</p> `}
        <h1 dir="auto">${name}</h1>
        ${description !== undefined && html`<p itemprop="description" dir="auto">${description}</p>`}
        <article dir="auto">${new Html(content)}</article>
      </body>
    </html>`;
}
