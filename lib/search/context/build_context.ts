import { countTokens } from "../../base/text/count_tokens.ts";
import type { Post } from "../../content/mod.ts";
import type { FoundResult } from "../search_index.ts";
import { type Work } from "../index/work.ts";
import { cutMarkdown } from "./markdown_sections.ts";
import { type ContextPart, postParts } from "./post_parts.ts";

/** A passage of a post, as a context quotes it. */
export interface ContextFound extends Omit<ContextPart, "place"> {
  post: Post;
}

/** A passage of a context. */
export interface RenderedPassage extends ContextFound {
  /** The text that a language model gets. */
  rendered: string;
  /** Estimated tokens of the text. */
  tokens: number;
}

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
  /** Returns a post with its content, or undefined if it is not public any more. */
  read: (result: FoundResult) => Promise<Post | undefined>;
  /** Returns the content of a post as Markdown. */
  toMarkdown: (post: Post) => Promise<string>;
  render: (found: ContextFound) => string;
  work: Work;
  pause: () => Promise<void>;
}

/** Maximum number of posts of a context. */
const mostPosts = 20;
/** Largest share of the tokens that one of several posts has. */
const largestShare = 0.4;
/** Number of posts without a passage that fits, after which the context is full. */
const mostWithout = 3;

/**
 * Quotes the best posts in their order, of each the best passages in the order of the post. One of several posts has at most 40% of the
 * tokens. Equal passages are quoted once.
 */
export async function buildContext(parts: ContextParts): Promise<Context> {
  const posts = byPost(parts.results).slice(0, mostPosts);
  const ofPost = posts.length === 1 ? parts.maxTokens : Math.floor(parts.maxTokens * largestShare);
  const seen = new Set<string>();
  const context: Context = { passages: [], tokens: 0 };
  let without = 0;
  for (const found of posts) {
    const passages = await quotePost(found, Math.min(ofPost, parts.maxTokens - context.tokens), seen, parts);
    for (const { tokens } of passages) context.tokens += tokens;
    context.passages.push(...passages);
    if (passages.length === 0 && ++without === mostWithout) break;
  }
  return context;
}

/** Returns the results of each post, in the order of the best result of each. */
function byPost(results: readonly FoundResult[]): FoundResult[][] {
  const posts = new Map<string, FoundResult[]>();
  for (const result of results) {
    const known = posts.get(result.document.key);
    if (known === undefined) posts.set(result.document.key, [result]);
    else known.push(result);
  }
  return [...posts.values()];
}

async function quotePost(
  found: readonly FoundResult[],
  most: number,
  seen: Set<string>,
  { words, read, toMarkdown, render, work, pause }: ContextParts,
): Promise<RenderedPassage[]> {
  const [first] = found;
  const post = first === undefined ? undefined : await read(first);
  if (post === undefined) return [];
  const markdown = await toMarkdown(post);
  if (work.add(markdown.length)) await pause();
  const quoted: { place: number; passage: RenderedPassage }[] = [];
  let left = most;
  for (const { place, ...part } of postParts(found, markdown, words)) {
    if (seen.has(part.text)) continue;
    const whole = renderPart({ ...part, post }, render);
    // The best passage is cut if it is too long. Others are left out, because a shorter one may fit.
    const passage =
      whole.tokens > left && quoted.length === 0 ? cutToFit({ ...part, post }, left, render) : whole;
    if (passage === undefined || passage.tokens > left) continue;
    seen.add(part.text);
    left -= passage.tokens;
    quoted.push({ place, passage });
  }
  return quoted.toSorted((one, other) => one.place - other.place).map(({ passage }) => passage);
}

function renderPart(found: ContextFound, render: ContextParts["render"]): RenderedPassage {
  const rendered = render(found);
  return { ...found, rendered, tokens: countTokens(rendered) };
}

function cutToFit(
  found: ContextFound,
  most: number,
  render: ContextParts["render"],
): RenderedPassage | undefined {
  const frame = countTokens(render({ ...found, text: "" }));
  // Each line of a quote has two more characters.
  const text = cutMarkdown(found.text, most - frame, (line) => countTokens(`> ${line}`));
  return text === undefined ? undefined : renderPart({ ...found, text }, render);
}
