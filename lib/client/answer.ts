import type { Quota } from "../access/mod.ts";
import type { ClientSettings } from "./client_options.ts";
import type { Call, Received } from "./exchange.ts";
import { mediaTypeOf } from "./media_type.ts";
import { PosternError } from "./postern_error.ts";
import { readQuota } from "./quota.ts";

/** What the API answered. */
export interface Answer<Data> {
  data: Data;
  /** The key's quota after this request; undefined for a request without a key. */
  quota: Quota | undefined;
  /** The headers of the answer: `etag`, `last-modified` and others. */
  headers: Headers;
}

/** What a body is to be. */
export interface Format<Data> {
  mediaType: string;
  /** Reads the text of a body; throws when it is none of this API's. */
  parse: (text: string) => Data;
}

/** JSON: an object, with this member if one is named. */
export function json<Data extends object>(member: (keyof Data & string) | "" = ""): Format<Data> {
  return {
    mediaType: "application/json",
    parse: (text) => {
      const value = JSON.parse(text) as Data;
      // What is no object throws here, whatever the member.
      if (member in value || member === "") return value;
      throw new TypeError(`it has no ${member}`);
    },
  };
}

/** Text, as it is. */
export function text(mediaType: string): Format<string> {
  return { mediaType, parse: (body) => body };
}

/**
 * Reads the body of a success.
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
    if (mediaType !== format.mediaType) throw new TypeError(`it is of type ${mediaType}`);
    return { data: format.parse(text), quota, headers };
  } catch (cause) {
    const reason = `the answer is none of this API's: ${(cause as Error).message}`;
    throw new PosternError(action, reason, { code: "invalid-answer", status, quota, cause });
  }
}
