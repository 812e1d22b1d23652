/**
 * Work on texts from users, bounded by size or by a deadline.
 *
 * @module
 */
export { extractFaq, faqEntriesOf, faqExplanationsOf } from "./faq_entries_of.ts";
export { TextWork, TextWorks, wordCounter } from "./text_work.ts";
export type {
  MarkdownUpload,
  ReadPost,
  TextTaskInput,
  TextTaskName,
  TextTaskOutput,
  TextTasks,
  TextWorker,
} from "./text_worker.ts";
