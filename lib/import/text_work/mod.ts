/**
 * Work on texts from users, bounded by size or by a deadline.
 *
 * @module
 */
export { cloneableFaqOptions } from "./faq_entries_of.ts";
export { explainPostFaq } from "./explain_post_faq.ts";
export { faqEntriesOf } from "./faq_entries_of.ts";
export { extractFaq } from "./extract_faq.ts";
export { TextWork, TextWorks } from "./text_work.ts";
export type {
  MarkdownUpload,
  ReadPost,
  TextTaskInput,
  TextTaskName,
  TextTaskOutput,
  TextTasks,
  TextWorker,
} from "./text_worker.ts";
export { wordCounter } from "./word_counter.ts";
