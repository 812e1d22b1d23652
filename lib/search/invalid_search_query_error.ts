/** A search query is blank or too long. The message states the rule. */
export class InvalidSearchQueryError extends Error {
  override name = "InvalidSearchQueryError";
}
