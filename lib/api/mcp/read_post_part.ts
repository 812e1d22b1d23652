import { cutMarkdown } from "../../base/text/cut_markdown.ts";
import { comparedText, type MarkdownSection, markdownSections } from "../../base/text/markdown_sections.ts";
import { runShortSteps } from "../../base/yielding.ts";
import { htmlSectionSteps } from "../../faq/html_sections.ts";
import { CallRefusedError } from "./call_refused_error.ts";
import { findSection, withFragments } from "./find_section.ts";
import type { McpBackend } from "./mcp_backend.ts";
import { type MarkdownPost, readAnswer, readPost } from "./read_answer.ts";

/** A post or a section of it, as Markdown. */
export interface PostPart extends MarkdownPost {
  /** Heading of the section. Undefined for the whole post. */
  heading?: string;
  /** Sections after the end of a text that was cut, as values of `section`. Undefined if the text is complete. */
  remaining?: string[];
}

/** Part of a post to read. */
export interface PostRange {
  /** Fragment or heading of a section. Undefined for the whole post. */
  section?: string | undefined;
  maxTokens: number;
}

interface PostContent {
  html: string;
  faqEntries: readonly { question: string; answer: string }[];
}

/** The front matter of a post as Markdown. Its values are JSON, so that no other line is `---`. */
const frontMatter = /^---\n(?:[^\n]*\n)*?---\n\n?/;

/** Maximum number of sections that a response names. */
const mostNamed = 20;

/** Maximum length of a heading as the name of a section. */
const longestName = 100;

/**
 * Reads a post or a section of it, up to a number of tokens.
 *
 * @throws {CallRefusedError} if the API refuses the request, or the post does not have the section
 */
export async function readPostPart(
  backend: McpBackend,
  slug: string,
  { section: name, maxTokens }: PostRange,
): Promise<PostPart> {
  const post = await readPost(backend, slug);
  const { markdown } = post;
  const whole = { start: 0, end: markdown.length };
  const found = markdownSections(markdown);
  const isWhole =
    name === undefined && cutMarkdown(markdown, { ...whole, maxTokens, sections: found }).end === whole.end;
  if (isWhole) return post;
  // The fields of the front matter are beside the text, or little use to a model that reads a part.
  const body = { start: frontMatter.exec(markdown)?.[0].length ?? 0, end: markdown.length };
  const path = `post/${backend.organizationSlug}/${encodeURIComponent(post.slug)}`;
  const content = (await readAnswer(backend, path, { fields: "html,faqEntries" })) as unknown as PostContent;
  const sections = withFragments(found, await runShortSteps(htmlSectionSteps(content.html)));
  const section = name === undefined ? undefined : findSection(sections, name);
  if (name !== undefined && section === undefined) {
    return cutTo(maxTokens, answerOf({ post, name, sections }, content), []);
  }
  const part = { ...post, ...(section && { heading: section.heading, url: addressOf(post, section) }) };
  return cutTo(maxTokens, part, sections, section ?? body);
}

/** Cuts the Markdown of a part, and names the sections after the cut. */
function cutTo(
  maxTokens: number,
  part: PostPart,
  sections: readonly MarkdownSection[],
  range: { start: number; end: number } = { start: 0, end: part.markdown.length },
): PostPart {
  const { text, end } = cutMarkdown(part.markdown, { ...range, maxTokens, sections });
  const markdown = text.trimEnd();
  if (end >= range.end) return { ...part, markdown };
  const after = sections.filter(({ start }) => start >= end && start < range.end);
  return { ...part, markdown, remaining: namesOf(after) };
}

/** Returns the question and answer of a FAQ entry whose question is no heading, such as that of a page builder. */
function answerOf(
  { post, name, sections }: { post: MarkdownPost; name: string; sections: readonly MarkdownSection[] },
  { faqEntries }: PostContent,
): PostPart {
  const wanted = comparedText(name);
  const entry =
    faqEntries.find(({ question }) => comparedText(question) === wanted) ??
    faqEntries.find(({ question }) => wanted !== "" && comparedText(question).startsWith(wanted));
  if (entry === undefined) throw new CallRefusedError(404, noSection(sections));
  return { ...post, heading: entry.question, markdown: `## ${entry.question}\n\n${entry.answer}` };
}

function noSection(sections: readonly MarkdownSection[]): { title: string; detail: string; code: string } {
  const names = namesOf(sections).map((name) => JSON.stringify(name));
  const detail =
    names.length === 0
      ? "The post has no sections. Leave out section"
      : `section must be the fragment or the heading of a section, such as ${names.join(", ")}`;
  return { title: "The section was not found", detail, code: "section-not-found" };
}

function namesOf(sections: readonly MarkdownSection[]): string[] {
  return sections.slice(0, mostNamed).map(nameOf);
}

/** Returns the shortest name of a section: its fragment, or the beginning of its heading. */
function nameOf({ fragment, heading }: Pick<MarkdownSection, "fragment" | "heading">): string {
  return fragment ?? heading.slice(0, longestName);
}

function addressOf({ url }: MarkdownPost, { fragment }: MarkdownSection): string {
  return fragment === undefined ? url : `${url}#${encodeURIComponent(fragment)}`;
}
