import { appliedWorkingCopyInput } from "../actions/working_copy_actions.ts";
import type { WorkingCopy, WorkingCopyInput } from "../../content/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import {
  emptyResponse,
  jsonResponse,
  type PreparedResponse,
  ProblemError,
  type IncomingHeaders,
} from "../../http/mod.ts";
import { validate } from "../../base/input/validate.ts";
import { ends } from "./admin_handlers.ts";
import type { AdminRoute } from "./admin_route.ts";
import { writtenResponse } from "./posts.ts";
import { readConditions } from "./read_conditions.ts";

/** The paths of the unpublished changes of a post. */
export const workingCopyRoutes: readonly AdminRoute[] = [
  {
    path: "posts/{slug}/working-copy",
    GET: async ({ actor, slug, admin }) => {
      const copy = await admin.posts.workingCopy.get({ actor, slug });
      if (copy === null) throw new NotFoundError(`Cannot show the working copy: "${slug}" has none`);
      return copyResponse(copy);
    },
    PUT: async (request, deps) => {
      const { actor, slug } = request;
      const ifMatch = readVersion(request.request.headers);
      if (ifMatch === undefined) {
        throw new ProblemError(
          "invalid-header",
          'Send the ETag of the working copy in If-Match, or "If-None-Match: *" if there is none yet',
        );
      }
      const input = (await request.body()) as WorkingCopyInput;
      const copy = await deps.admin.posts.workingCopy.save({ actor, slug }, input, { ifMatch });
      return copy === null ? emptyResponse(204) : copyResponse(copy);
    },
    DELETE: ends(async ({ request, actor, slug, admin }) =>
      admin.posts.workingCopy.discard({ actor, slug }, versionOf(request.headers)),
    ),
  },
  {
    path: "posts/{slug}/working-copy/apply",
    POST: async (request, deps) => {
      const { actor, slug } = request;
      const condition = versionOf(request.request.headers);
      const given = await request.optionalBody();
      const how = {
        ...validate(appliedWorkingCopyInput, given, "Cannot apply the working copy"),
        ...condition,
      };
      const post = await deps.admin.posts.workingCopy.apply({ actor, slug }, how);
      return writtenResponse(post, actor, deps);
    },
  },
];

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
