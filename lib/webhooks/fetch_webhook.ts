import { type SendWebhook, responseBytes, WebhookSendError } from "./send_webhook.ts";

/**
 * Sends a webhook with `fetch`. It cannot check the address of the connection, so a host name that resolves to a private address is
 * reached. On Node, use `webhookSender()` of `postern/node`, which checks it. Cloudflare Workers cannot reach private networks.
 */
export const fetchWebhook: SendWebhook = async ({ url, headers, body, timeoutMs }) => {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers },
      body,
      redirect: "manual",
      signal,
    });
    const retryAfter = response.headers.get("retry-after");
    const result = { status: response.status, body: await firstBytes(response) };
    return retryAfter === null ? result : { ...result, retryAfter };
  } catch (error) {
    if (signal.aborted) throw new WebhookSendError(`no response within ${timeoutMs / 1000} seconds`);
    throw new WebhookSendError(reasonOf(error));
  }
};

/** Reads the first bytes of a body, then ends the response. A body that breaks off is returned as far as it was read. */
async function firstBytes({ body }: Response): Promise<Uint8Array> {
  const bytes = new Uint8Array(responseBytes);
  if (body === null) return bytes.subarray(0, 0);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let length = 0;
  try {
    while (length < responseBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, responseBytes - length);
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
