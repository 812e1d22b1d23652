import type { FaqEntry, FaqExplanation, FaqOptions } from "../../faq/mod.ts";
import type { HtmlSection } from "../../faq/html_sections.ts";
import type { MarkdownDialect, CustomField, PostInput } from "../../content/mod.ts";
import type { PostFile, SiteFiles } from "../files/post_file.ts";
import type { PostFiles } from "../files/read_post_files.ts";
import type { CheckedSiteFiles } from "../files/check_site_files.ts";
import type { ImportItem } from "../import_item.ts";

/** The Markdown of a file to convert to a post. */
export interface MarkdownUpload {
  markdown: string;
  /** The default slug if the front matter has no slug. */
  slug: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** Default: `editor`. */
  dialect?: MarkdownDialect;
  /** Fields of the organization's posts. Default: none. */
  postFields?: readonly CustomField[];
}

/** The post of a Markdown file, or the reason why its front matter is invalid. */
export type ReadPost = { post: PostInput } | { refused: string };

/** Tasks on texts from users. The input and output of each task can be cloned. */
export interface TextTasks {
  /** Converts Markdown with front matter to a post. */
  readMarkdown: (upload: MarkdownUpload) => ReadPost;
  /** Reads the items of a file with one post. */
  readPostFile: (file: PostFile) => ImportItem[];
  /** Reads the items of the files of an upload, each with one post. */
  readPostFiles: (files: PostFiles) => ImportItem[];
  /** Checks the configuration of a site. */
  checkSiteFiles: (files: SiteFiles) => CheckedSiteFiles;
  /** Converts HTML to Markdown. */
  toMarkdown: (html: string) => string;
  /** Counts the words of HTML. */
  countWords: (html: string) => number;
  /** Extracts the FAQ entries of HTML. */
  extractFaq: (content: { html: string; options: FaqOptions }) => FaqEntry[];
  /** Splits the text of HTML at its headings. */
  readSections: (html: string) => HtmlSection[];
  /** Explains the questions and near-questions of HTML. Returns null if it is longer than `maxInputLength`. */
  explainFaq: (content: { html: string; options: FaqOptions }) => FaqExplanation[] | null;
}

/** The name of a task. */
export type TextTaskName = keyof TextTasks;

/** The input of a task. */
export type TextTaskInput<Name extends TextTaskName> = Parameters<TextTasks[Name]>[0];

/** The output of a task. */
export type TextTaskOutput<Name extends TextTaskName> = ReturnType<TextTasks[Name]>;

/**
 * Processes long texts outside the event loop, where it can be stopped. `postern/node`, `postern/bun` and `postern/deno`
 * have a worker on threads.
 */
export interface TextWorker {
  /**
   * Runs a task.
   *
   * @param organizationSlug the organization of the text. Organizations share the worker fairly
   * @throws {TextWorkStoppedError} if the task takes too long
   * @throws {TextWorkerBusyError} if too many tasks are waiting
   */
  run<Name extends TextTaskName>(
    name: Name,
    input: TextTaskInput<Name>,
    organizationSlug?: string,
  ): Promise<TextTaskOutput<Name>>;
}
