import type { Client } from "pg";
import type { NewClient } from "./client_settings.ts";

/** Milliseconds for a cancel request, and then for the end of the statement. */
export const longestCancel = 1000;

/** Parts of a client that its type lacks. */
interface ClientParts {
  /** Null if the server sent no key for cancel requests. */
  processID: number | null;
  secretKey: number | null;
  connection: { startup: () => void; cancel: (processID: number, secretKey: number) => void };
}

/**
 * Has the server cancel the statement that a client is running. A cancel request has a connection of its own, which the server closes when it
 * has signaled the statement. So a later statement of the client is not canceled after this function has resolved. It never rejects.
 */
export async function cancelStatement(client: Client, newClient: NewClient): Promise<void> {
  const { processID, secretKey } = partsOf(client);
  if (processID === null || secretKey === null) return;
  const canceling = newClient({ connectionTimeoutMillis: longestCancel });
  canceling.on("error", () => undefined);
  const { connection } = partsOf(canceling);
  // The request takes the place of the startup message, after TLS has been negotiated. The server closes the connection instead of a response.
  connection.startup = () => connection.cancel(processID, secretKey);
  await canceling.connect().catch(() => undefined);
}

function partsOf(client: Client): ClientParts {
  return client as unknown as ClientParts;
}
