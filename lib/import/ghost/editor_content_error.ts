/** The content of a post cannot be read in the format of Ghost's editor. The message says why. */
export class EditorContentError extends Error {
  override name = "EditorContentError";
}
