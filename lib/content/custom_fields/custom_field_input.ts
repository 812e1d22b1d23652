import * as v from "valibot";
import { boolean, choice, name as nameOf } from "../../base/fields/kinds.ts";
import { nearestWord } from "../../base/text/nearest_word.ts";
import { toNames } from "../../base/text/name.ts";
import { validated, refuseArrays } from "../../base/input/validate.ts";
import { type CustomField, customFieldPlaces, customFieldTypes, filterableTypes } from "./custom_field.ts";
import { kindOf } from "./custom_kinds.ts";
import { bytesOf, mostBytes } from "./custom_values.ts";
import { schemaOrgProblems } from "./schema_org.ts";
import { audienceNames } from "../organizations/audience_names.ts";
import { rowsOf } from "../../base/fields/field.ts";
import { restrictsByName } from "../posts/restricting_names.ts";
import { postFields } from "../posts/post_fields.ts";

/** Fields of a post outside of the table, and names that front matter has by a rule of its own. */
const otherNames = (
  "html markdown markdownDialect custom faqEntries structuredData head isContentWithheld " +
  "category categories taxonomies permalink path draft isDraft alias redirectFrom translationKey pageId ref " +
  "eleventyExcludeFromCollections cascade build markup"
).split(" ");

/** Names in lower case without `_`, which names of fields do not have. */
const reserved: ReadonlySet<string> = new Set(
  [
    ...rowsOf(postFields).flatMap(([name, { frontMatter = [] }]) => [name, ...frontMatter]),
    ...otherNames,
    ...Object.values(audienceNames).flat(),
  ].map((name) => name.toLowerCase().replaceAll("_", "")),
);

/** True for a name that every object or function has, such as `constructor`. */
function isObjectProperty(name: string): boolean {
  return name in Object.prototype || name === "prototype";
}

/** True for a name that objects, posts or front matter use already, in any case. */
function isReservedName(name: string): boolean {
  return isObjectProperty(name) || reserved.has(name.toLowerCase()) || restrictsByName(name);
}

/** Maximum number of fields of an organization. */
const mostFields = 50;
/** Maximum number of fields of an organization that lists can be filtered by. */
const mostFilterable = 5;
/** Maximum number of earlier names of a field. */
const mostEarlierNames = 10;

const nameRule =
  "must be a name such as readingTime: a lower-case letter, then at most 39 letters and digits (a-z, A-Z, 0-9)";
const fieldName = v.pipe(
  v.string("must be a string"),
  v.maxLength(40, nameRule),
  v.regex(/^[a-z][A-Za-z0-9]{0,39}$/, nameRule),
);

/** A name on one line. */
const line = (longest: number): v.GenericSchema<unknown, string> =>
  v.pipe(
    nameOf(longest).input,
    v.check((text) => !/\p{Cc}/u.test(text), "must not contain control characters, such as line breaks"),
  );

const choices = v.pipe(
  v.array(line(100), "must be an array of texts"),
  v.minLength(1, "must contain at least 1 choice"),
  v.maxLength(50, "must contain at most 50 choices"),
  v.check((texts) => toNames(texts).length === texts.length, "must contain each choice once"),
);

const earlierNames = v.pipe(
  v.array(fieldName, "must be an array of names"),
  v.maxLength(mostEarlierNames, `must contain at most ${mostEarlierNames} names`),
);

/** A property that a field may leave out. */
function optional<Schema extends v.GenericSchema>(schema: Schema, description: string) {
  return v.exactOptional(v.pipe(schema, v.description(description)));
}

const entries = {
  name: v.pipe(
    fieldName,
    v.description(
      "The name in `custom` of a post. Names of a post's own fields and of front matter are refused.",
    ),
  ),
  type: v.pipe(
    choice(customFieldTypes, "the type of a field").input,
    v.description(
      "Type of the values. A `date` is a day such as `2026-11-26`, a `list` is a list of texts, a `reference` is the slug of another post.",
    ),
  ),
  label: optional(line(100), "Label in the dashboard. Default: the name."),
  hint: optional(line(200), "Hint in the dashboard."),
  choices: optional(choices, "Allowed values of the type `choice`, which needs them. Other types have none."),
  isRequired: optional(
    boolean.input,
    "True if a post must have a value before it is published or scheduled. Default: false.",
  ),
  default: optional(v.unknown(), "Value of posts without one. It must fit the type. Default: no value."),
  shown: optional(
    choice(customFieldPlaces, "a place").input,
    "Responses with the field: `list` for lists and single posts, `single` for single posts, `admin` for the admin API alone. " +
      "Default: `single`.",
  ),
  isFilterable: optional(
    boolean.input,
    `True if lists can be filtered and sorted by the field: at most ${mostFilterable} fields of the types ${filterableTypes.join(", ")}, ` +
      "without `shown: admin`. Default: false.",
  ),
  schemaOrg: optional(
    line(100),
    "Property of the post's structured data that has the value, such as `Article.timeRequired`. Default: none.",
  ),
  earlierNames: optional(
    earlierNames,
    "Earlier names of the field. Values under these names belong to the field.",
  ),
};

