import { appliedWorkingCopyInput } from "../actions/working_copy_actions.ts";
import type { WorkingCopy, WorkingCopyInput } from "../../content/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import {
  emptyResponse,
  jsonResponse,
  type PreparedResponse,
  readJsonBody,
  readOptionalJsonBody,
  ProblemError,
  type IncomingHeaders,
} from "../../http/mod.ts";
import { validate } from "../../base/input/validate.ts";
import type { AdminHandler } from "./admin_route.ts";
import { writtenResponse } from "./posts.ts";
import { readConditions } from "./read_conditions.ts";

/** `GET /posts/{slug}/working-copy`: the unpublished changes of a post. */
export const showWorkingCopy: AdminHandler = async ({ params, actor }, { admin }) => {
  const slug = slugOf(params);
  const copy = await admin.posts.workingCopy.get({ actor, slug });
  if (copy === null) throw new NotFoundError(`Cannot show the working copy: "${slug}" has none`);
  return copyResponse(copy);
};

/** `PUT /posts/{slug}/working-copy`: saves the unpublished changes of a post. */
export const saveWorkingCopy: AdminHandler = async ({ request, params, actor }, { admin, options }) => {
  const ifMatch = readVersion(request.headers);
  if (ifMatch === undefined) {
    throw new ProblemError(
      "invalid-header",
      'Send the ETag of the working copy in If-Match, or "If-None-Match: *" if there is none yet',
    );
  }
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  const input = value as WorkingCopyInput;
  return copyResponse(
    await admin.posts.workingCopy.save({ actor, slug: slugOf(params) }, input, { ifMatch }),
  );
};

/** `DELETE /posts/{slug}/working-copy`: discards the unpublished changes of a post. */
export const discardWorkingCopy: AdminHandler = async ({ request, params, actor }, { admin }) => {
  await admin.posts.workingCopy.discard({ actor, slug: slugOf(params) }, versionOf(request.headers));
  return emptyResponse(204);
};

/** `POST /posts/{slug}/working-copy/apply`: writes the unpublished changes to the post. */
export const applyWorkingCopy: AdminHandler = async ({ request, params, actor }, deps) => {
  const condition = versionOf(request.headers);
  const given = await readOptionalJsonBody(request, deps.options.limits.bodyBytes);
  const how = { ...validate(appliedWorkingCopyInput, given, "Cannot apply the working copy"), ...condition };
  const post = await deps.admin.posts.workingCopy.apply({ actor, slug: slugOf(params) }, how);
  return writtenResponse(post, actor, deps);
};

function copyResponse({ version, ...copy }: WorkingCopy): PreparedResponse {
  return jsonResponse(copy, 200, { etag: `"${version}"` });
}

function versionOf(headers: IncomingHeaders): { ifMatch?: string } {
  const version = readVersion(headers);
  if (version === null) {
    throw new ProblemError(
      "invalid-header",
      "Send the ETag of the working copy in If-Match, not If-None-Match",
    );
  }
  return version === undefined ? {} : { ifMatch: version };
}

/**
 * Reads the version of the working copy that a request names. Returns null if there must be none, and undefined without a condition.
 *
 * @throws {ProblemError} if the headers name no version or several
 */
function readVersion(headers: IncomingHeaders): string | null | undefined {
  const { ifMatch, ifNoneMatch } = readConditions(headers);
  if (ifMatch === undefined) return ifNoneMatch === undefined ? undefined : null;
  const [version] = ifMatch;
  if (ifMatch === "*" || ifMatch.length !== 1 || version === undefined || ifNoneMatch !== undefined) {
    throw new ProblemError("invalid-header", "The header If-Match must be the ETag of the working copy");
  }
  return version;
}

function slugOf(params: Readonly<Record<string, string>>): string {
  return params["slug"] ?? "";
}
