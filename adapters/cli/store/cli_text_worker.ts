import type { TextWorker } from "../../../lib/mod.ts";
import { textWorker } from "../../text_worker.ts";

let worker: TextWorker | undefined;

/**
 * Returns the text worker of a command. Nobody waits for a response, so a text has more time than in a server. The queue holds all
 * concurrent posts of an import. The thread starts when it is first needed.
 */
export function cliTextWorker(): TextWorker {
  return (worker ??= textWorker({ deadlineMs: 10_000, queue: 10_000 }));
}
