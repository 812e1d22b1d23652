import { type MarkdownDialect, MarkdownError, renderMarkdown } from "../markdown/mod.ts";
import { runShortSteps } from "../../base/yielding.ts";
import { findMedia } from "./media_attributes.ts";
import { type MarkdownCandidate, markdownCandidates } from "./markdown_candidates.ts";

/** Markdown with new addresses, and its HTML. */
export interface RewrittenMarkdown {
  markdown: string;
  html: string;
}

/**
 * Replaces addresses of media in Markdown. To tell them from text and code, each place with the spelling of an address gets a
 * mark. The places whose marks are addresses of media in the HTML are replaced.
 *
 * @returns undefined if the Markdown cannot be rendered, or has too many such places
 */
export async function rewriteMarkdown(
  markdown: string,
  dialect: MarkdownDialect,
  replacements: ReadonlyMap<string, string>,
): Promise<RewrittenMarkdown | undefined> {
  const candidates = await runShortSteps(markdownCandidates(markdown, replacements.keys()));
  if (candidates === undefined) return undefined;
  try {
    const mark = unusedMark(markdown);
    const marks = candidates.map((_candidate, index) => `${mark}${index}.png`);
    const marked = replaceAll(markdown, candidates, (index) => marks[index]);
    const media = await runShortSteps(findMedia(renderMarkdown(marked, { dialect }).html));
    const known = new Set(media.map(({ address }) => address));
    const rewritten = replaceAll(markdown, candidates, (index) =>
      known.has(marks[index] ?? "") ? replacements.get(candidates[index]?.address ?? "") : undefined,
    );
    return { markdown: rewritten, html: renderMarkdown(rewritten, { dialect }).html };
  } catch (error) {
    if (error instanceof MarkdownError) return undefined;
    throw error;
  }
}

/** Returns the beginning of addresses that do not occur in a text. */
function unusedMark(text: string): string {
  for (let number = 0; ; number++) {
    const mark = `https://mark${number}.invalid/`;
    if (!text.includes(mark)) return mark;
  }
}

function replaceAll(
  text: string,
  candidates: readonly MarkdownCandidate[],
  replacementOf: (index: number) => string | undefined,
): string {
  const parts: string[] = [];
  let from = 0;
  candidates.forEach(({ start, end }, index) => {
    const replacement = replacementOf(index);
    if (replacement === undefined) return;
    parts.push(text.slice(from, start), replacement);
    from = end;
  });
  return parts.join("") + text.slice(from);
}
