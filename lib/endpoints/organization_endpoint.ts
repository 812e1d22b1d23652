import type { Caller } from "../access/mod.ts";
import type { Organization } from "../content/mod.ts";
import type { EndpointPlan, ExchangeRequest, PreparedResponse } from "../exchange/mod.ts";
import { missingKey, ProblemError, requireOrganization, requirePermission } from "../problems/mod.ts";
import type { Answers, Question } from "../store/mod.ts";
import type { EndpointDeps } from "./endpoint_deps.ts";

/** A request whose caller may read the organization of its path. */
export interface OrganizationRead {
  organization: Organization;
  /** Whether the caller has a key. */
  hasKey: boolean;
  answers: Answers;
}

/** An endpoint below the path of an organization. */
export interface OrganizationEndpoint {
  /** Whether everyone may read, whatever the option `readAccess` is: crawlers and feed readers send no key. Default: false. */
  isOpen?: boolean;
  /** The questions beside that for the organization. */
  questions: readonly Question<unknown>[];
  respond: (read: OrganizationRead) => PreparedResponse | Promise<PreparedResponse>;
  recover?: (error: unknown) => PreparedResponse | undefined;
}

const organizationNotFound = new ProblemError(
  "organization-not-found",
  "No organization has the slug in the path",
  { isShared: true },
);

/** Plans an endpoint that reads the organization of its path. The order of refusals: no key, another organization, permission, not found. */
export function planOrganizationRead(
  request: ExchangeRequest,
  { options }: Pick<EndpointDeps, "options">,
  { isOpen = false, questions, respond, recover }: OrganizationEndpoint,
): EndpointPlan {
  const organization = request.organization(request.organizationSlug);
  const needsKey = !isOpen && options.readAccess === "key";
  const plan: EndpointPlan = {
    questions: [organization, ...questions],
    respond: (answers, caller) => {
      if (caller === null && needsKey) throw missingKey;
      const found = permitted(caller, answers.of(organization));
      return respond({ organization: found, hasKey: caller !== null, answers });
    },
  };
  return recover === undefined ? plan : { ...plan, recover };
}

function permitted(caller: Caller | null, organization: Organization | null): Organization {
  if (caller !== null) {
    requireOrganization(caller, organization);
    requirePermission(caller, "posts:read");
  }
  if (organization !== null) return organization;
  throw organizationNotFound;
}
