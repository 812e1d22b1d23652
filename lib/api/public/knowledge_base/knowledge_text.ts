import { usablePermissions } from "../../../access/mod.ts";
import { type KnowledgeEntry, knowledgeTag, type KnowledgeTextInput } from "../../../content/mod.ts";
import {
  emptyResponse,
  type Endpoint,
  type ExchangeRequest,
  type Handlers,
  jsonResponse,
  missingKey,
  type PreparedResponse,
  readJsonBody,
  refuseQuery,
} from "../../../http/mod.ts";
import { actorOfKey } from "../../actions/admin.ts";
import { shareReadWithKey } from "../../actions/admin_actor.ts";
import type { AdminTextAddress } from "../../actions/knowledge_actions.ts";
import { readConditions } from "../../admin/read_conditions.ts";
import { toAdminProblem } from "../../admin/to_admin_problem.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { versionQuestion } from "./add_knowledge.ts";
import { toKnowledgeText } from "../../representations/knowledge_schema.ts";

/** Acts on the text of a path. */
type Act = (address: AdminTextAddress, request: ExchangeRequest) => Promise<PreparedResponse>;

/** `GET`, `PUT` and `DELETE /api/public/v1/knowledge-base/{id}`: a text of the key's organization. The actions of the admin API have the rules. */
export function knowledgeText(deps: EndpointDeps): Handlers<Endpoint> {
  const { knowledgeBase } = deps.admin;
  const endpointOf =
    (act: Act): Endpoint =>
    (request) => {
      const version = request.incoming.method === "GET" ? undefined : versionQuestion(request);
      return {
        questions: version === undefined ? [] : [version],
        respond: async (answers, caller) => {
          if (caller === null) throw missingKey;
          refuseQuery(new URLSearchParams(request.match.search));
          const organization = await request.organizationOf(caller, answers, deps.store);
          const actor = { ...actorOfKey(caller), permissions: usablePermissions(caller) };
          shareReadWithKey(actor, { organization, texts: version && answers.of(version) });
          try {
            return await act({ actor, id: request.match.params["id"] ?? "" }, request);
          } catch (error) {
            throw toAdminProblem(error);
          }
        },
      };
    };
  return {
    GET: endpointOf(async (address) => textResponse(await knowledgeBase.get(address, "knowledge:read"))),
    PUT: endpointOf(async (address, { incoming }) => {
      const conditions = readConditions(incoming.headers);
      const { value } = await readJsonBody(incoming, deps.options.limits.bodyBytes);
      const { entry, outcome } = await knowledgeBase.put(address, value as KnowledgeTextInput, conditions);
      return textResponse(entry, outcome === "created" ? 201 : 200);
    }),
    DELETE: endpointOf(async (address, { incoming }) => {
      await knowledgeBase.delete(address, readConditions(incoming.headers));
      return emptyResponse(204);
    }),
  };
}

/** Creates the response with a text. The tag covers all fields of the response, and is the same as in the admin API. */
function textResponse(entry: KnowledgeEntry, status = 200): PreparedResponse {
  return jsonResponse(toKnowledgeText(entry), status, { etag: `"${knowledgeTag(entry)}"` });
}
