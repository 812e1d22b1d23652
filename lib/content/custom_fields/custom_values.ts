import * as v from "valibot";
import { InvalidInputError, type InvalidField } from "../../base/errors.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { pointerOf, validated } from "../../base/input/validate.ts";
import type { CustomField, CustomFieldPlace, CustomValues } from "./custom_field.ts";
import { kindOf } from "./custom_kinds.ts";

/** Maximum number of bytes of all values of a post, as JSON in UTF-8. */
export const mostBytes = 16_384;
/** Maximum number of hidden values that a message names. */
const mostNamed = 10;

/** An organization with the fields that it defines. */
interface Defining {
  postFields?: readonly CustomField[];
}

/**
 * Source of the values of a write. Those of a request must fit their fields: `whole` replaces all visible values, and `patch` changes the
 * named values. A restored `revision` replaces all visible values, and a working `copy` changes the named values. If their values no longer
 * fit, they are hidden.
 */
export type CustomWrite = "whole" | "patch" | "revision" | "copy";

/** Returns the names under which a field's value can be stored, the present name first. */
export function namesOf({ name, earlierNames = [] }: CustomField): readonly string[] {
  return [name, ...earlierNames];
}

/** True if a stored value fits a field. Other values are hidden. */
function fits(field: CustomField, value: unknown): boolean {
  return v.is(kindOf(field).moved, value);
}

/** Returns the name under which the value of a field is stored: its name, or else an earlier name. Undefined if no stored value fits. */
export function storedNameOf(field: CustomField, stored: CustomValues): string | undefined {
  return namesOf(field).find((name) => Object.hasOwn(stored, name) && fits(field, stored[name]));
}

/** Returns the stored values that fit their fields, by the present names. Other stored values are hidden. */
export function visibleValues({ postFields = [] }: Defining, stored: CustomValues = {}): CustomValues {
  return Object.fromEntries(
    postFields.flatMap((field) => {
      const name = storedNameOf(field, stored);
      return name === undefined ? [] : [[field.name, stored[name]]];
    }),
  );
}

/** Returns the hidden values, by the names under which they are stored: no field has the name, or the value does not fit. */
export function hiddenValues({ postFields = [] }: Defining, stored: CustomValues = {}): CustomValues {
  const visible = new Set(postFields.map((field) => storedNameOf(field, stored)));
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !visible.has(name)));
}

