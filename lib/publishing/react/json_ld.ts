import { createElement, type ReactElement } from "react";
import { jsonLdText } from "../structured_data/json_ld_text.ts";

/** Properties of {@link JsonLd}. */
export interface JsonLdProps {
  /** The JSON-LD, such as `structuredData.article` of a post. Undefined and null render nothing. */
  data: object | null | undefined;
}

/**
 * Renders JSON-LD as a script element. No string of the JSON-LD can end the element.
 *
 * @example
 * ```ts
 * import { JsonLd } from "postern/react";
 * import { createElement } from "react";
 * import { renderToStaticMarkup } from "react-dom/server";
 *
 * renderToStaticMarkup(createElement(JsonLd, { data: { name: "</script>" } }));
 * // <script type="application/ld+json">{"name":"\u003c/script\u003e"}</script>
 * ```
 */
export function JsonLd({ data }: JsonLdProps): ReactElement | null {
  if (data === undefined || data === null) return null;
  // React escapes text in a script element as HTML, which no JSON parser reads back.
  const markup = { __html: jsonLdText(data) };
  return createElement("script", { type: "application/ld+json", dangerouslySetInnerHTML: markup });
}
