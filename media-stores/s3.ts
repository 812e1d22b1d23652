import { AwsClient } from "aws4fetch";
import type { ByteRange } from "../lib/base/byte_range.ts";
import { fields, integer, refuse, rule, secretRule, textRule } from "../lib/base/input/check_options.ts";
import { isMediaKey, type MediaBytes, type MediaKeyPage } from "../lib/media/mod.ts";

/** Options of {@link s3Media}. */
export interface S3MediaOptions {
  /**
   * URL of the bucket, and the beginning of all keys after it: `https://ACCOUNT.r2.cloudflarestorage.com/BUCKET`,
   * `https://s3.eu-central-1.amazonaws.com/BUCKET/media`, `http://127.0.0.1:9000/BUCKET`.
   */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Token of temporary credentials. Default: none. */
  sessionToken?: string;
  /** Region of the signature. Default: the region in the host name, or else `auto` for R2 and `us-east-1` for others. */
  region?: string;
  /** Milliseconds until a response must begin, 1 to 600,000. Uploads may take ten times as long. Default: 30,000. */
  timeoutMs?: number;
  /** Sends the requests. Default: `fetch` of the runtime. */
  fetch?: typeof fetch;
}

const optionsCheck = fields<S3MediaOptions>(
  {
    url: rule("the URL of a bucket such as https://s3.example/bucket", isBucketUrl),
    accessKeyId: secretRule("a text that is not empty", (text) => text !== ""),
    secretAccessKey: secretRule("a text that is not empty", (text) => text !== ""),
    sessionToken: secretRule("a text that is not empty", (text) => text !== ""),
    region: textRule("a region such as eu-central-1", (text) => /^[a-z0-9-]{1,50}$/.test(text)),
    timeoutMs: integer(1, 600_000),
    fetch: rule("a function", (value) => typeof value === "function"),
  },
  ["url", "accessKeyId", "secretAccessKey"],
);

/** Number of times that a request is sent again after an error of the service. */
const retries = 3;
/** Longest text of an error of the service that is read, in characters. */
const longestError = 2000;

