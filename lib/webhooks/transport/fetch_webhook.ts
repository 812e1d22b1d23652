import { type GetPage, type SendWebhook, responseBytes, WebhookSendError } from "./send_webhook.ts";

const send: SendWebhook = async ({ url, headers, body, timeoutMs }) =>
  inTime(timeoutMs, async (signal) => {
    const init = { method: "POST", headers: { ...headers }, body, redirect: "manual", signal } as const;
    const response = await fetch(url, init);
    const retryAfter = response.headers.get("retry-after");
    const result = { status: response.status, body: await firstBytes(response, responseBytes) };
    return retryAfter === null ? result : { ...result, retryAfter };
  });

const get: GetPage = async ({ url, headers = {}, timeoutMs, mostBytes }) =>
  inTime(timeoutMs, async (signal) => {
    const response = await fetch(url, { headers: { ...headers }, redirect: "manual", signal });
    const contentType = response.headers.get("content-type");
    const location = response.headers.get("location");
    return {
      status: response.status,
      body: await firstBytes(response, mostBytes),
      headers: Object.fromEntries(response.headers),
      ...(contentType !== null && { contentType }),
      ...(location !== null && { location }),
    };
  });

/**
 * Sends a webhook with `fetch`. It cannot check the address of the connection, so a host name that resolves to a private address is
 * reached. On Node, use `webhookSender()` of `postern/node`, which checks it. Cloudflare Workers cannot reach private networks.
 */
export const fetchWebhook: SendWebhook = Object.assign(send, { get });

async function inTime<Result>(
  timeoutMs: number,
  exchange: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await exchange(signal);
  } catch (error) {
    if (signal.aborted) throw new WebhookSendError(`no response within ${timeoutMs / 1000} seconds`);
    throw new WebhookSendError(reasonOf(error));
  }
}

/** Reads the first bytes of a body, then ends the response. A body that breaks off is returned as far as it was read. */
async function firstBytes({ body }: Response, most: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(most);
  if (body === null) return bytes.subarray(0, 0);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let length = 0;
  try {
    while (length < most) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, most - length);
      bytes.set(part, length);
      length += part.length;
    }
  } catch {
    return bytes.subarray(0, length);
  }
  await reader.cancel().catch(() => undefined);
  return bytes.subarray(0, length);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
