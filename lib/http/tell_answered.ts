import type { Caller } from "../access/mod.ts";
import type { RequestAnsweredEvent } from "../hooks.ts";
import { acceptsLightRequests, platformRequest, toPlatformRequest } from "../light_request.ts";
import type { CompleteAnswer } from "./answer.ts";
import type { HttpDeps } from "./http_deps.ts";

/** A request and its answer. */
interface Answered {
  request: Request;
  /** The pattern of the route; undefined where the path is none of the API's. */
  route: string | undefined;
  /** Milliseconds since the epoch. */
  startedAt: number;
  answer: CompleteAnswer;
  caller: Caller | null;
}

/** Tells the hook `requestAnswered`, where there is one: without it a request costs no more. */
export function tellAnswered({ options, emit }: HttpDeps, answered: Answered): void {
  const { requestAnswered } = options.hooks;
  if (requestAnswered === undefined) return;
  const { request, route, startedAt, answer, caller } = answered;
  const event: RequestAnsweredEvent = {
    request,
    method: request.method,
    status: answer.status,
    milliseconds: options.clock.now() - startedAt,
    bytes: answer.body === null ? 0 : Number(answer.headers.get("content-length") ?? 0),
  };
  if (route !== undefined) event.route = route;
  if (caller !== null) {
    event.keyId = caller.credential.id;
    event.organizationSlug = caller.credential.organizationSlug;
  }
  if (answer.code !== undefined) event.code = answer.code;
  if (platformRequest in request && !acceptsLightRequests(requestAnswered)) offerPlatformRequest(event);
  emit("requestAnswered", event);
}

/** Replaces the light request of an event. The platform's is created when the hook reads it: most hooks do not. */
function offerPlatformRequest(event: RequestAnsweredEvent): void {
  const { request } = event;
  Object.defineProperty(event, "request", { get: () => toPlatformRequest(request), enumerable: true });
}
