import { usablePermissions } from "../../../access/mod.ts";
import { type Endpoint, missingKey, missingPermission } from "../../../http/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";

/** Creates an endpoint that reads the knowledge texts of the key's organization. */
export function readKnowledge(name: "searchTexts" | "listTexts", deps: EndpointDeps): Endpoint {
  return (request) => ({
    questions: [],
    respond: async (answers, caller) => {
      if (caller === null) throw missingKey;
      if (!usablePermissions(caller).includes("knowledge:read")) throw missingPermission("knowledge:read");
      const organization = await request.organizationOf(caller, answers, deps.store);
      const handlers = await deps.search();
      return handlers[name]({ request, caller, organization });
    },
  });
}
