/** LMDB refused a write or a commit (see `cause`). Nothing was written. */
export class LmdbWriteError extends Error {
  override name = "LmdbWriteError";
  /** A repetition fails until somebody frees space. */
  readonly isRefusal = true;
}
