import type { Endpoint } from "../../../http/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { checkReadsKnowledge } from "./check_reads_knowledge.ts";

/** Creates an endpoint that reads the knowledge texts of the key's organization. */
export function readKnowledge(name: "searchTexts" | "listTexts", deps: EndpointDeps): Endpoint {
  return (request) => ({
    questions: [],
    respond: async (answers, caller) => {
      checkReadsKnowledge(caller);
      const organization = await request.organizationOf(caller, answers, deps.store);
      const handlers = await deps.search();
      return handlers[name]({ request, caller, organization });
    },
  });
}
