/**
 * Expands the templates of site generators in Markdown, before it is parsed.
 *
 * @module
 */
import type { MarkdownDialect } from "../../../content/mod.ts";
import { type DialectFeatures, featuresOf } from "../dialect_features.ts";
import { codeRanges, type TextRange } from "./code_ranges.ts";
import { expandLiquid } from "./expand_liquid.ts";
import { expandMkdocs } from "./expand_mkdocs.ts";
import { expandShortcodes } from "./expand_shortcodes.ts";
import { expandVue } from "./expand_vue.ts";
import type { TemplateOptions } from "./template_options.ts";
import { unwrapMdx } from "./unwrap_mdx.ts";

export { expandLiquid } from "./expand_liquid.ts";
export { expandShortcodes } from "./expand_shortcodes.ts";
export { replaceOutsideOfCode } from "./replace_outside_of_code.ts";
export { slugInPath } from "./template_options.ts";
export { fencedCode, mostFenceIndent, RangeCursor } from "./code_ranges.ts";
export { parseShortcode } from "./parse_shortcode.ts";

/** Returns the ranges of code in Markdown of a dialect. They are in order and do not overlap. */
export function codeRangesOf(text: string, dialect: MarkdownDialect): TextRange[] {
  return codeRanges(text, featuresOf[dialect]);
}

/** Expands the templates of a dialect. Code keeps them. */
export function expandTemplates(text: string, features: DialectFeatures, options: TemplateOptions): string {
  const { templates } = features;
  if (templates === "liquid" && /\{[{%#]/.test(text))
    // Such sites expand templates in code, too. Indented lines are often HTML.
    return expandLiquid(text, codeRanges(text, { hasIndentedCode: false }), options);
  if (templates === "hugo" && /\{\{[<%]/.test(text))
    return expandShortcodes(text, codeRanges(text, features), options);
  if (templates === "mdx") return unwrapMdx(text, codeRanges(text, features), options);
  if (templates === "mkdocs") return expandMkdocs(text, options);
  if (templates === "vue") return expandVue(text, options);
  return text;
}
