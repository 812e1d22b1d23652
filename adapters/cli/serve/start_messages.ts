import { publicApiAddress } from "../../../lib/base/api_address.ts";

/** Facts about a started server. */
interface StartFacts {
  url: string;
  basePath: string;
  /** Separate listener of the admin API and the dashboard, and the paths it serves. */
  admin: { url: string; parts: readonly string[] } | undefined;
  metricsUrl: string | undefined;
  /** The storage setting, without its password. */
  storage: string;
  workers: number | undefined;
}

/** Returns the start messages for an operator. A terminal also gets the commands to call and stop the server. */
export function startMessages(
  { url, basePath, admin, metricsUrl, storage, workers }: StartFacts,
  isForPerson: boolean,
): string[] {
  const by = workers === undefined ? "" : `, with ${workers === 1 ? "1 worker" : `${workers} workers`}`;
  const address = publicApiAddress({ apiOrigin: url, basePath });
  const messages = [`Postern serves ${storage} at ${address}${by}`];
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
