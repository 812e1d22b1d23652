import type { Caller } from "../access/mod.ts";
import type { Answer } from "./answer.ts";
import type { HttpDeps } from "./http_deps.ts";

/** A request and its answer. */
interface Answered {
  request: Request;
  /** The pattern of the route; undefined where the path is none of the API's. */
  route: string | undefined;
  /** Milliseconds since the epoch. */
  startedAt: number;
  answer: Answer;
  caller: Caller | null;
}

/** Tells the hook `requestAnswered`, where there is one: without it a request costs no more. */
export function tellAnswered({ options, emit }: HttpDeps, answered: Answered): void {
  if (options.hooks.requestAnswered === undefined) return;
  const { request, route, startedAt, answer, caller } = answered;
  emit("requestAnswered", {
    request,
    ...(route === undefined ? {} : { route }),
    method: request.method,
    status: answer.status,
    milliseconds: options.clock.now() - startedAt,
    bytes: answer.body === null ? 0 : Number(answer.headers["content-length"] ?? 0),
    ...(caller === null
      ? {}
      : { keyId: caller.credential.id, organizationSlug: caller.credential.organizationSlug }),
    ...(answer.code === undefined ? {} : { code: answer.code }),
  });
}
