/** An import cannot start. The message is a sentence for the sender of the file. */
export class ImportRefusedError extends Error {
  override name = "ImportRefusedError";
  /** `file`: the file cannot be imported. `busy`: other imports are running. */
  readonly reason: "file" | "busy";

  constructor(reason: "file" | "busy", message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
