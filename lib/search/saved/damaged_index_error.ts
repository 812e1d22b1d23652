/** A saved index cannot be read. It is built again from the documents. */
export class DamagedIndexError extends Error {
  override name = "DamagedIndexError";
}
