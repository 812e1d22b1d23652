import type { FaqOptions } from "../faq/mod.ts";

/** Returns the options without their callback: a worker cannot be sent a function. */
export function cloneableFaqOptions({ onFallback: _, ...options }: FaqOptions): FaqOptions {
  return options;
}
