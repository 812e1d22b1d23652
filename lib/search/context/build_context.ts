import { groupBy } from "../../base/group_by.ts";
import { countTokens } from "../../base/text/count_tokens.ts";
import { cutMarkdown } from "../../base/text/cut_markdown.ts";
import { comparedText } from "../../base/text/markdown_sections.ts";
import { runSteps } from "../../base/yielding.ts";
import type { KnowledgeEntry, Post } from "../../content/mod.ts";
import type { Work } from "../index/work.ts";
import type { FoundResult } from "../search_index.ts";
import { type ContextPart, postParts } from "./post_parts.ts";

/** A document of a context: a public post with its content, or a knowledge text. */
export type ContextDocument = { post: Post; entry?: never } | { entry: KnowledgeEntry; post?: never };

/** A passage of a document, as a context quotes it. */
export type ContextFound = Omit<ContextPart, "place"> & ContextDocument;

/** A passage of a context. */
export type RenderedPassage = ContextFound & {
  /** The text that a language model gets. */
  rendered: string;
  /** Estimated tokens of the text. */
  tokens: number;
};

/** A context, with its estimated tokens. */
export interface Context {
  passages: RenderedPassage[];
  tokens: number;
}

/** Parts of {@link buildContext}. */
export interface ContextParts {
  /** Results, the best first. */
  results: readonly FoundResult[];
  words: ReadonlySet<string>;
  maxTokens: number;
  /** Returns a document with its content, or undefined if it is not public any more. */
  read: (result: FoundResult) => Promise<ContextDocument | undefined>;
  /** Returns the content of a post as Markdown. */
  toMarkdown: (post: Post) => Promise<string>;
  /** Returns the texts of the organization's fields in a post, as the index has them. */
  valuesOf: (post: Post) => string[];
  render: (found: ContextFound) => string;
  work: Work;
  pause: () => Promise<void>;
}

/** Maximum number of documents of a context. */
const mostDocuments = 20;
/** Largest share of the tokens that one of several documents has. */
const largestShare = 0.4;
/** Number of documents without a passage that fits, after which the context is full. */
const mostWithout = 3;

/**
 * Quotes the best documents in their order, of each the best passages in the order of the document. One of several documents has at most 40% of the
 * tokens. Equal passages are quoted once.
 */
export async function buildContext(parts: ContextParts): Promise<Context> {
  const groups = groupBy(parts.results, ({ type, document }) => `${type === "knowledge"} ${document.key}`);
  const documents = [...groups.values()].slice(0, mostDocuments);
  const { maxTokens } = parts;
  const most = documents.length === 1 ? maxTokens : Math.floor(maxTokens * largestShare);
  const quoted: { found: readonly FoundResult[]; passages: RenderedPassage[] }[] = [];
  const seen = new Set<string>();
  let tokens = 0;
  let without = 0;
  for (const found of documents) {
    const passages = await quote(found, Math.min(most, maxTokens - tokens), seen, parts);
    for (const passage of passages) tokens += passage.tokens;
    if (passages.length > 0) quoted.push({ found, passages });
    else if (++without === mostWithout) break;
  }
  const [first, second] = quoted;
  const isOnly = first !== undefined && second === undefined && documents.length > 1;
  if (isOnly) return buildContext({ ...parts, results: first.found });
  return { passages: quoted.flatMap(({ passages }) => passages), tokens };
}

async function quote(
  found: readonly [FoundResult, ...FoundResult[]],
  most: number,
  seen: Set<string>,
  { words, read, toMarkdown, valuesOf, render, work, pause }: ContextParts,
): Promise<RenderedPassage[]> {
  const document = await read(found[0]);
  if (document === undefined) return [];
  const markdown = document.post === undefined ? "" : await toMarkdown(document.post);
  if (work.add(markdown.length)) await pause();
  const values = document.post === undefined ? [] : valuesOf(document.post);
  const quoted: { place: number; passage: RenderedPassage }[] = [];
  let left = most;
  for (const { place, ...part } of await runSteps(
    postParts(found, { markdown, values, words, work }),
    pause,
  )) {
    const key = comparedText(part.text);
    if (seen.has(key)) continue;
    const passage = toFit({ ...part, ...document }, { most: left, isBest: quoted.length === 0, render });
    if (passage === undefined) continue;
    seen.add(key);
    left -= passage.tokens;
    quoted.push({ place, passage });
  }
  return quoted.toSorted((one, other) => one.place - other.place).map(({ passage }) => passage);
}

/** Renders a passage. The best one is cut if it is too long. Others are left out, because a shorter one may fit. */
function toFit(
  found: ContextFound,
  { most, isBest, render }: Pick<ContextParts, "render"> & { most: number; isBest: boolean },
): RenderedPassage | undefined {
  const rendered = render(found);
  const tokens = countTokens(rendered);
  if (tokens <= most) return { ...found, rendered, tokens };
  if (!isBest) return undefined;
  const tokensOf = (text: string): number => countTokens(render({ ...found, text: text.trimEnd() }));
  const { text } = cutMarkdown(found.text, { start: 0, end: found.text.length, maxTokens: most, tokensOf });
  const cut = text.trimEnd();
  return cut === "" ? undefined : toFit({ ...found, text: cut }, { most, isBest: false, render });
}
