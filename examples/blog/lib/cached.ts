import type { CallOptions } from "postern/client";

/** Caches a response until the webhook revalidates one of its tags. The hour bounds the time after a lost event. */
export function cached(...tags: string[]): CallOptions {
  return { fetchOptions: { next: { tags, revalidate: 3600 } } };
}
