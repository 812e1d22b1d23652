const NONE: readonly string[] = [];

/** Splits a `class` attribute at ASCII white space. */
export function readClasses(value: string | undefined): readonly string[] {
  if (value === undefined || value === "") return NONE;
  return value.split(/[\t\n\f\r ]/).filter((name) => name !== "");
}
