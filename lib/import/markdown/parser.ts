import MarkdownIt, { type MarkdownIt as Parser } from "markdown-it";
import type { DialectFeatures } from "./dialect_features.ts";
import { addAdmonitions } from "./rules/admonitions.ts";
import { addAttributeLines } from "./rules/attribute_lines.ts";
import { addAutolinks } from "./rules/autolinks.ts";
import { addDefinitionLists } from "./rules/definition_lists.ts";
import { addFootnotes } from "./rules/footnotes.ts";
import { addHeadingIds } from "./rules/heading_ids.ts";
import { addKramdown } from "./rules/kramdown.ts";
import { addKramdownBlocks } from "./rules/kramdown_blocks.ts";
import { addNestingNote } from "./rules/nesting_note.ts";
import { setStrikethrough } from "./rules/strikethrough.ts";
import { addTaskLists } from "./rules/task_lists.ts";
import { addUnspacedEmphasis } from "./rules/unspaced_emphasis.ts";

const parsers = new Map<DialectFeatures, Parser>();

/** Returns the parser of a dialect. It is created once. */
export function parserOf(features: DialectFeatures): Parser {
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
  if (features.hasAlerts || features.hasContainers) addAdmonitions(parser, features);
  if (features.isKramdown) {
    addKramdown(parser);
    addKramdownBlocks(parser);
  }
  if (features.hasAutolinks) addAutolinks(parser);
  if (features.templates === "hugo") addAttributeLines(parser);
  addHeadingIds(parser, features);
  addNestingNote(parser);
  parsers.set(features, parser);
  return parser;
}
