import * as v from "valibot";
import { echoed } from "../../base/text/echoed.ts";

/**
 * Names of the selected fields. `custom.rating` is the value of a field that the organization defines. `custom` with `-custom.rating` is all values
 * except this one.
 */
export type FieldSelection = ReadonlySet<string>;

/** Name of the value of a field that the organization defines. */
const valueName = String.raw`custom\.[a-z][A-Za-z0-9]{0,39}`;
const valueForm = new RegExp(`^-?${valueName}$`);

/** Maximum length of the list of selected fields. */
const longestSelection = 1000;

/** Fields that a client can select. */
export interface SelectableFields {
  /** Fields shown by default. */
  usual: readonly string[];
  /** Fields shown only if the client names them. */
  extra: readonly string[];
}

/**
 * Validates the query parameter `fields`: names separated by commas.
 *
 * - `id,name` shows only these fields.
 * - `*` stands for the usual fields, so `*,html` shows one more.
 * - `-tags` leaves out a usual field. Together with other names it needs `*`.
 * - `custom.rating` shows one value of `custom`, and `-custom.rating` leaves it out. Its name is checked later.
 */
export function fieldsParameter({ usual, extra }: SelectableFields): v.GenericSchema<string, FieldSelection> {
  const known = [...usual, ...extra];
  const star =
    extra.length === 0 ? "" : `; \`*,${extra.join()}\` for the usual fields and \`${extra.join()}\``;
  return v.pipe(
    v.string(),
    v.maxLength(longestSelection, `must be at most ${longestSelection} characters`),
    v.metadata({ pattern: selectionPattern(known) }),
    v.description(
      `Fields to show, separated by commas: \`id,name\` for only these, \`-tags\` for all except these${star}. ` +
        `Valid fields: ${known.map((field) => `\`${field}\``).join(", ")}, and \`custom.NAME\` for one value of \`custom\`.`,
    ),
    v.examples(["id,name,slug"]),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const items = dataset.value.split(",");
      const wrong = items.find(
        (item) => item !== "*" && !known.includes(nameOf(item)) && !valueForm.test(item),
      );
      const isMixed = !items.includes("*") && new Set(items.map(isLeftOut)).size === 2;
      if (wrong !== undefined) addIssue({ message: unknownField(wrong, known) });
      else if (isMixed)
        addIssue({ message: 'must not name fields both with and without "-", unless it has "*"' });
      else return select(items, usual);
      return NEVER;
    }),
  );
}

/** Names without `-`, names with `-`, or both with a `*`. */
function selectionPattern(known: readonly string[]): string {
  const name = `(${known.join("|")}|${valueName})`;
  const any = `(\\*|-?${name})`;
  return `^(${name}(,${name})*|-${name}(,-${name})*|(${any},)*\\*(,${any})*)$`;
}

/** Returns the selected fields of a representation, in its order. */
export function pickFields<Representation extends object>(
  representation: Representation,
  fields: FieldSelection | undefined,
): Partial<Representation> {
  if (fields === undefined) return representation;
  const picked = Object.entries(representation).flatMap(([name, value]: [string, unknown]) => {
    if (name === "custom")
      return selectsValues(fields) ? [[name, selectedValues(value as object, fields)]] : [];
    return fields.has(name) ? [[name, value]] : [];
  });
  return Object.fromEntries(picked) as Partial<Representation>;
}

/** True if a client selects `custom`, or a value of it. */
function selectsValues(fields: FieldSelection): boolean {
  return fields.has("custom") || [...fields].some((name) => name.startsWith("custom."));
}

function selectedValues(custom: object, fields: FieldSelection): object {
  const isWhole = fields.has("custom");
  const isShown = (name: string): boolean => !fields.has(`-${name}`) && (isWhole || fields.has(name));
  return Object.fromEntries(Object.entries(custom).filter(([name]) => isShown(`custom.${name}`)));
}

function select(items: readonly string[], usual: readonly string[]): FieldSelection {
  const named = items.filter((item) => item !== "*" && !isLeftOut(item));
  const leftOut = new Set(items.filter(isLeftOut).map(nameOf));
  const shown = named.length === 0 || items.includes("*") ? [...usual, ...named] : named;
  const leftOutValues = items.filter((item) => item.startsWith("-custom."));
  return new Set([...shown.filter((name) => !leftOut.has(name)), ...leftOutValues]);
}

function unknownField(item: string, known: readonly string[]): string {
  return `must not name ${JSON.stringify(echoed(nameOf(item)))}. Valid fields are ${known.join(", ")}, custom.NAME, each also with a leading "-", and *`;
}

function isLeftOut(item: string): boolean {
  return item.startsWith("-");
}

function nameOf(item: string): string {
  return isLeftOut(item) ? item.slice(1) : item;
}