/** Validates a definition on its own. Stores the default in the form of the type's values. */
const definition = v.pipe(
  refuseArrays(v.strictObject(entries, messageOf)),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const field = dataset.value as CustomField;
    const problems = problemsOf(field);
    const value = problems.length > 0 || field.default === undefined ? undefined : defaultOf(field);
    if (value?.isValid === false) problems.push(["default", value.message]);
    for (const [key, message] of problems) addIssue({ message, path: [itemOf(field, key)] });
    if (problems.length > 0) return NEVER;
    return value?.isValid === true ? { ...field, default: value.output } : field;
  }),
);

/** Validates the definitions of an export, which may have names that a later version of Postern refuses. */
export const movedCustomFields: v.GenericSchema<unknown, readonly CustomField[]> = v.pipe(
  v.array(definition, "must be an array of fields"),
  v.maxLength(mostFields, `must contain at most ${mostFields} fields`),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { index, key, message } of [
      ...repeatedNames(dataset.value),
      ...tooManyFilterable(dataset.value),
    ])
      addIssue({ message, path: pathOf(dataset.value, index, key) });
  }),
);

/** Validates the fields that an organization defines. */
export const customFieldsInput: v.GenericSchema<unknown, readonly CustomField[]> = v.pipe(
  movedCustomFields,
  v.check(
    (fields) => bytesOf(Object.fromEntries(fields.map((field) => [field.name, field.default]))) <= mostBytes,
    `must have defaults of at most ${mostBytes} bytes of JSON in all`,
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [index, { name }] of dataset.value.entries()) {
      if (!isReservedName(name)) continue;
      const message = `must be another name, because "${name}" has a meaning in posts or front matter already`;
      addIssue({ message, path: pathOf(dataset.value, index, "name") });
    }
    for (const [index, message] of schemaOrgProblems(dataset.value))
      addIssue({ message, path: pathOf(dataset.value, index, "schemaOrg") });
  }),
);

type Key = keyof CustomField;

/** A rule that a definition breaks together with others. */
interface SharedProblem {
  index: number;
  key: Key;
  message: string;
}

function messageOf({ expected, input }: v.BaseIssue<unknown>): string {
  if (expected === "Object") return "must be an object";
  if (expected !== "never") return "is missing";
  const known = Object.keys(entries);
  const nearest = typeof input === "string" ? nearestWord(input, known) : undefined;
  const suggestion = nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
  return `is not a known property${suggestion}; allowed are ${known.join(", ")}`;
}

/** Returns the rules that a definition breaks on its own, by property. */
function problemsOf({ type, choices: allowed, isFilterable, shown }: CustomField): [Key, string][] {
  const problems: [Key, string][] = [];
  if (type === "choice" && allowed === undefined)
    problems.push(["choices", "is missing: the type choice needs 1 to 50 texts"]);
  if (type !== "choice" && allowed !== undefined)
    problems.push(["choices", `is only for the type choice, not for ${type}`]);
  if (isFilterable === true && !filterableTypes.includes(type))
    problems.push(["isFilterable", `is only for the types ${filterableTypes.join(", ")}`]);
  if (isFilterable === true && shown === "admin")
    problems.push(["isFilterable", "is not for fields that only the admin API shows"]);
  return problems;
}

type DefaultOf = { isValid: true; output: unknown } | { isValid: false; message: string };

/** Returns the default in the form of the type's values, or the rule that it breaks. */
function defaultOf(field: CustomField): DefaultOf {
  const found = validated(kindOf(field).input, field.default);
  if (found.isValid) return found;
  const [{ pointer, message } = { pointer: "", message: "" }] = found.fields;
  return {
    isValid: false,
    message: `must fit the type ${field.type}: ${pointer} ${message}`.replace(":  ", ": "),
  };
}

/** Finds names that two fields have, in any case, because front matter ignores the case of names. */
function repeatedNames(fields: readonly CustomField[]): SharedProblem[] {
  const owners = new Map<string, number>();
  const problems: SharedProblem[] = [];
  for (const [index, { name, earlierNames: earlier = [] }] of fields.entries()) {
    if (new Set([name, ...earlier]).size <= earlier.length)
      problems.push({
        index,
        key: "earlierNames",
        message: "must contain each name once, without the present name",
      });
    if (earlier.some(isObjectProperty))
      problems.push({
        index,
        key: "earlierNames",
        message: "must not contain names of JavaScript, such as constructor",
      });
    for (const used of [name, ...earlier]) {
      const owner = owners.get(used.toLowerCase()) ?? index;
      owners.set(used.toLowerCase(), owner);
      if (owner === index) continue;
      const message = `must not have "${used}", which is a name or an earlier name of field ${owner + 1}`;
      problems.push({ index, key: used === name ? "name" : "earlierNames", message });
    }
  }
  return problems;
}

function tooManyFilterable(fields: readonly CustomField[]): SharedProblem[] {
  const filterable = fields.flatMap(({ isFilterable }, index) => (isFilterable === true ? [index] : []));
  const message = `must be true for at most ${mostFilterable} fields`;
  return filterable.slice(mostFilterable).map((index) => ({ index, key: "isFilterable", message }));
}

function pathOf(
  fields: readonly CustomField[],
  index: number,
  key: Key,
): [v.ArrayPathItem, v.ObjectPathItem] {
  const field = fields[index] ?? {};
  return [
    { type: "array", origin: "value", input: [...fields], key: index, value: field },
    itemOf(field, key),
  ];
}

function itemOf(field: Partial<CustomField>, key: Key): v.ObjectPathItem {
  return { type: "object", origin: "value", input: { ...field }, key, value: field[key] };
}
