import { expandTemplates } from "./templates/mod.ts";
import type { MarkdownDialect } from "../../content/mod.ts";
import { type DialectFeatures, featuresOf } from "./dialect_features.ts";
import { checkLength } from "./markdown_error.ts";
import { type MarkdownNote, MarkdownNotes } from "./markdown_notes.ts";
import { parserOf } from "./parser.ts";
import { newEnvironment } from "./environment.ts";

/** Options of {@link renderMarkdown}. */
export interface RenderMarkdownOptions {
  /** Default: `github`. */
  dialect?: MarkdownDialect;
  /**
   * Resolves the target of `ref`, `relref`, `link` and `post_url` to a URL. Default: the last part of the path, which is
   * usually the slug of a post.
   */
  resolveLink?: (target: string) => string | undefined;
}

/** HTML of Markdown. It is not sanitized: HTML in the Markdown stays as it is. */
export interface RenderedMarkdown {
  html: string;
  notes: MarkdownNote[];
}

/**
 * Renders Markdown as HTML.
 *
 * @throws {MarkdownError} if the text is too long
 *
 * @example
 * ```ts ignore
 * renderMarkdown("Hi[^1]\n\n{{< gallery >}}\n\n[^1]: Ho", { dialect: "hugo" }).notes;
 * // [{ category: "shortcode", text: 'the shortcode "gallery" was removed', count: 1, isLoss: true }]
 * ```
 */
export function renderMarkdown(text: string, options: RenderMarkdownOptions = {}): RenderedMarkdown {
  const { dialect = "github", resolveLink = () => undefined } = options;
  checkLength(text);
  const features: DialectFeatures = featuresOf[dialect];
  const notes = new MarkdownNotes();
  const plain = text.replaceAll("\r\n", "\n");
  const markdown = expandTemplates(plain, features, { notes, resolveLink });
  const parser = parserOf(features);
  const environment = newEnvironment({ dialect, notes });
  const html = parser.render(markdown, environment);
  return { html, notes: notes.list() };
}
