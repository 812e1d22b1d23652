/** Returns a trimmed text that is not empty, or a number as text. Front matter can have any type of value. */
export function textValue(found: unknown): string | undefined {
  if (typeof found === "number") return String(found);
  return typeof found === "string" && found.trim() !== "" ? found.trim() : undefined;
}
