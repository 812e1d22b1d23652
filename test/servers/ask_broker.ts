/** Environment variable with the origin of the process that starts the servers that all tests share. */
export const brokerVariable = "POSTERN_TEST_BROKER";

/** A server that tests share, or the files that they run. */
export type BrokerNeed = "build" | "chromium" | "pgbouncer" | "postgres" | "postgres-template";

/** Returns the address of a shared server, or undefined outside of vitest. The server starts when the first test needs it. */
export async function askBroker<Answer>(name: BrokerNeed): Promise<Answer | undefined> {
  const origin = process.env[brokerVariable];
  if (origin === undefined) return undefined;
  const response = await fetch(`${origin}/${name}`);
  if (!response.ok) throw new Error(`Cannot start ${name}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
