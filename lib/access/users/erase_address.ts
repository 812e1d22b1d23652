import type { KeyPart, Store } from "../../store/mod.ts";

/** A range of records that may have an email address. */
export interface AddressRange {
  partition: readonly KeyPart[];
  prefix: readonly KeyPart[];
  /** Returns the expiry of a record in milliseconds since the epoch. Default: the records do not expire. */
  expiryOf?: (data: object) => number;
}

/**
 * Replaces an email address by the ID of its user in all records of a range. It repeats the run until no other writer interferes.
 *
 * @param options.isForced true to give all records a new version
 * @returns true if a record was changed
 */
export async function eraseAddress(
  store: Store,
  { partition, prefix, expiryOf }: AddressRange,
  { user, isForced = false }: { user: { id: string; email: string }; isForced?: boolean },
): Promise<boolean> {
  const erase = eraserOf(user);
  let hasChanged = false;
  await store.writes.repeat("Cannot erase the address: one of the records", async () => {
    let isDone = true;
    for await (const { key, version, data } of store.listAll<object>(partition, { prefix })) {
      const erased = erase(data) as object;
      if (!isForced && JSON.stringify(erased) === JSON.stringify(data)) continue;
      hasChanged = true;
      const expiry = expiryOf === undefined ? {} : { expiresAt: expiryOf(data) };
      if (!(await store.replace(partition, { key, version, data: erased, ...expiry }))) isDone = false;
    }
    return isDone || null;
  });
  return hasChanged;
}

/** Returns a function that replaces the address in data. A field `email` becomes `userId`, also in the JSON of a field `body`. */
function eraserOf({ id, email }: { id: string; email: string }): (value: unknown) => unknown {
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
  return erase;
}

/** Returns the pattern that finds an email address in a text. ASCII case is ignored. A longer address that contains it does not match. */
export function addressPattern(email: string): RegExp {
  const escaped = email.replace(/[^\w@]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w.+-])${escaped}(?![\w-]|\.\w)`, "gi");
}
