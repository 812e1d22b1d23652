import { respondOrPass } from "./serving/respond_or_pass.ts";
import { callback, fields } from "../lib/base/input/check_options.ts";
import { ProblemError, invalidHost } from "../lib/http/mod.ts";
import { addressOf, type LambdaEvent, requireKnown, toRequest } from "./lambda_event.ts";
import { bodySizesOf, type LambdaResult, toResult } from "./lambda_result.ts";
import { problemResponse } from "./serving/problem_response.ts";
import { checkServed, type Next, type Served } from "./serving/serve_options.ts";

export type { LambdaEvent, LambdaEventAlb, LambdaEventV1, LambdaEventV2 } from "./lambda_event.ts";
export type { LambdaResult } from "./lambda_result.ts";
export type { Next, Served } from "./serving/serve_options.ts";

const action = "create the Lambda function";

/** Options of {@link toLambdaHandler}. */
export interface LambdaOptions {
  /** The host's own routes. Default: every other path returns 404. */
  next?: Next;
}

const optionsCheck = fields<LambdaOptions>({ next: callback });

/**
 * Creates a Lambda function that serves an API. It takes events of API Gateway (REST or HTTP API, payload format 1.0 or 2.0), of function
 * URLs and of Application Load Balancers. It throws a TypeError for an event of another service.
 *
 * The API receives the path that the client sent. If the path begins with a stage name, set it as the API's `basePath`: `/prod`.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { toLambdaHandler } from "postern/aws-lambda";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * export const handler = toLambdaHandler(api);
 * ```
 */
export function toLambdaHandler(
  served: Served,
  options: LambdaOptions = {},
): (event: LambdaEvent) => Promise<LambdaResult> {
  checkServed(served, action);
  optionsCheck(options, { action, option: "" });
  const { next } = options;
  return async (event) => {
    requireKnown(event);
    const pending: Promise<unknown>[] = [];
    const response = await respond(served, event, { next, waitUntil: (promise) => pending.push(promise) });
    const result = await toResult(response, event).catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      return toResult(problemResponse(error, served), event);
    });
    // The runtime freezes the process as soon as it has the result.
    while (pending.length > 0) await Promise.all(pending.splice(0));
    return result;
  };
}

async function respond(
  served: Served,
  event: LambdaEvent,
  { next, waitUntil }: { next: Next | undefined; waitUntil: (promise: Promise<unknown>) => void },
): Promise<Response> {
  const request = requestOf(event);
  if (request instanceof ProblemError) return problemResponse(request, served);
  const platform = {
    name: "aws-lambda",
    event,
    pageBytes: bodySizesOf(event).binary,
    endsWithResponse: true,
  };
  const facts = {
    request,
    ip: addressOf(event, request.headers),
    platform,
    env: environmentVariable,
    waitUntil,
  };
  return respondOrPass(served, facts, next);
}

/** Returns the reason to refuse the event if its Host header or another part is invalid. */
function requestOf(event: LambdaEvent): Request | ProblemError {
  try {
    return toRequest(event);
  } catch (error) {
    return error instanceof ProblemError ? error : invalidHost;
  }
}

function environmentVariable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
