import { countWords } from "../../lib/content/mod.ts";
import { htmlSections } from "../../lib/faq/html_sections.ts";
import { htmlToMarkdown } from "../../lib/publishing/html_to_markdown/mod.ts";
import { checkSiteFiles, readMarkdownPost, readPostFile, readPostFiles } from "../../lib/import/mod.ts";
import { explainPostFaq } from "../../lib/import/text_work/explain_post_faq.ts";
import {
  extractFaq,
  type TextTaskInput,
  type TextTaskName,
  type TextTasks,
} from "../../lib/import/text_work/mod.ts";
import type { ThreadRequest, ThreadResponse } from "./thread_messages.ts";

// An import of Node would make the bundled code a module, and only scripts run from memory: see `text_thread_handle.ts`.
const { parentPort } = process.getBuiltinModule("node:worker_threads");

const tasks: TextTasks = {
  readMarkdown: readMarkdownPost,
  readPostFile,
  readPostFiles,
  checkSiteFiles,
  toMarkdown: htmlToMarkdown,
  countWords,
  extractFaq,
  readSections: htmlSections,
  explainFaq: explainPostFaq,
};

parentPort?.on("message", ({ name, input }: ThreadRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(runTask(name, input));
});

function runTask<Name extends TextTaskName>(name: Name, input: TextTaskInput<Name>): ThreadResponse {
  try {
    const task = tasks[name] as (input: TextTaskInput<Name>) => unknown;
    return { output: task(input) };
  } catch (error) {
    return { error };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage("ready");
