import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { onFirstUse } from "../../lib/base/first_use.ts";
import { TextWorkStoppedError } from "../../lib/base/text_work_errors.ts";
import type { ThreadRequest, ThreadResponse } from "./thread_messages.ts";

/** A task, with the callbacks that settle its promise. */
export interface Task {
  request: ThreadRequest;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

export interface ThreadEvents {
  /** Called when the thread can take a task. */
  idle: (thread: TextThreadHandle) => void;
  /** Called when the thread has ended, with the error if it had no task. */
  ended: (error?: unknown) => void;
}

/**
 * Returns the thread's module, with the same file extension as this one: `.ts` or `.js`. Not a constant, because bundles in CommonJS have no
 * `import.meta.url`.
 */
function threadFile(): URL {
  return new URL(`./text_thread${import.meta.url.slice(import.meta.url.lastIndexOf("."))}`, import.meta.url);
}

/** The thread's code, if the process holds it. */
let heldCode: string | undefined;

/** Reads the thread's code into memory. Threads then start without the file. In the repository, the code is in many files, which stay there. */
onFirstUse(async () => {
  const code = await readFile(threadFile(), "utf8");
  const needsFiles = /\bfrom "\.{1,2}\//.test(code);
  if (!needsFiles) heldCode = `"use strict";${code}`;
});

/** Maximum heap of a thread in MB. A text that needs more is refused, and the process keeps running. */
const maxMegabytes = 512;

/** A thread that runs one task at a time. An idle thread does not keep the process alive. */
export class TextThreadHandle {
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  #task: Task | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: ThreadEvents) {
    this.#events = events;
    this.#worker = new Worker(heldCode ?? threadFile(), {
      eval: heldCode !== undefined,
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    this.#worker.on("message", (message: "ready" | ThreadResponse) => this.#receive(message));
    this.#worker.on("error", (error) => this.#end(error));
  }

  /** Starts a task on the idle thread, and ends the thread if the task takes longer than `deadlineMs` milliseconds. */
  start(task: Task, deadlineMs: number): void {
    this.#task = task;
    this.#worker.ref();
    this.#timer = setTimeout(() => {
      this.#end(new TextWorkStoppedError(`takes longer than ${deadlineMs} ms to read`));
    }, deadlineMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(task.request);
  }

  #receive(message: "ready" | ThreadResponse): void {
    const task = this.#take();
    if (message !== "ready" && "error" in message) task?.reject(toStopped(message.error));
    else if (message !== "ready") task?.resolve(message.output);
    this.#worker.unref();
    this.#events.idle(this);
  }

  #end(error: unknown): void {
    const task = this.#take();
    void this.#worker.terminate();
    task?.reject(toStopped(error));
    this.#events.ended(task === undefined ? error : undefined);
  }

  #take(): Task | undefined {
    const task = this.#task;
    this.#task = undefined;
    clearTimeout(this.#timer);
    return task;
  }
}

/** Converts the errors of a text that needs too much memory or nesting, so that they count as invalid input and not as server errors. */
function toStopped(error: unknown): unknown {
  if ((error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY") {
    return new TextWorkStoppedError(`takes more than ${maxMegabytes} MB to read`, { cause: error });
  }
  const isTooDeep = error instanceof RangeError && error.message.includes("call stack");
  return isTooDeep ? new TextWorkStoppedError("is nested too deeply to be read", { cause: error }) : error;
}
