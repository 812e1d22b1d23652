import { NotFoundError } from "../../../base/errors.ts";
import type { SentBackInput, SubmissionInput } from "../../../content/mod.ts";
import { parseQuery } from "../../../http/mod.ts";
import type { ApprovalInput } from "../../actions/submissions/submission_actions.ts";
import { ends, shows } from "../admin_handlers.ts";
import type { AdminRoute } from "../admin_route.ts";
import { pageOf } from "../page_query.ts";
import { writtenResponse } from "../posts.ts";
import { submissionsQuery } from "./submission_schemas.ts";

/** The paths of texts that wait for an editor. */
export const submissionRoutes: readonly AdminRoute[] = [
  {
    path: "submissions",
    hasQuery: ["GET"],
    GET: async ({ request, url, actor, admin }, deps) => {
      const { limit, cursor, ...filter } = parseQuery(submissionsQuery, url.searchParams);
      const page = { field: "submissions", list: "submissions", limit, cursor } as const;
      return pageOf(page, { request, deps }, async (part) =>
        admin.submissions.list(actor, { ...filter, ...part }),
      );
    },
  },
  {
    path: "posts/{slug}/submission",
    GET: shows(async ({ actor, slug, admin }) => {
      const submission = await admin.submissions.get({ actor, slug });
      if (submission === null) throw new NotFoundError(`Cannot show the submission: "${slug}" has none`);
      return submission;
    }),
    PUT: shows(async ({ actor, slug, admin, body }) =>
      admin.submissions.submit({ actor, slug }, (await body()) as SubmissionInput),
    ),
    DELETE: ends(async ({ actor, slug, admin }) => admin.submissions.withdraw({ actor, slug })),
  },
  {
    path: "posts/{slug}/submission/approve",
    POST: async ({ actor, slug, body }, deps) => {
      const input = (await body()) as ApprovalInput;
      return writtenResponse(await deps.admin.submissions.approve({ actor, slug }, input), actor, deps);
    },
  },
  {
    path: "posts/{slug}/submission/send-back",
    POST: shows(async ({ actor, slug, admin, body }) =>
      admin.submissions.sendBack({ actor, slug }, (await body()) as SentBackInput),
    ),
  },
];
