import type { RequestListener } from "node:http";
import type { HattipHandler } from "@hattip/core";
import { toProblem } from "../../lib/http/mod.ts";
import { StoreUnavailableError } from "../../lib/mod.ts";
import { createNodeListener } from "../node/to_request_listener.ts";
import { problemResponse } from "../serving/problem_response.ts";
import { Health, isProbe } from "./health.ts";

/** Returns the listener of a server whose store is not open yet. It responds to probes, and to all other requests with 503. */
export function earlyListener(basePath: string): RequestListener {
  const problem = toProblem(new StoreUnavailableError("it is starting"));
  const handler: HattipHandler = (context) => {
    context.passThrough();
    return problemResponse(problem, { handler, options: { basePath } });
  };
  const health = new Health(() => ({ isReady: false, text: "waiting for the store" }));
  return createNodeListener(handler, { basePath, isProbe, next: (incoming) => health.respond(incoming) });
}
