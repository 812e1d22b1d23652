import type { Caller } from "../../../access/mod.ts";
import type { ChangeEvent, ChangeEventType } from "../../../events/mod.ts";
import {
  type Endpoint,
  type ExchangeRequest,
  PreparedResponse,
  missingKey,
  ProblemError,
  wrongOrganization,
} from "../../../http/mod.ts";
import { toJson } from "../../../base/text/well_formed.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { listResponse } from "../list_response.ts";
import { allowedTypes } from "./allowed_types.ts";
import { wantedEventsOf } from "./event_query.ts";
import { readPage } from "./read_page.ts";

const vary = { vary: "accept" };

const streamsUnavailable = new ProblemError(
  "streams-unavailable",
  "This host sends a response only when it is complete, so it cannot stream events. Read pages: send Accept: application/json, and `last` of a page as `after`",
  { headers: vary, isShared: true },
);
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
  deps: EndpointDeps,
): Promise<PreparedResponse> {
  const { log, eventStreams } = deps;
  const { isStream, isResumed, after, limit, types: wanted } = wantedEventsOf(request);
  const types: ReadonlySet<ChangeEventType> = allowedTypes(caller.permissions, wanted);
  if (!isStream) {
    let fields: object = {};
    const page = {
      limit,
      start: '{"events":[',
      end: () => `],${toJson(fields).slice(1)}`,
      headers: vary,
      toCursor: String,
      read: async (part: { limit: number }) => {
        const range = { after: after ?? 0, limit: part.limit, types };
        const { events: items, ...rest } = await readPage(log, request.organizationSlug, range);
        fields = rest;
        return { items, next: null };
      },
      write: (event: ChangeEvent) => [toJson(event)],
    };
    return listResponse(page, request.incoming, deps);
  }
  if (request.incoming.endsWithResponse === true) throw streamsUnavailable;
  // The response to HEAD has no body, so a stream would stay open.
  const isHead = request.incoming.method === "HEAD";
  const body = isHead ? null : await eventStreams.open(caller, { after, wanted, isResumed });
  return new PreparedResponse({ status: 200, headers: streamHeaders, body });
}
