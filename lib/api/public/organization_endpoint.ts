import type { Caller } from "../../access/mod.ts";
import type { Organization } from "../../content/mod.ts";
import {
  type EndpointPlan,
  type ExchangeRequest,
  type PreparedResponse,
  missingKey,
  missingPermission,
  organizationNotFound,
  wrongOrganization,
} from "../../http/mod.ts";
import type { Answers, Question } from "../../store/mod.ts";
import type { EndpointDeps } from "./endpoint_deps.ts";

/** A request whose caller may read the organization in the path. */
export interface AuthorizedRead {
  organization: Organization;
  /** True if the caller has a key. */
  hasKey: boolean;
  /** Null for a caller without a key. */
  caller: Caller | null;
  answers: Answers;
}

/** An endpoint below the path of an organization. */
export interface OrganizationEndpoint {
  /** True if everyone may read, regardless of the option `readAccess`, because crawlers and feed readers send no key. Default: false. */
  isOpen?: boolean;
  /** Queries in addition to the query for the organization. */
  questions: readonly Question<unknown>[];
  createResponse(read: AuthorizedRead): PreparedResponse | Promise<PreparedResponse>;
  recover?(error: unknown): PreparedResponse | undefined;
}

/** Plans an endpoint that reads the organization in the path. Checks in this order: missing key, wrong organization, permission, not found. */
export function planOrganizationEndpoint(
  request: ExchangeRequest,
  { options }: Pick<EndpointDeps, "options">,
  endpoint: OrganizationEndpoint,
): EndpointPlan {
  const question = request.organization(request.organizationSlug);
  const needsKey = endpoint.isOpen !== true && options.readAccess === "key";
  return {
    questions: [question, ...endpoint.questions],
    respond: (answers, caller) => {
      if (caller === null && needsKey) throw missingKey;
      const organization = answers.of(question);
      if (caller !== null) {
        if (organization?.id !== caller.credential.organizationId) throw wrongOrganization;
        if (!caller.permissions.includes("posts:read")) throw missingPermission("posts:read");
      }
      if (organization === null) throw organizationNotFound;
      return endpoint.createResponse({ organization, hasKey: caller !== null, caller, answers });
    },
    recover: (error) => endpoint.recover?.(error),
  };
}
