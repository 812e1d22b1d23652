/** What a server says of itself when it has started. */
interface StartFacts {
  url: string;
  /** The listener of the admin API and the dashboard alone, and the paths that it serves. */
  admin: { url: string; parts: readonly string[] } | undefined;
  metricsUrl: string | undefined;
  /** The storage setting, without its password. */
  storage: string;
  workers: number | undefined;
}

/** What an operator reads at the start; at a terminal, also how to call it and how to stop it. */
export function startMessages(
  { url, admin, metricsUrl, storage, workers }: StartFacts,
  isForPerson: boolean,
): string[] {
  const by = workers === undefined ? "" : `, by ${workers === 1 ? "1 worker" : `${workers} workers`}`;
  const messages = [`Postern serves ${storage} at ${url}/api/public/v1${by}`];
  if (admin !== undefined) {
    messages.push(`Administration is at ${admin.parts.map((path) => admin.url + path).join(" and ")}`);
  }
  if (metricsUrl !== undefined) messages.push(`Metrics are at ${metricsUrl}`);
  if (!isForPerson) return messages;
  messages.push(`Health is at ${url}/healthz and ${url}/readyz`);
  const reload = workers === undefined ? "" : `, reload with kill -HUP ${process.pid}`;
  messages.push(`Stop with Ctrl-C${reload}`);
  return messages;
}
