import { EditorContentError } from "./editor_content_error.ts";
import { type JsonObject, objectOf } from "./json_value.ts";

/** Maximum length of a post's content in the format of an editor. A longer text would hold the event loop. */
const maxLength = 500_000;

/**
 * Parses the content of a post in the format of Ghost's editor.
 *
 * @throws {EditorContentError} if the content is too long, not JSON, or not an object
 */
export function parseEditorContent(text: string): JsonObject {
  if (text.length > maxLength) {
    throw new EditorContentError(`it is longer than ${maxLength.toLocaleString("en")} characters`);
  }
  const content = objectOf(parse(text));
  if (content === undefined) throw new EditorContentError("it is not a JSON object");
  return content;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
