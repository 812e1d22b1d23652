/** The documents of an organization need more memory for their index than the limit allows. */
export class SearchIndexTooLargeError extends Error {
  override name = "SearchIndexTooLargeError";

  constructor(limit: number) {
    const megabytes = Math.floor(limit / 1_048_576);
    super(
      `Cannot search: the index of the organization needs more than ${megabytes} MiB. Raise the option limits.searchBytes`,
    );
  }
}
