const day = 86_400_000;

/** The quota begins anew at midnight UTC; a test of real processes that would run over it waits. */
export async function awayFromMidnight(): Promise<void> {
  const left = day - (Date.now() % day);
  if (left < 20_000) await new Promise((resolve) => setTimeout(resolve, left));
}
