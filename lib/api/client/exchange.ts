import type { ClientSettings, FetchOptions } from "./client_options.ts";
import { PosternError } from "./postern_error.ts";

/** A request that is sent once or several times. */
export interface Call {
  /** Action for error messages, such as `get https://…`. */
  action: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: string;
  fetchOptions?: FetchOptions | undefined;
  /** Address of all posts, if the request is for one of them. A renamed post redirects below it. */
  postsUrl?: string;
}

/** A complete response of any status. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a request once and reads the complete response. It ends on abort and timeout, even if `fetch` ignores its signal.
 *
 * @throws {PosternError} with the code `network-failure`, `timeout` or `redirected`
 */
export async function exchange(
  call: Call,
  settings: Pick<ClientSettings, "fetch" | "apiKey">,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Received> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = controller.signal;
  const timer = setTimeout(() => {
    const reason = `no complete response within ${timeoutMs} ms`;
    controller.abort(new PosternError(call.action, reason, { code: "timeout" }));
  }, timeoutMs);
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
  { action, url, postsUrl, fetchOptions, ...init }: Call,
  { fetch, apiKey }: Pick<ClientSettings, "fetch" | "apiKey">,
  signal: AbortSignal,
): Promise<Received> {
  const headers = apiKey === undefined ? init.headers : { ...init.headers, "x-api-key": apiKey };
  // Redirects to another origin drop only the header "Authorization", so they would send the key (Fetch, "HTTP-redirect fetch").
  const redirect = apiKey === undefined ? "follow" : "manual";
  const read = async (address: string): Promise<Response> => {
    const request = new Request(address, { ...init, headers, redirect, signal });
    return fetchOptions === undefined ? fetch(request) : fetch(request, fetchOptions);
  };
  let response = await read(url);
  const moved = movedTo(response, url, postsUrl);
  if (moved !== undefined) {
    discard(response);
    response = await read(moved);
  }
  const { status } = response;
  // Browsers hide the status and the target of a redirect.
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    discard(response);
    const reason =
      "the server redirects, but the key is sent to baseUrl only. Set baseUrl to the API's address";
    throw new PosternError(action, reason, { code: "redirected", status });
  }
  return { status, headers: response.headers, text: await response.text() };
}

/** Cancels the body. Next.js clones responses, and the cancellation of one clone stays pending until the other is read. */
function discard({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}

/** Returns the address that a renamed post has now, if it is another one below the address of all posts. */
function movedTo(
  { status, headers }: Response,
  url: string,
  postsUrl: string | undefined,
): string | undefined {
  const location = headers.get("location") ?? "";
  if (status !== 308 || postsUrl === undefined || !URL.canParse(location, url)) return undefined;
  const { href } = new URL(location, url);
  return href.startsWith(`${postsUrl}/`) && href !== url ? href : undefined;
}
