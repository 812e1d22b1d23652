// A contestant of access.bench.ts in a separate process: access_contestant.mjs NAME PLACE, with the place
// as JSON. It sends a message when it is ready, then one Measurement for each received Task, until it is disconnected.
import { accessContestants, type Place } from "./access_contestants.ts";

/** A number of concurrent callers. Each waits for its result before the next call. */
export interface Task {
  concurrency: number;
  seconds: number;
}

/** The result of a task. */
export interface Measurement {
  perSecond: number;
  /** In microseconds. */
  p50: number;
  p99: number;
}

/** Number of calls between two checks of the clock. Without the pauses, a synchronous contestant would block timers. */
const callsBetweenPauses = 1000;

const [, , name = "", place = "{}"] = process.argv;
const open = accessContestants[name];
if (open === undefined) throw new Error(`Cannot measure: there is no contestant "${name}"`);
const checker = await open(JSON.parse(place) as Place);
process.on("message", (task: Task) => void measure(task).then((measurement) => process.send?.(measurement)));
process.on("disconnect", () => void Promise.resolve(checker.close()).then(() => process.exit()));
process.send?.("ready");

async function measure({ concurrency, seconds }: Task): Promise<Measurement> {
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let index = 0;
  const call = async (): Promise<void> => {
    for (let started = performance.now(); started < end; started = performance.now()) {
      const answer = checker.check(index++);
      if (answer instanceof Promise) await answer;
      times.push(performance.now() - started);
      if (times.length % callsBetweenPauses === 0) await new Promise(setImmediate);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, call));
  const sorted = Float64Array.from(times).toSorted();
  const quantile = (share: number): number => 1000 * (sorted[Math.floor((sorted.length - 1) * share)] ?? NaN);
  return {
    perSecond: (times.length * 1000) / (performance.now() - begun),
    p50: quantile(0.5),
    p99: quantile(0.99),
  };
}
