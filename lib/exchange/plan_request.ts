import { keyCounter, type KeyPlan, keyQuestions, planKey } from "../access/mod.ts";
import type { Question, UseCounter } from "../store/mod.ts";
import { type EndpointPlan, ExchangeRequest, type Match } from "./endpoint.ts";
import type { ExchangeDeps } from "./exchange_deps.ts";
import type { Incoming } from "../http/incoming.ts";
import { handlerOf } from "../http/route_methods.ts";

/** A request and the questions whose answers decide its response. */
export interface RequestPlan {
  request: ExchangeRequest;
  /** Undefined for a request without a key. */
  key: KeyPlan | undefined;
  /** Undefined where the path has no endpoint for the method, and where the key is refused already. */
  endpoint: EndpointPlan | undefined;
  questions: readonly Question<unknown>[];
  counter: UseCounter | undefined;
}

/** Plans a request. It reads no store and never throws: what is wrong with the request is sent after its key was judged. */
export function planRequest(incoming: Incoming, match: Match, deps: ExchangeDeps): RequestPlan {
  const request = new ExchangeRequest(incoming, match, deps);
  const text = incoming.headers.get("x-api-key");
  const key = text === null ? undefined : planKey(text, request, deps.keys);
  const endpoint = key?.kind === "refused" ? undefined : planEndpoint(request);
  const ownQuestions = endpoint?.questions ?? [];
  return {
    request,
    key,
    endpoint,
    questions: key === undefined ? ownQuestions : [...new Set([...keyQuestions(key), ...ownQuestions])],
    counter: key && keyCounter(key),
  };
}

function planEndpoint(request: ExchangeRequest): EndpointPlan | undefined {
  try {
    return handlerOf(request.match.route, request.incoming.method)?.(request);
  } catch (error) {
    return { questions: [], respond: () => fail(error) };
  }
}

function fail(error: unknown): never {
  throw error;
}
