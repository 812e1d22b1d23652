import { InvalidInputError, StoreLimitError } from "../../base/errors.ts";
import { reasonOfRefusal } from "../../base/text_work_errors.ts";
import { UnpublishedChangesError } from "../../content/mod.ts";

/** Returns the category of the error of an item, and its reason. @throws any other error */
export function refusalOf(error: unknown): [category: string, reason: string] {
  if (error instanceof InvalidInputError) return ["invalid", reasonOf(error)];
  if (error instanceof UnpublishedChangesError) return ["unpublished-changes", error.message];
  return ["too-large", error instanceof StoreLimitError ? error.message : reasonOfRefusal(error)];
}

function reasonOf({ fields }: InvalidInputError): string {
  return fields.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`.trim()).join("; ");
}
