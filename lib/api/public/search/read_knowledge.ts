import { usablePermissions } from "../../../access/mod.ts";
import { type Endpoint, missingKey, missingPermission, wrongOrganization } from "../../../http/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";

/** Creates an endpoint that reads the knowledge texts of the key's organization. */
export function readKnowledge(name: "searchTexts" | "listTexts", deps: EndpointDeps): Endpoint {
  return (request) => ({
    questions: [],
    respond: async (_answers, caller) => {
      if (caller === null) throw missingKey;
      if (!usablePermissions(caller).includes("knowledge:read")) throw missingPermission("knowledge:read");
      const { organizationId, organizationSlug } = caller.credential;
      const organization = await deps.content.source.findOrganization(organizationSlug);
      if (organization?.id !== organizationId) throw wrongOrganization;
      const handlers = await deps.search();
      return handlers[name]({ request, caller, organization });
    },
  });
}
