import { joinBytes } from "../lib/http/mod.ts";

/** The result that a Lambda function returns to API Gateway or its function URL. */
export interface LambdaResult {
  statusCode: number;
  headers?: Record<string, string>;
  /** For events of format 1.0. */
  multiValueHeaders?: Record<string, string[]>;
  /** For events of format 2.0. */
  cookies?: string[];
  body: string;
  isBase64Encoded: boolean;
}

/** A response that does not fit in a result. */
export class ResponseTooLargeError extends Error {
  override name = "ResponseTooLargeError";
}

/**
 * Converts a response to a result for an event of format 1.0 or 2.0.
 *
 * @throws {ResponseTooLargeError} when the body does not fit in a result, or has no end
 */
export async function toResult(response: Response, format: 1 | 2): Promise<LambdaResult> {
  const body = await bodyOf(response);
  const statusCode = response.status;
  const cookies = response.headers.getSetCookie();
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== "set-cookie"));
  if (format === 2) return { statusCode, headers, cookies, ...body };
  const single = Object.entries(headers).map(([name, value]) => [name, [value]]);
  const multiple = cookies.length > 0 ? [["set-cookie", cookies]] : [];
  const multiValueHeaders = Object.fromEntries([...single, ...multiple]) as Record<string, string[]>;
  return { statusCode, multiValueHeaders, ...body };
}

/** Maximum size of a text in a result, as JSON and in bytes. The whole result has at most 6 MB. */
const mostTextBytes = 6_000_000;
/** Maximum size of a body that is sent as base64, in bytes. */
const mostBinaryBytes = 4_500_000;

/** Returns true if a text fits in a result. JSON escapes its quotation marks and line ends. */
function isShort(text: string): boolean {
  if (text.length * 6 <= mostTextBytes) return true;
  return new TextEncoder().encode(JSON.stringify(text)).length <= mostTextBytes;
}

/** Returns text unchanged and every other body as base64, because a result is JSON. A text that JSON would make too long is base64, too. */
async function bodyOf(response: Response): Promise<{ body: string; isBase64Encoded: boolean }> {
  const type = response.headers.get("content-type") ?? "";
  const isText = /^text\/|[/+](?:json|xml)\b/.test(type) && !response.headers.has("content-encoding");
  const bytes = await readWhole(response);
  const text = isText ? new TextDecoder().decode(bytes) : undefined;
  if (text !== undefined && isShort(text)) return { body: text, isBase64Encoded: false };
  if (bytes.length === 0) return { body: "", isBase64Encoded: false };
  if (bytes.length > mostBinaryBytes) throw new ResponseTooLargeError();
  return { body: toBase64(bytes), isBase64Encoded: true };
}

/** Reads a body, and cancels it if it is too long for every form of a result. */
async function readWhole({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > mostTextBytes) throw new ResponseTooLargeError();
    chunks.push(chunk);
  }
  return joinBytes(chunks, length);
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
