import {
  type CustomField,
  effectiveValues,
  fieldsShown,
  type Organization,
  type Post,
} from "../../content/mod.ts";
import { sha256Hex } from "../../base/secrets/sha256.ts";

/** Types of the values that searches find. */
const searchedTypes: ReadonlySet<CustomField["type"]> = new Set(["text", "markdown", "choice", "list"]);

/** Returns the texts of an organization's fields in a post that public responses show. */
export function customTexts(organization: Organization, { custom }: Post): string[] {
  const fields = searchedFields(organization);
  return fields.length === 0
    ? []
    : Object.values(effectiveValues({ postFields: fields }, custom))
        .flat()
        .map(String);
}

/**
 * Returns a digest of the definitions that the texts depend on. Undefined if no value is searched. A change of a label or a hint does not
 * change it.
 */
export function customTextsVersion(organization: Organization): string | undefined {
  const fields = searchedFields(organization);
  if (fields.length === 0) return undefined;
  const parts = fields.map(({ name, earlierNames, type, choices, default: value }) => [
    name,
    earlierNames,
    type,
    choices,
    value,
  ]);
  return sha256Hex(JSON.stringify(parts)).slice(0, 32);
}

function searchedFields(organization: Organization): CustomField[] {
  return fieldsShown(organization, "single").filter(({ type }) => searchedTypes.has(type));
}
