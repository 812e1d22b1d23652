import MarkdownIt, { type MarkdownIt as Parser, type StateCore } from "markdown-it";
import { expandLiquid, expandShortcodes, expandTemplates } from "./templates/mod.ts";
import type { MarkdownDialect } from "../../content/mod.ts";
import { type DialectFeatures, featuresOf } from "./dialect_features.ts";
import { checkLength } from "./markdown_error.ts";
import { type MarkdownNote, MarkdownNotes } from "./markdown_notes.ts";
import { newEnvironment, environmentOf } from "./environment.ts";
import { addAdmonitions } from "./rules/admonitions.ts";
import { addAttributeLines } from "./rules/attribute_lines.ts";
import { addAutolinks } from "./rules/autolinks.ts";
import { addDefinitionLists } from "./rules/definition_lists.ts";
import { addFenceLanguages } from "./rules/fence_languages.ts";
import { addFootnotes } from "./rules/footnotes.ts";
import { addHeadingIds } from "./rules/heading_ids.ts";
import { addKramdown } from "./rules/kramdown.ts";
import { addKramdownBlocks } from "./rules/kramdown_blocks.ts";
import { setStrikethrough } from "./rules/strikethrough.ts";
import { addTaskLists } from "./rules/task_lists.ts";
import { addUnspacedEmphasis } from "./rules/unspaced_emphasis.ts";

const parsers = new Map<DialectFeatures, Parser>();

/** Returns the parser of a dialect. It is created once. */
function parserOf(features: DialectFeatures): Parser {
  const known = parsers.get(features);
  if (known !== undefined) return known;
  const parser = new MarkdownIt({ html: true });
  if (features.isExtended) setStrikethrough(parser, features);
  else parser.disable("strikethrough");
  if (features.hasUnspacedEmphasis) addUnspacedEmphasis(parser);
  if (!features.hasIndentedCode) parser.disable("code");
  if (features.isExtended) {
    addFootnotes(parser);
    addTaskLists(parser);
  }
  if (features.hasDefinitionLists) addDefinitionLists(parser);
  addAdmonitions(parser, features);
  if (features.isKramdown) {
    addKramdown(parser);
    addKramdownBlocks(parser);
  }
  if (features.hasAutolinks) addAutolinks(parser);
  if (features.templates === "hugo") addAttributeLines(parser);
  addFenceLanguages(parser);
  addHeadingIds(parser, features);
  addNestingNote(parser);
  parsers.set(features, parser);
  return parser;
}

/** Notes that blocks are nested deeper than the parser reads them. */
function addNestingNote(parser: Parser): void {
  parser.core.ruler.after("block", "nesting_note", (state: StateCore) => {
    const { maxNesting } = state.md.options;
    const isTooDeep = state.tokens.some(({ nesting, level }) => nesting === 1 && level + 1 >= maxNesting);
    if (!isTooDeep) return;
    const text = `blocks nested more than ${maxNesting} levels deep were removed`;
    environmentOf(state).notes.add("nesting", text, true);
  });
}

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

/** Expands the templates in HTML, also in its code, as sites of Liquid and Hugo do. */
export function expandHtml(
  html: string,
  { dialect = "github", resolveLink = () => undefined }: RenderMarkdownOptions = {},
): RenderedMarkdown {
  const notes = new MarkdownNotes();
  const { templates } = featuresOf[dialect];
  const expand = templates === "liquid" ? expandLiquid : templates === "hugo" ? expandShortcodes : undefined;
  return {
    html: expand === undefined ? html : expand(html, [], { notes, resolveLink }),
    notes: notes.list(),
  };
}
