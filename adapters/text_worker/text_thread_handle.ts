import { Worker } from "node:worker_threads";
import { TextWorkStoppedError } from "../../lib/text_work/mod.ts";
import type { ThreadAnswer, ThreadRequest } from "./thread_messages.ts";

/** A task and its caller. */
export interface Task {
  request: ThreadRequest;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

/** Listeners to a thread. */
export interface ThreadEvents {
  /** The thread waits for a task. */
  idle: (thread: TextThreadHandle) => void;
  /** The thread is gone; the error of a thread that had no task. */
  ended: (error?: unknown) => void;
}

/** Beside this file, with the ending that the runtime loads. */
const threadFile: URL = new URL(
  `./text_thread${import.meta.url.slice(import.meta.url.lastIndexOf("."))}`,
  import.meta.url,
);

/** Memory of a thread: a text that needs more is refused, and the process goes on. */
const mostMegabytes = 512;

/** A thread that does one task at a time. While it is idle it keeps no process alive. */
export class TextThreadHandle {
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  #task: Task | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: ThreadEvents) {
    this.#events = events;
    this.#worker = new Worker(threadFile, { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } });
    this.#worker.on("message", (message: "ready" | ThreadAnswer) => this.#answer(message));
    this.#worker.on("error", (error) => this.#end(error));
  }

  /** Gives the idle thread a task; a thread that misses the deadline, in milliseconds, is ended. */
  give(task: Task, deadline: number): void {
    this.#task = task;
    this.#worker.ref();
    this.#timer = setTimeout(() => {
      this.#end(new TextWorkStoppedError(`takes longer than ${deadline} ms to read`));
    }, deadline);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(task.request);
  }

  #answer(message: "ready" | ThreadAnswer): void {
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

/** Replaces the errors of a text that takes too much memory or depth: they are no fault of the server. */
function toStopped(error: unknown): unknown {
  if ((error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY") {
    return new TextWorkStoppedError(`takes more than ${mostMegabytes} MB to read`, { cause: error });
  }
  const isTooDeep = error instanceof RangeError && error.message.includes("call stack");
  return isTooDeep ? new TextWorkStoppedError("is nested too deeply to be read", { cause: error }) : error;
}
