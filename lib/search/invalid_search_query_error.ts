/** A search query is too long, or has no word to find. The message states the rule. */
export class InvalidSearchQueryError extends Error {
  override name = "InvalidSearchQueryError";
}
