import { parentPort } from "node:worker_threads";
import { countWords } from "../../lib/content/mod.ts";
import { htmlSections } from "../../lib/faq/html_sections.ts";
import { htmlToMarkdown } from "../../lib/html_to_markdown/mod.ts";
import { checkSiteFiles, readMarkdownPost, readPostFile, readPostFiles } from "../../lib/import/mod.ts";
import {
  explainPostFaq,
  extractFaq,
  type TextTaskInput,
  type TextTaskName,
  type TextTasks,
} from "../../lib/text_work/mod.ts";
import type { ThreadRequest, ThreadResponse } from "./thread_messages.ts";

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