/** The service of a media store did not respond, or refused a request. */
export class S3MediaError extends Error {
  override name = "S3MediaError";
  /** Status of the response. Undefined without a response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/**
 * Keeps the bytes of files in a bucket of S3, R2, MinIO or another service with the interface of S3. Do not share the beginning of the keys
 * with another store, because files without a record are removed.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { mediaStore } from "postern/media";
 * import { s3Media } from "postern/media-stores/s3";
 *
 * const bytes = s3Media({ url: "https://s3.example/bucket", accessKeyId: "id", secretAccessKey: "secret" });
 * const media = mediaStore(bytes);
 * ```
 */
export function s3Media(options: S3MediaOptions): MediaBytes {
  optionsCheck(options, { action: "open the media store", option: "" });
  const { timeoutMs = 30_000, fetch: send = fetch, region, sessionToken, ...credentials } = options;
  const { accessKeyId, secretAccessKey } = credentials;
  const { origin, bucket, prefix } = bucketOf(options.url);
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: "s3",
    region: region ?? regionOf(origin),
    ...(sessionToken !== undefined && { sessionToken }),
  });
  const urlOf = (key: string): string => {
    if (!isMediaKey(key)) refuse({ action: "use the media store", option: "key" }, "a key of a file", key);
    return `${origin}/${bucket}/${prefix}${key}`;
  };

  async function request(action: string, url: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const response = await attemptOf(action, url, init).catch((error: unknown) => {
        if (attempt === retries || !(error instanceof S3MediaError)) throw error;
        return undefined;
      });
      const isFinal = response !== undefined && response.status < 500 && response.status !== 429;
      if (response !== undefined && (isFinal || attempt === retries)) return response;
      await response?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
  }

  async function attemptOf(action: string, url: string, init: RequestInit): Promise<Response> {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), init.body instanceof Blob ? 10 * timeoutMs : timeoutMs);
    try {
      const signed = await client.sign(url, { ...init, signal: waiting.signal });
      return await send(signed);
    } catch (cause) {
      const reason = waiting.signal.aborted ? "it does not respond" : "it cannot be reached";
      throw new S3MediaError(`Cannot ${action} at ${origin}: ${reason}`, undefined, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  async function list({ after, limit }: { after?: string; limit: number }): Promise<MediaKeyPage> {
    const query = new URLSearchParams({
      "list-type": "2",
      "max-keys": String(Math.min(limit, 1000)),
      prefix,
    });
    if (after !== undefined) query.set("start-after", prefix + after);
    const response = await request("list the files", `${origin}/${bucket}?${query.toString()}`);
    if (!response.ok) throw await errorOf("list the files", response);
    const text = await response.text();
    const found = Array.from(text.matchAll(/<Key>([^<]*)<\/Key>/g), ([, key = ""]) => key);
    const isLast = !/<IsTruncated>true<\/IsTruncated>/.test(text) || found.length === 0;
    const keys = found.map((key) => key.slice(prefix.length)).filter(isMediaKey);
    return { keys, next: isLast ? null : (found.at(-1) ?? "").slice(prefix.length) };
  }

  return {
    list,
    put: async (key, body) => {
      // Services refuse a body whose length is not in the headers.
      const headers = { "content-length": String(body.size), "content-type": "application/octet-stream" };
      const response = await request("store a file", urlOf(key), { method: "PUT", body, headers });
      if (!response.ok) throw await errorOf("store a file", response);
      await response.body?.cancel();
    },
    get: async (key, range) => {
      const headers: Record<string, string> = { "accept-encoding": "identity" };
      if (range !== undefined) headers["range"] = `bytes=${range.start}-${range.end}`;
      const response = await request("read a file", urlOf(key), { headers });
      if (range !== undefined && response.ok) return partOf(response, range);
      if (response.status === 200) return response.body;
      if (response.status !== 404) throw await errorOf("read a file", response);
      await response.body?.cancel();
      return null;
    },
    size: async (key) => {
      const headers = { "accept-encoding": "identity" };
      const response = await request("measure a file", urlOf(key), { method: "HEAD", headers });
      if (response.status === 404) return null;
      const length = response.headers.get("content-length");
      if (!response.ok || length === null) throw await errorOf("measure a file", response);
      return Number(length);
    },
    delete: async (key) => {
      const response = await request("remove a file", urlOf(key), { method: "DELETE" });
      if (!response.ok && response.status !== 404) throw await errorOf("remove a file", response);
      await response.body?.cancel();
    },
  };
}

/** Creates the error of a refused request, with the service's own code. It contains no credentials. */
async function errorOf(action: string, response: Response): Promise<S3MediaError> {
  const text = (await response.text()).slice(0, longestError);
  const [, code = "no reason given"] = /<Code>([\w.]{1,100})<\/Code>/.exec(text) ?? [];
  return new S3MediaError(
    `Cannot ${action} in the bucket: the service responded with ${response.status} (${code})`,
    response.status,
  );
}

/**
 * Returns the requested bytes of a response. A service may send more than the range (RFC 9110, section 15.3.7), or the whole file.
 *
 * @throws {S3MediaError} if the response begins after the range
 */
function partOf(response: Response, { start, end }: ByteRange): ReadableStream<Uint8Array> | null {
  const sent = response.headers.get("content-range");
  if (response.status === 206 && sent?.startsWith(`bytes ${start}-${end}/`) === true) return response.body;
  const first = response.status === 206 ? Number(/^bytes (\d{1,15})-/.exec(sent ?? "")?.[1]) : 0;
  if (first <= start && response.body !== null) return cut(response.body, start - first, end - first);
  const text = `Cannot read a file in the bucket: the service responded with another range than ${start}-${end}`;
  throw new S3MediaError(text, response.status);
}

/** Returns the bytes of a stream between two places. */
function cut(body: ReadableStream<Uint8Array>, start: number, end: number): ReadableStream<Uint8Array> {
  let at = 0;
  const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void => {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.length;
    if (part.length > 0) controller.enqueue(part);
    if (at > end) controller.terminate();
  };
  return body.pipeThrough(new TransformStream({ transform }));
}

function isBucketUrl(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username } = new URL(value);
  const isPlain = search === "" && hash === "" && username === "";
  return /^https?:$/.test(protocol) && isPlain && /^\/[a-z0-9][a-z0-9.-]+(?:\/[\w.-]+)*\/?$/i.test(pathname);
}

function bucketOf(text: string): { origin: string; bucket: string; prefix: string } {
  const { origin, pathname } = new URL(text);
  const [bucket = "", ...rest] = pathname.split("/").filter((part) => part !== "");
  return { origin, bucket, prefix: rest.map((part) => `${part}/`).join("") };
}

/** Returns the region of a host name. */
function regionOf(origin: string): string {
  const { hostname } = new URL(origin);
  if (hostname.endsWith(".r2.cloudflarestorage.com")) return "auto";
  return /^s3[.-]([a-z0-9-]+)\.amazonaws\.com$/.exec(hostname)?.[1] ?? "us-east-1";
}
