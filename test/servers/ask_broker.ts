/** Environment variable with the origin of the process that starts the servers that all tests share. */
export const brokerVariable = "POSTERN_TEST_BROKER";

/** Returns where a server listens that all tests share, or undefined outside of vitest. It starts when the first test needs it. */
export async function askBroker<Answer>(
  name: "chromium" | "pgbouncer" | "postgres" | "postgres-template" | "redis",
): Promise<Answer | undefined> {
  const origin = process.env[brokerVariable];
  if (origin === undefined) return undefined;
  const response = await fetch(`${origin}/${name}`);
  if (!response.ok) throw new Error(`Cannot start ${name}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
