import { STATUS_CODES } from "node:http";
import { ProblemError, joinBytes } from "../lib/http/mod.ts";
import { toBase64 } from "../lib/base/text/base64.ts";
import { isAlb, isV2, type LambdaEvent } from "./lambda_event.ts";

/** The result that a Lambda function returns to API Gateway, its function URL or its load balancer. */
export interface LambdaResult {
  statusCode: number;
  /** For load balancers: `200 OK`. */
  statusDescription?: string;
  headers?: Record<string, string>;
  /** For events of format 1.0, and for load balancers whose events have headers in this form. */
  multiValueHeaders?: Record<string, string[]>;
  /** For events of format 2.0. */
  cookies?: string[];
  body: string;
  isBase64Encoded: boolean;
}

/** Maximum sizes in bytes of a body in a result: of a text as JSON, and of other bytes. Base64 makes these longer by a third. */
interface BodySizes {
  text: number;
  binary: number;
}

/** A whole result has at most 6 MB for a gateway, and 1 MB for a load balancer. */
const gatewaySizes: BodySizes = { text: 6_000_000, binary: 4_500_000 };
const balancerSizes: BodySizes = { text: 950_000, binary: 700_000 };

/** Returns the maximum sizes of a body for the sender of an event. */
export function bodySizesOf(event: LambdaEvent): BodySizes {
  return isAlb(event) ? balancerSizes : gatewaySizes;
}

/**
 * Converts a response to a result in the form that the sender of an event reads.
 *
 * @throws {ProblemError} `response-too-large` when the body does not fit in a result, or has no end
 */
export async function toResult(response: Response, event: LambdaEvent): Promise<LambdaResult> {
  const body = await bodyOf(response, bodySizesOf(event));
  const statusCode = response.status;
  const cookies = response.headers.getSetCookie();
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== "set-cookie"));
  if (isV2(event)) return { statusCode, headers, cookies, ...body };
  if (!isAlb(event)) return { statusCode, multiValueHeaders: toLists(headers, cookies), ...body };
  const statusDescription = `${statusCode} ${STATUS_CODES[statusCode] ?? ""}`.trimEnd();
  return event.multiValueHeaders
    ? { statusCode, statusDescription, multiValueHeaders: toLists(headers, cookies), ...body }
    : { statusCode, statusDescription, headers: { ...headers, ...inSpellings(cookies) }, ...body };
}

function toLists(headers: Record<string, string>, cookies: string[]): Record<string, string[]> {
  const single = Object.entries(headers).map(([name, value]): [string, string[]] => [name, [value]]);
  return Object.fromEntries(cookies.length > 0 ? [...single, ["set-cookie", cookies]] : single);
}

/** Returns each cookie under another spelling of `set-cookie`, because an object has one value for a name. */
function inSpellings(cookies: readonly string[]): Record<string, string> {
  return Object.fromEntries(cookies.map((cookie, index) => [spelling("set-cookie", index), cookie]));
}

/** Writes the letters of a name in upper case whose bit in a number is set. The last letter has the first bit. */
function spelling(name: string, number: number): string {
  return name.replaceAll(/[a-z]/g, (letter, at: number) =>
    (number >> (name.length - 1 - at)) & 1 ? letter.toUpperCase() : letter,
  );
}

/** Returns true if a text fits in a result. JSON escapes its quotation marks and line ends. */
function isShort(text: string, most: number): boolean {
  if (text.length * 6 <= most) return true;
  return new TextEncoder().encode(JSON.stringify(text)).length <= most;
}

/**
 * Returns text in UTF-8 unchanged and every other body as base64, because a result is JSON. A text that JSON would make too long is base64,
 * too.
 */
async function bodyOf(
  response: Response,
  most: BodySizes,
): Promise<{ body: string; isBase64Encoded: boolean }> {
  const type = response.headers.get("content-type") ?? "";
  const isText = /^text\/|[/+](?:json|xml)\b/i.test(type) && !response.headers.has("content-encoding");
  const bytes = await readWhole(response, most);
  const text = isText ? decode(bytes) : undefined;
  if (text !== undefined && isShort(text, most.text)) return { body: text, isBase64Encoded: false };
  if (bytes.length === 0) return { body: "", isBase64Encoded: false };
  if (bytes.length > most.binary) throw tooLarge(most);
  return { body: toBase64(bytes), isBase64Encoded: true };
}

/** Returns undefined for bytes that are not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads a body, and cancels it if it is too long for every form of a result. */
async function readWhole({ body }: Response, most: BodySizes): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > most.text) throw tooLarge(most);
    chunks.push(chunk);
  }
  return joinBytes(chunks, length);
}

function tooLarge({ text, binary }: BodySizes): ProblemError {
  const detail = `The response has more bytes than AWS Lambda sends: ${text} as text, ${binary} in another form. Request fewer items or fields, or a range of the file`;
  return new ProblemError("response-too-large", detail);
}
