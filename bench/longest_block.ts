import { cpuUsage } from "node:process";

/** Runs a function, and returns the processor time of its longest part in which the event loop could not run, in milliseconds. */
export async function longestBlock(run: () => unknown): Promise<number> {
  let longest = 0;
  let before = cpuUsage();
  const look = (): void => {
    const { user, system } = cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = cpuUsage();
  };
  let isRunning = true;
  const lookAgain = (): void => {
    look();
    if (isRunning) setImmediate(lookAgain);
  };
  setImmediate(lookAgain);
  try {
    await run();
  } finally {
    isRunning = false;
    look();
  }
  return longest;
}
