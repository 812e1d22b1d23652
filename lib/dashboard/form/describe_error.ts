import { MissingPermissionError, toAdminProblem } from "../../api/mod.ts";
import {
  ContentionError,
  InvalidInputError,
  NotFoundError,
  PreconditionFailedError,
} from "../../base/errors.ts";
import { describeInvalidFields } from "./describe_invalid_fields.ts";

/**
 * Describes a failure and the next step, in words for a person at a page.
 *
 * @param names names of fields that the form calls differently, such as `title` for `name`
 */
export function describeError(error: unknown, names: Readonly<Record<string, string>> = {}): string {
  if (error instanceof InvalidInputError) return describeInvalidFields(error, names);
  if (error instanceof PreconditionFailedError) {
    return "Nothing was saved, because this has changed since you opened the page. Compare it with the present version, and send the form again.";
  }
  if (error instanceof ContentionError) {
    return "Nothing was saved, because others changed this at the same time. Send the form again.";
  }
  if (error instanceof NotFoundError) {
    return "This does not exist. It may have been deleted, or its address may have changed.";
  }
  if (error instanceof MissingPermissionError) {
    return `Your role does not include the permission ${error.permission}. Ask an owner or administrator of the organization.`;
  }
  const { code, message } = toAdminProblem(error);
  if (code === "internal-error")
    return "The server has failed. Try again. If it fails again, tell its operator.";
  return message;
}
