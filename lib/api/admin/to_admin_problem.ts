import { DraftTextError, UnpublishedChangesError } from "../../content/mod.ts";
import { GrantRefusedError, MissingPermissionError } from "../actions/admin_errors.ts";
import {
  AlreadyExistsError,
  ContentionError,
  LastOwnerError,
  NotFoundError,
  PreconditionFailedError,
} from "../../base/errors.ts";
import { ProblemError, type ProblemCode, toProblem } from "../../http/mod.ts";
import { TooManyWebhooksError, WebhooksUnavailableError } from "../../webhooks/mod.ts";

const codes: readonly [new (...parts: never[]) => Error, ProblemCode][] = [
  [MissingPermissionError, "missing-permission"],
  [GrantRefusedError, "grant-refused"],
  [NotFoundError, "not-found"],
  [AlreadyExistsError, "already-exists"],
  [ContentionError, "changed-meanwhile"],
  [UnpublishedChangesError, "unpublished-changes"],
  [DraftTextError, "is-draft"],
  [LastOwnerError, "last-owner"],
  [WebhooksUnavailableError, "webhooks-unavailable"],
  [TooManyWebhooksError, "too-many-webhooks"],
  [PreconditionFailedError, "precondition-failed"],
];

/** Converts an error of an action to a problem for the client. */
export function toAdminProblem(error: unknown): ProblemError {
  const known = codes.find(([Class]) => error instanceof Class);
  if (known === undefined || !(error instanceof Error)) return toProblem(error);
  return new ProblemError(known[1], error.message, { cause: error });
}
