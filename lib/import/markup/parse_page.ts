import { defaultTreeAdapter, type DefaultTreeAdapterMap, parse } from "parse5";

/** Maximum nesting of elements in browsers, which move deeper elements up. */
export const maxPageDepth = 512;

class TooDeepError extends Error {}

/**
 * Parses an HTML page. Returns undefined if more than {@link maxPageDepth} elements are open at a place, because the parser takes
 * quadratic time for nested elements.
 */
export function parsePage(html: string): DefaultTreeAdapterMap["document"] | undefined {
  let depth = 0;
  const treeAdapter = {
    ...defaultTreeAdapter,
    onItemPush: (): void => {
      if (++depth > maxPageDepth) throw new TooDeepError();
    },
    onItemPop: (): void => void depth--,
  };
  try {
    return parse(html, { treeAdapter });
  } catch (error) {
    if (error instanceof TooDeepError) return undefined;
    throw error;
  }
}
