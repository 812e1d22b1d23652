import { type CustomFieldPlace, fieldsShown, type Organization } from "../../../content/mod.ts";
import { notAllowed } from "../../../http/mod.ts";
import type { FieldSelection } from "../../representations/field_selection.ts";

/**
 * Requires that the organization shows the values of `custom` that a client selects or leaves out.
 *
 * @throws {ProblemError} that names the first unknown field, and those that are shown
 */
export function requireShownFields(
  organization: Pick<Organization, "postFields">,
  fields: FieldSelection,
  place: Exclude<CustomFieldPlace, "admin">,
): void {
  const shown = fieldsShown(organization, place).map(({ name }) => `custom.${name}`);
  const named = Array.from(fields, (name) => name.replace(/^-/, ""));
  const wrong = named.find((name) => name.startsWith("custom.") && !shown.includes(name));
  if (wrong === undefined) return;
  const valid =
    shown.length === 0 ? "The organization shows no fields here" : `Its fields are ${shown.join(", ")}`;
  throw notAllowed("fields", `must not name ${JSON.stringify(wrong)}. ${valid}`);
}
