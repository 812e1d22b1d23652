import type { CustomField } from "../../../content/mod.ts";
import { NotFoundError } from "../../../base/errors.ts";
import { pathTo, type Visit } from "../../visit.ts";

/** Path of the section in the navigation. */
export const section = "settings/fields";

/** Returns the path of a field's page. */
export function fieldPath(visit: Pick<Visit, "options" | "organization">, name: string): string {
  return pathTo(visit, `${section}/${encodeURIComponent(name)}`);
}

/** Returns the definitions of the organization. */
export async function readFields({ api, actor }: Visit): Promise<readonly CustomField[]> {
  return (await api.admin.organization.get(actor)).postFields ?? [];
}

/**
 * Returns the index of the field that a path names.
 *
 * @throws {NotFoundError} if the organization does not define it
 */
export function indexOfField({ params }: Visit, fields: readonly CustomField[]): number {
  const index = fields.findIndex(({ name }) => name === params["name"]);
  if (index === -1) throw new NotFoundError("Cannot show the field: the organization does not define it");
  return index;
}
