import type { Quota } from "../../access/mod.ts";
import type { ClientSettings } from "./client_options.ts";
import type { Call, Received } from "./exchange.ts";
import { PosternError } from "./postern_error.ts";
import { readQuota } from "./quota.ts";

/** A successful response of the API. */
export interface Answer<Data> {
  data: Data;
  /** The key's quota after this request, or undefined for a request without a key. */
  quota: Quota | undefined;
  /** The response headers, such as `etag` and `last-modified`. */
  headers: Headers;
}

/** Expected format of a response body. */
export interface Format<Data> {
  mediaType: string;
  /** Parses the text of a body. Throws if it is not a body of this API. */
  parse: (text: string) => Data;
}

/** Returns the format of a JSON object that has the given member, if any. */
export function json<Data extends object>(
  member: (keyof Data & string) | "" = "",
  mediaType = "application/json",
): Format<Data> {
  return {
    mediaType,
    parse: (text) => {
      const value = JSON.parse(text) as Data;
      // `in` throws if the value is not an object, even if `member` is empty.
      if (member in value || member === "") return value;
      throw new TypeError(`it has no ${member}`);
    },
  };
}

/** Returns the format of text that is not parsed. */
export function text(mediaType: string): Format<string> {
  return { mediaType, parse: (body) => body };
}

/**
 * Reads the body of a successful response.
 *
 * @throws {PosternError} with the code `invalid-answer`
 */
export function toAnswer<Data>(
  { action }: Call,
  { status, headers, text }: Received,
  { format, settings }: { format: Format<Data>; settings: ClientSettings },
): Answer<Data> {
  const quota = readQuota(headers, settings.clock.now());
  try {
    const mediaType = mediaTypeOf(headers);
    if (mediaType !== format.mediaType) throw new TypeError(`its type is ${mediaType}`);
    return { data: format.parse(text), quota, headers };
  } catch (cause) {
    const reason = `the response is not from this API: ${(cause as Error).message}`;
    throw new PosternError(action, reason, { code: "invalid-answer", status, quota, cause });
  }
}

/** Returns the media type of a response in lower case, without parameters, or `none` if the header is missing. */
export function mediaTypeOf(headers: Headers): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase() || "none";
}
