import type { CustomField, CustomFieldPlace, CustomFieldType } from "../../../content/mod.ts";

export const typeLabels: Readonly<Record<CustomFieldType, string>> = {
  text: "Text",
  markdown: "Markdown",
  number: "Number",
  boolean: "Yes or no",
  date: "Date",
  dateTime: "Date and time",
  url: "URL",
  choice: "Choice",
  list: "List of texts",
  reference: "Another post",
  json: "JSON",
};

/** Labels of the responses that show a field. */
export const placeLabels: Readonly<Record<CustomFieldPlace, string>> = {
  list: "Lists and single posts",
  single: "Single posts",
  admin: "Only the admin API",
};

/** Labels of the properties of a definition. */
export const propertyLabels: Readonly<Record<keyof CustomField, string>> = {
  label: "Label",
  name: "Name",
  type: "Type",
  choices: "Choices",
  hint: "Hint",
  isRequired: "Required",
  default: "Default",
  shown: "Shown in",
  isFilterable: "Filterable",
  schemaOrg: "Property of schema.org",
  earlierNames: "Earlier names",
};

/** Words for the properties in sentences. */
export const propertyWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(propertyLabels).map(([name, label]) => [
      name,
      label.charAt(0).toLowerCase() + label.slice(1),
    ]),
  ),
  postFields: "fields",
};
