import {
  type HostField,
  misfit,
  optionalField,
  readInteger,
  readRow,
  readText,
  requiredField,
} from "../../../base/host/host_row.ts";
import { HostValueError, type HostValuePlace } from "../../../base/host/host_value_error.ts";

/** The time at which a list changes, in milliseconds since the epoch. */
export const timeField: HostField = optionalField("changesAt", (value) =>
  value === Infinity ? value : readInteger(value),
);

/** Creates the field with the cursor of the next page. A cursor of the same page would repeat the page forever. */
export function nextField(after: string | undefined): HostField {
  return requiredField("next", (value) => {
    if (value === null) return null;
    if (value === after) throw misfit("another cursor than that of the page", value);
    return readText(value);
  });
}

/** Returns the known fields of a value. @throws {HostValueError} if one is invalid */
export function valuesOf(
  place: HostValuePlace,
  value: unknown,
  fields: readonly HostField[],
): Readonly<Record<string, unknown>> {
  const { values, problems, cause } = readRow(value, fields);
  if (problems.length > 0) throw new HostValueError(place, problems, cause);
  return values;
}
