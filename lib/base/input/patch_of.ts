import * as v from "valibot";

/** Media type of a merge patch (RFC 7396), which every `PATCH` takes beside JSON. */
export const mergePatchType = "application/merge-patch+json";

/** Names of the fields that an input can leave out. */
type OptionalName<Input> = {
  [Name in keyof Input]-?: object extends Pick<Input, Name> ? Name : never;
}[keyof Input];

/** Changes of a resource as a merge patch (RFC 7396). `null` removes an optional field, or restores its default. */
export type PatchOf<Input> = {
  [Name in keyof Input]?: Name extends OptionalName<Input> ? Input[Name] | null : Input[Name];
};

/**
 * Creates the schema of a merge patch (RFC 7396) from the fields of an input. The patch can leave out every field. `null` becomes the default of an
 * optional field. Without a default it stays `null`, and the field is removed.
 */
export function patchOf<Input>(entries: v.ObjectEntries): v.GenericSchema<unknown, PatchOf<Input>> {
  const fields = Object.entries(entries).map(([name, entry]) => [name, fieldOf(entry)] as const);
  return v.strictObject(Object.fromEntries(fields)) as unknown as v.GenericSchema<unknown, PatchOf<Input>>;
}

/** Returns fields without those that a patch removes. */
export function withoutNulls<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], null> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(kept) as { [Name in keyof Fields]: Exclude<Fields[Name], null> };
}

/** Changes of a resource, or a function that derives them from the present resource. A write that is repeated calls it again. */
export type ChangesOf<Changes, Resource> = Changes | ((present: Resource) => Changes | Promise<Changes>);

export async function changesFor<Changes extends object, Resource>(
  changes: ChangesOf<Changes, Resource>,
  present: Resource,
): Promise<Changes> {
  return typeof changes === "function" ? changes(present) : changes;
}

/**
 * Merges the objects in a patch into those of the present resource (RFC 7396, section 2). So a patch can change a part of an object. The objects
 * of resources contain no objects. A patch without objects needs no function.
 *
 * @param mergedLater the field that the write of the resource merges
 */
export function withMergedObjects(patch: object, mergedLater?: string): ChangesOf<object, object> {
  const fields = Object.entries(patch) as [string, unknown][];
  const isMerged = (name: string, value: unknown): value is object => name !== mergedLater && isObject(value);
  if (!fields.some(([name, value]) => isMerged(name, value))) return patch;
  return (resource) => {
    const present = new Map(Object.entries(resource) as [string, unknown][]);
    return Object.fromEntries(
      fields.map(([name, value]) => [name, isMerged(name, value) ? merged(present.get(name), value) : value]),
    );
  };
}

function merged(present: unknown, patch: object): object {
  const fields = new Map<string, unknown>(isObject(present) ? Object.entries(present) : []);
  for (const [name, value] of Object.entries(patch) as [string, unknown][]) {
    if (value === null) fields.delete(name);
    else fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldOf(entry: v.ObjectEntries[string]): v.GenericSchema {
  if (!isOptional(entry)) return v.exactOptional(entry as v.GenericSchema);
  const restored = v.getDefault(entry);
  const field = v.nullable(entry.wrapped);
  if (restored === undefined) return v.exactOptional(field);
  return v.exactOptional(
    v.pipe(
      field,
      v.transform((value) => value ?? restored),
    ),
  );
}

type Optional =
  | v.ExactOptionalSchema<v.GenericSchema, undefined>
  | v.OptionalSchema<v.GenericSchema, unknown>;

function isOptional(entry: { type: string }): entry is Optional {
  return entry.type === "exact_optional" || entry.type === "optional";
}
