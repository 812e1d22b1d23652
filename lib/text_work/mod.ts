/**
 * Work on texts that users write, bounded in size or stopped by a deadline.
 *
 * @module
 */
export { extractFaq } from "./extract_faq.ts";
export { TextWork } from "./text_work.ts";
export { TextTooLargeError, TextWorkerBusyError, TextWorkStoppedError } from "./text_work_errors.ts";
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
