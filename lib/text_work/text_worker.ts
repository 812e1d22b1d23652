import type { FaqEntry, FaqExplanation, FaqOptions } from "../faq/mod.ts";
import type { PostInput } from "../content/mod.ts";

/** A file's Markdown, and the post that becomes of it. */
export interface MarkdownUpload {
  markdown: string;
  /** The slug where the front matter has none. */
  slug: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The post of a Markdown file, or the reason why its front matter is refused. */
export type ReadPost = { post: PostInput } | { refused: string };

/** Work on text that users write: the input and the output of each task can be cloned. */
export interface TextTasks {
  /** Markdown with front matter to a post. */
  readMarkdown: (upload: MarkdownUpload) => ReadPost;
  /** HTML to Markdown. */
  toMarkdown: (html: string) => string;
  /** The number of words of HTML. */
  countWords: (html: string) => number;
  /** HTML to FAQ entries. */
  extractFaq: (content: { html: string; options: FaqOptions }) => FaqEntry[];
  /** HTML to its questions and near-questions; null where it is longer than `maxInputLength`. */
  explainFaq: (content: { html: string; options: FaqOptions }) => FaqExplanation[] | null;
}

/** The name of a task. */
export type TextTaskName = keyof TextTasks;

/** The input of a task. */
export type TextTaskInput<Name extends TextTaskName> = Parameters<TextTasks[Name]>[0];

/** The output of a task. */
export type TextTaskOutput<Name extends TextTaskName> = ReturnType<TextTasks[Name]>;

/** Runs work on long texts beside the event loop, where it can be stopped. `postern/node`, `postern/bun` and `postern/deno` have one on worker threads. */
export interface TextWorker {
  /**
   * Runs a task.
   *
   * @throws {TextWorkStoppedError} when the task takes too long
   * @throws {TextWorkerBusyError} when too many tasks are waiting
   */
  run<Name extends TextTaskName>(name: Name, input: TextTaskInput<Name>): Promise<TextTaskOutput<Name>>;
}
