import * as v from "valibot";
import { boolean, choice, name as nameOf, names, text } from "../../fields/kinds.ts";
import { refuseArrays } from "../refuse_arrays.ts";
import { type CustomField, customFieldPlaces, customFieldTypes } from "./custom_field.ts";
import { kindOf } from "./custom_kinds.ts";

/** Maximum number of fields of an organization. */
const mostFields = 50;
/** Maximum number of fields of an organization that lists can be filtered by. */
const mostFilterable = 5;

const fieldName = v.pipe(
  v.string("must be a string"),
  v.regex(
    /^[a-z][A-Za-z0-9]{0,39}$/,
    "must be a name such as readingTime: a lower-case letter, then at most 39 letters and digits",
  ),
);

const entries = {
  name: fieldName,
  type: choice(customFieldTypes, "the type of a field").input,
  label: v.exactOptional(nameOf(100).input),
  hint: v.exactOptional(text(200).input),
  choices: v.exactOptional(names({ longest: 100, most: 50, items: "choices", least: "choice" }).input),
  isRequired: v.exactOptional(boolean.input),
  default: v.exactOptional(v.unknown()),
  shown: v.exactOptional(choice(customFieldPlaces, "a place").input),
  isFilterable: v.exactOptional(boolean.input),
  schemaOrg: v.exactOptional(text(100).input),
  earlierNames: v.exactOptional(
    v.pipe(v.array(fieldName, "must be an array"), v.maxLength(10, "must contain at most 10 names")),
  ),
};

const definition: v.GenericSchema<unknown, CustomField> = v.pipe(
  refuseArrays(v.strictObject(entries)),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value: field } = dataset;
    for (const [key, message] of Object.entries(problemsOf(field))) {
      addIssue({
        message,
        path: [
          { type: "object", origin: "value", input: field, key, value: field[key as keyof CustomField] },
        ],
      });
    }
  }),
);

/** Validates the fields that an organization defines. */
export const customFieldsInput: v.GenericSchema<unknown, readonly CustomField[]> = v.pipe(
  v.array(definition, "must be an array"),
  v.maxLength(mostFields, `must contain at most ${mostFields} fields`),
  v.check(
    (fields) => fields.filter(({ isFilterable }) => isFilterable).length <= mostFilterable,
    `must contain at most ${mostFilterable} fields with isFilterable`,
  ),
  v.check((fields) => {
    const used = fields.flatMap(({ name, earlierNames = [] }) => [name, ...earlierNames]);
    return new Set(used).size === used.length;
  }, "must use each name once, as a name or an earlier name"),
);

/** Returns the rules that a definition breaks, by the name of its part. */
function problemsOf(field: CustomField): Partial<Record<keyof CustomField, string>> {
  const { type, choices, default: value } = field;
  if (type === "choice" && choices === undefined) return { choices: "is required for the type choice" };
  if (type !== "choice" && choices !== undefined) return { choices: "is only for the type choice" };
  if (value !== undefined && !v.is(kindOf(field).moved, value))
    return { default: `must fit the type ${type}` };
  return {};
}
