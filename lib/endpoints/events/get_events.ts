import type { Caller } from "../../access/mod.ts";
import type { ChangeEventType } from "../../events/mod.ts";
import { type Endpoint, type ExchangeRequest, jsonResponse, PreparedResponse } from "../../exchange/mod.ts";
import { missingKey, wrongOrganization } from "../../problems/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { allowedTypes } from "./allowed_types.ts";
import { wantedEventsOf } from "./event_query.ts";
import { readPage } from "./read_page.ts";

const vary = { vary: "accept" };
/** `X-Accel-Buffering` makes nginx pass each event on at once. */
const streamHeaders = { "content-type": "text/event-stream", "x-accel-buffering": "no", ...vary };

/** `GET /api/public/v1/events/{organizationSlug}`: the events of the last 7 days, as a page or as a stream. */
export function getEvents(deps: EndpointDeps): Endpoint {
  return (request) => {
    const question = request.organization(request.organizationSlug);
    return {
      questions: [question],
      respond: (answers, caller) => {
        if (caller === null) throw missingKey;
        if (answers.of(question)?.id !== caller.credential.organizationId) throw wrongOrganization;
        return respond(request, caller, deps);
      },
    };
  };
}

async function respond(
  request: ExchangeRequest,
  caller: Caller,
  { events, eventStreams }: EndpointDeps,
): Promise<PreparedResponse> {
  const { isStream, isResumed, after, limit, types: wanted } = wantedEventsOf(request);
  const types: ReadonlySet<ChangeEventType> = allowedTypes(caller.permissions, wanted);
  if (!isStream) {
    const page = await readPage(events, request.organizationSlug, { after: after ?? 0, limit, types });
    return jsonResponse(page, 200, vary);
  }
  // The response to HEAD has no body, so a stream would stay open.
  const isHead = request.incoming.method === "HEAD";
  const body = isHead ? null : await eventStreams.open(caller, { after, wanted, isResumed });
  return new PreparedResponse({ status: 200, headers: streamHeaders, body });
}