/** Returns the value of each field: the visible value, or else the field's default. Fields without either are left out. */
export function effectiveValues(organization: Defining, stored?: CustomValues): CustomValues {
  const visible = visibleValues(organization, stored);
  return Object.fromEntries(
    (organization.postFields ?? []).flatMap((field) => {
      const value = Object.hasOwn(visible, field.name) ? visible[field.name] : field.default;
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** Returns the fields that the responses of a place show. A single post also has the fields of lists. */
export function fieldsShown(
  { postFields = [] }: Defining,
  place: Exclude<CustomFieldPlace, "admin">,
): readonly CustomField[] {
  return postFields.filter(({ shown = "single" }) => shown === "list" || shown === place);
}

/**
 * Returns the values that a public response shows. Undefined if it shows no field.
 *
 * @param isPublic true for the slugs of posts that the caller may see. Other references are left out
 */
export function shownValues(
  organization: Defining,
  stored: CustomValues | undefined,
  { place, isPublic }: { place: Exclude<CustomFieldPlace, "admin">; isPublic: (slug: string) => boolean },
): CustomValues | undefined {
  const fields = fieldsShown(organization, place);
  if (fields.length === 0) return undefined;
  const shown = Object.entries(effectiveValues({ postFields: fields }, stored));
  const references = new Set(fields.filter(({ type }) => type === "reference").map(({ name }) => name));
  return Object.fromEntries(
    shown.filter(([name, value]) => !references.has(name) || isPublic(String(value))),
  );
}

/**
 * Returns the stored values of a post after a write, which keeps hidden values. `null` removes a value, also a hidden value by its name.
 *
 * @throws {InvalidInputError} if a value of a request does not fit its field, or all values are too long
 */
export function valuesAfter(
  organization: Defining,
  { before = {}, given, write }: { before?: CustomValues; given?: CustomValues | null; write: CustomWrite },
): CustomValues {
  const isPatch = given !== null && (write === "patch" || write === "copy");
  if (given === undefined && isPatch) return before;
  const visible = visibleValues(organization, before);
  const hidden = hiddenValues(organization, before);
  const isRequest = write === "whole" || write === "patch";
  const changes = isRequest
    ? checkedChanges(organization, given ?? {}, visible)
    : earlierChanges(organization, given ?? {});
  const next = new Map(isPatch ? Object.entries(visible) : []);
  const kept = new Map(Object.entries(hidden));
  for (const [name, value] of changes) {
    const field = fieldNamed(organization, name);
    if (value === null) {
      for (const one of field ? namesOf(field) : [name]) kept.delete(one);
      next.delete(field?.name ?? presentNameOf(organization, before, name) ?? "");
    } else if (field !== undefined && fits(field, value)) {
      next.set(name, value);
      if (write === "patch") kept.delete(name);
    } else if (write === "copy" || !kept.has(name)) kept.set(name, value);
  }
  const isSame =
    isEqualJson(Object.fromEntries(next), visible) && isEqualJson(Object.fromEntries(kept), hidden);
  if (isSame) return before;
  const changed = new Set(
    changes.flatMap(([name, value]) => (isEqualJson(value, visible[name]) ? [] : [name])),
  );
  const after = new Map(kept);
  for (const [name, value] of next) {
    // A hidden value under the field's name stays, until a write changes the field.
    const field = fieldNamed(organization, name);
    const isTaken = kept.has(name) && !changed.has(name);
    after.set((isTaken && field && storedNameOf(field, before)) || name, value);
  }
  return requireSize(organization, before, Object.fromEntries(after));
}

/**
 * Returns the values that a working copy stores. It has null for a visible value of the post that its editor left out. So it later
 * keeps the values of fields that its editor did not know. Hidden values of the present copy stay.
 *
 * @throws {InvalidInputError} if a value does not fit its field
 */
export function valuesOfCopy(
  organization: Defining,
  {
    given,
    stored,
    current = {},
  }: { given: CustomValues | undefined; stored: CustomValues | undefined; current: CustomValues | undefined },
): CustomValues | undefined {
  const defined = new Set((organization.postFields ?? []).flatMap(namesOf));
  const isRemoval = (name: string): boolean => current[name] === null && defined.has(name);
  const hidden = Object.entries(hiddenValues(organization, current)).filter(([name]) => !isRemoval(name));
  const visible = visibleValues(organization, stored);
  const removed = given === undefined ? [] : Object.keys(visible).map((name) => [name, null] as const);
  const kept = new Map(hidden);
  const named = Object.entries(given ?? {}).filter(
    ([name, value]) => !kept.has(name) || !isEqualJson(value, kept.get(name)),
  );
  const changes = checkedChanges(organization, Object.fromEntries(named), visible);
  const all = [...removed, ...kept, ...changes];
  return given === undefined && all.length === 0
    ? undefined
    : requireSize(organization, current, Object.fromEntries(all));
}

/**
 * Requires the values of required fields in a post that is published or scheduled.
 *
 * @param before the stored values before the write if the post was public. Values that they lack already are not required
 * @throws {InvalidInputError} if a value is missing
 */
export function requireValues(
  organization: Defining,
  stored: CustomValues | undefined,
  before: { custom?: CustomValues } | null,
): void {
  const lacked = new Set(before === null ? [] : missingFields(organization, before.custom));
  const missing = missingFields(organization, stored).filter((name) => !lacked.has(name));
  if (missing.length === 0) return;
  const message = "is required in posts that are published or scheduled";
  throw new InvalidInputError(
    "Cannot publish the post",
    missing.map((name) => ({ pointer: pointerOf(["custom", name]), message })),
  );
}

function missingFields(organization: Defining, stored: CustomValues | undefined): string[] {
  const required = (organization.postFields ?? []).filter(({ isRequired }) => isRequired);
  if (required.length === 0) return [];
  const values = effectiveValues({ postFields: required }, stored);
  return required.map(({ name }) => name).filter((name) => !Object.hasOwn(values, name));
}

function fieldNamed({ postFields = [] }: Defining, name: string): CustomField | undefined {
  return postFields.find((field) => field.name === name);
}

/** Returns the name of the field whose value is stored under an earlier name. */
function presentNameOf(
  { postFields = [] }: Defining,
  stored: CustomValues,
  storedName: string,
): string | undefined {
  return postFields.find((field) => storedNameOf(field, stored) === storedName)?.name;
}

type Change = readonly [name: string, value: unknown];

/**
 * Returns the values of a request in their normal form. A value that the post has already is allowed.
 *
 * @throws {InvalidInputError} with the pointers of the values that are not allowed
 */
function checkedChanges(organization: Defining, given: CustomValues, visible: CustomValues): Change[] {
  const wrong: InvalidField[] = [];
  const changes = Object.entries(given).flatMap(([name, value]): Change[] => {
    if (value === undefined) return [];
    if (value === null) return [[name, null]];
    const field = fieldNamed(organization, name);
    if (field === undefined) {
      const message = unknownName(organization, name, wrong.length === 0);
      wrong.push({ pointer: pointerOf(["custom", name]), message });
      return [];
    }
    if (Object.hasOwn(visible, name) && isEqualJson(value, visible[name])) return [[name, visible[name]]];
    const validation = validated(kindOf(field).input, value);
    if (validation.isValid) return [[name, validation.output]];
    const place = pointerOf(["custom", name]);
    wrong.push(
      ...validation.fields.map(({ pointer, message }) => ({ pointer: `${place}${pointer}`, message })),
    );
    return [];
  });
  if (wrong.length > 0) throw new InvalidInputError("Cannot write the post", wrong);
  return changes;
}

/** Returns the message for an unknown name. Only the first message lists the names, so that the error stays short. */
function unknownName({ postFields = [] }: Defining, name: string, isFirst: boolean): string {
  const renamed = postFields.find((field) => namesOf(field).includes(name));
  if (renamed !== undefined) return `has a new name: ${renamed.name}`;
  if (postFields.length === 0) return "is not a field, because the organization defines no fields";
  const names = postFields.map((field) => field.name).join(", ");
  return isFirst ? `is not a field of the organization. Its fields are ${names}` : "is not a field either";
}

/** Returns the values of an earlier time under the present names. If there are two of a field, the value under the present name counts. */
function earlierChanges(organization: Defining, given: CustomValues): Change[] {
  const changes = Object.entries(given).map(([name, value]): Change => {
    const field =
      fieldNamed(organization, name) ??
      organization.postFields?.find((one) => one.earlierNames?.includes(name));
    const isMoved =
      field !== undefined &&
      (value === null || fits(field, value)) &&
      (field.name === name || !Object.hasOwn(given, field.name));
    return [isMoved ? field.name : name, value];
  });
  return changes;
}

/** @throws {InvalidInputError} if values are too long, and longer than before */
function requireSize(organization: Defining, before: CustomValues, after: CustomValues): CustomValues {
  const bytes = bytesOf(after);
  if (bytes <= mostBytes || bytes <= bytesOf(before)) return after;
  const hidden = Object.keys(hiddenValues(organization, after));
  const named = hidden.slice(0, mostNamed).join(", ");
  const others = hidden.length > mostNamed ? `, and ${hidden.length - mostNamed} more` : "";
  const reason =
    hidden.length === 0
      ? ""
      : `. They include hidden values, which a PATCH with null removes by name: ${named}${others}`;
  const message = `must be at most ${mostBytes} bytes of JSON in all, and would be ${bytes}${reason}`;
  throw new InvalidInputError("Cannot write the post", [{ pointer: "/custom", message }]);
}

/** Returns the number of bytes of values as JSON in UTF-8. */
export function bytesOf(values: CustomValues): number {
  return new TextEncoder().encode(JSON.stringify(values)).length;
}
