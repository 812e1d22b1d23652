/** An import cannot start now. Over HTTP: 409. */
export class ImportRefusedError extends Error {
  override name = "ImportRefusedError";
}
