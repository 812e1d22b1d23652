import { methods } from "../lib/base/input/check_options.ts";
import type { MediaBytes } from "../lib/media/mod.ts";
import { isMediaKey } from "../lib/media/mod.ts";

/** The part of an R2 bucket that the store uses. Hosts do not need Cloudflare's types. */
export interface R2BucketLike {
  // Method syntax, because its parameters are bivariant: Cloudflare's own types are narrower.
  put(key: string, value: Blob): Promise<unknown>;
  get(
    key: string,
    options?: { range?: { offset: number; length: number } },
  ): Promise<{ body: ReadableStream } | null>;
  head(key: string): Promise<{ size: number } | null>;
  delete(key: string): Promise<void>;
  list(options: { startAfter?: string; limit: number }): Promise<{
    objects: readonly { key: string }[];
    truncated: boolean;
  }>;
}

const bucketCheck = methods(["put", "get", "head", "delete", "list"]);

/**
 * Keeps the bytes of files in the R2 bucket of a binding of Cloudflare Workers. The bucket must contain nothing else, because files without a
 * record are removed.
 *
 * @throws {InvalidOptionError} if the bucket is not a binding
 *
 * @example
 * ```ts
 * import { mediaStore } from "postern/media";
 * import { type R2BucketLike, r2Media } from "postern/media-stores/r2";
 *
 * const mediaOf = (env: { MEDIA: R2BucketLike }) => mediaStore(r2Media(env.MEDIA));
 * ```
 */
export function r2Media(bucket: R2BucketLike): MediaBytes {
  bucketCheck(bucket, { action: "open the media store", option: "bucket" });
  return {
    put: async (key, body) => void (await bucket.put(key, body)),
    get: async (key, range) => {
      const options =
        range === undefined ? {} : { range: { offset: range.start, length: range.end - range.start + 1 } };
      return ((await bucket.get(key, options))?.body as ReadableStream<Uint8Array> | undefined) ?? null;
    },
    size: async (key) => (await bucket.head(key))?.size ?? null,
    delete: async (key) => bucket.delete(key),
    list: async ({ after, limit }) => {
      const options = { limit: Math.min(limit, 1000), ...(after !== undefined && { startAfter: after }) };
      const { objects, truncated } = await bucket.list(options);
      const last = objects.at(-1);
      const keys = objects.map(({ key }) => key).filter(isMediaKey);
      return { keys, next: truncated && last !== undefined ? last.key : null };
    },
  };
}
