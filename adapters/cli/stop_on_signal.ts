/** On SIGINT or SIGTERM: closes what was opened, one after the other, and ends the process with code 0. */
export function stopOnSignal(...closings: (() => Promise<void> | void | undefined)[]): void {
  const stop = async (): Promise<void> => {
    for (const close of closings) await close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
}
