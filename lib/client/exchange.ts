import type { ClientSettings } from "./client_options.ts";
import { PosternError } from "./postern_error.ts";

/** A request to be sent, once or more. */
export interface Call {
  /** What it does, as errors say it: `get https://…`. */
  action: string;
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** All of an answer, of whatever status. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a request once and reads the whole answer. It ends when the signal aborts or the time is over, even where `fetch` does not.
 *
 * @throws {PosternError} with the code `network-failure`, `timeout` or `redirected`
 */
export async function exchange(
  call: Call,
  settings: Pick<ClientSettings, "fetch" | "apiKey">,
  { timeout, signal }: { timeout: number; signal: AbortSignal | undefined },
): Promise<Received> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = controller.signal;
  const timer = setTimeout(() => {
    const reason = `no whole answer within ${timeout} ms`;
    controller.abort(new PosternError(call.action, reason, { code: "timeout" }));
  }, timeout);
  const forward = (): void => controller.abort(signal?.reason);
  signal?.addEventListener("abort", forward);
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.addEventListener("abort", () => reject(stop.reason));
  });
  try {
    return await Promise.race([receive(call, settings, stop), stopped]);
  } catch (cause) {
    stop.throwIfAborted();
    if (cause instanceof PosternError) throw cause;
    throw new PosternError(call.action, String(cause), { code: "network-failure", cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", forward);
  }
}

async function receive(
  { action, url, ...init }: Call,
  { fetch, apiKey }: Pick<ClientSettings, "fetch" | "apiKey">,
  signal: AbortSignal,
): Promise<Received> {
  const headers = apiKey === undefined ? init.headers : { ...init.headers, "x-api-key": apiKey };
  // Of all headers, redirects to another origin drop "Authorization" only (Fetch standard, "HTTP-redirect fetch").
  const redirect = apiKey === undefined ? "follow" : "manual";
  const response = await fetch(new Request(url, { ...init, headers, redirect, signal }));
  const { status } = response;
  // Browsers tell neither the status of a redirect nor where it leads.
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    const reason = "the server redirects, and a key is sent to baseUrl only: set it to where the API is";
    throw new PosternError(action, reason, { code: "redirected", status });
  }
  return { status, headers: response.headers, text: await response.text() };
}
