/** Types of the fields that an organization can define. */
export const customFieldTypes = [
  "text",
  "markdown",
  "number",
  "boolean",
  "date",
  "dateTime",
  "url",
  "choice",
  "list",
  "reference",
  "json",
] as const;

/** Type of a field that an organization defines. */
export type CustomFieldType = (typeof customFieldTypes)[number];

/** Types of fields that lists can be filtered and sorted by. */
export const filterableTypes: readonly CustomFieldType[] = [
  "text",
  "number",
  "boolean",
  "date",
  "dateTime",
  "choice",
  "list",
];

/** Responses that can show a field: lists and single posts, only single posts, or only the admin API. */
export const customFieldPlaces = ["list", "single", "admin"] as const;

/** Responses that show a field. */
export type CustomFieldPlace = (typeof customFieldPlaces)[number];

/** A field of posts that an organization defines. */
export interface CustomField {
  /**
   * The name in `custom` of a post, such as `readingTime`: a lower-case letter, then at most 39 letters and digits. Names of a post's own fields
   * and of front matter are refused.
   */
  name: string;
  /** `reference` names a post of the organization by its slug, `date` is a day such as `2026-11-26`, `list` is a list of texts. */
  type: CustomFieldType;
  /** Label in the dashboard: 1 to 100 characters. Default: the name. */
  label?: string;
  /** Hint in the dashboard: 1 to 200 characters. */
  hint?: string;
  /** Allowed values of a `choice`, which needs them: 1 to 50 different texts, each 1 to 100 characters. Other types have none. */
  choices?: readonly string[];
  /** True if a post must have a value before it is published or scheduled. Default: false. */
  isRequired?: boolean;
  /** Value of posts without one. It must fit the type. Default: no value. */
  default?: unknown;
  /** Responses that show the field: lists and single posts, only single posts, or only the admin API. Default: `single`. */
  shown?: CustomFieldPlace;
  /**
   * True if lists can be filtered and sorted by the field. Default: false. At most 5 fields can be so. Their types are `text`, `number`, `boolean`,
   * `date`, `dateTime`, `choice` and `list`, and `shown` is not `admin`.
   */
  isFilterable?: boolean;
  /** Property of the post's structured data that has the value, such as `Article.timeRequired`. Default: none. */
  schemaOrg?: string;
  /** Earlier names of the field, at most 10. Values under these names belong to the field, so add the old name when you rename it. */
  earlierNames?: readonly string[];
}

/** Values of an organization's fields in a post, by name. */
export type CustomValues = Readonly<Record<string, unknown>>;
