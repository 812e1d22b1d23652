// Creates directories concurrently with other workers, and prints errors.
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { makeDirectory } from "../../dist/storage-drivers/directory/make_directory.js";

const { path, rounds, workers, arrived } = workerData;
const failures = [];
for (let round = 0; round < rounds; round++) {
  let count = Atomics.add(arrived, 0, 1) + 1;
  Atomics.notify(arrived, 0);
  for (; count < workers * (round + 1); count = Atomics.load(arrived, 0)) Atomics.wait(arrived, 0, count);
  try {
    makeDirectory(join(path, String(round), "a", "b", "c"));
  } catch (error) {
    failures.push(error.message);
  }
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has none
parentPort.postMessage(failures);
