import type { ChangeOfData } from "../events/mod.ts";

/** Returns the pattern that finds an email address in a text. ASCII case is ignored. A longer address that contains it does not match. */
export function addressPattern(email: string): RegExp {
  const escaped = email.replace(/[^\w@]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w.+-])${escaped}(?![\w-]|\.\w)`, "gi");
}

/**
 * Returns a function that replaces an email address in data by the ID of its user. A field `email` becomes `userId`, also in JSON as the text
 * of a field `body`.
 */
export function addressEraser({ id, email }: { id: string; email: string }): ChangeOfData {
  const pattern = addressPattern(email);
  function erase(value: unknown): unknown {
    if (typeof value === "string") return value.replace(pattern, () => id);
    if (Array.isArray(value)) return value.map(erase);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const erased = name === "body" && typeof item === "string" ? eraseJson(item) : erase(item);
        return [name === "email" && erased === id ? "userId" : name, erased];
      }),
    );
  }
  function eraseJson(text: string): string {
    return text.search(pattern) === -1 ? text : JSON.stringify(erase(JSON.parse(text)));
  }
  return <Data>(data: Data) => erase(data) as Data;
}
