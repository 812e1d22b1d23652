import type { FaqOptions } from "../../faq/mod.ts";

/** Returns the options without their callback, because functions cannot be sent to a worker. */
export function cloneableFaqOptions(faq: FaqOptions): FaqOptions {
  const { onFallback, ...options } = faq;
  return onFallback === undefined ? faq : options;
}
