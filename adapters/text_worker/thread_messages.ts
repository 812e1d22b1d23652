import type { TextTaskInput, TextTaskName } from "../../lib/import/text_work/mod.ts";

/** A task for a thread. */
export interface ThreadRequest {
  name: TextTaskName;
  input: TextTaskInput<TextTaskName>;
}

/** The output of a task, or the error that it threw. */
export type ThreadResponse = { output: unknown } | { error: unknown };
