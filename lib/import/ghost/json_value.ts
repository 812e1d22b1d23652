/** An object of a JSON file. Any field can be missing or have any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object and not an array. Returns undefined for other values. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** Returns the value if it is an array, or else an empty array. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a non-empty text, or a number as text. Older exports have numeric ids. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns true for the forms of true in exports of several databases: `true`, 1 and "1". */
export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === "1" || value === "true";
}
