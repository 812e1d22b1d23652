import type { FaqOptions } from "../faq/mod.ts";

/** Returns the options without their callback: a worker cannot be sent a function. */
export function cloneableFaqOptions(faq: FaqOptions): FaqOptions {
  const { onFallback, ...options } = faq;
  return onFallback === undefined ? faq : options;
}
