import type { Caller } from "../access/mod.ts";
import type { Incoming } from "../http/incoming.ts";
import type { PreparedResponse } from "./prepared_response.ts";

/** Responds to a request that an endpoint sends on behalf of its caller, without counting it again. It never rejects. */
export type InnerRequests = (incoming: Incoming, caller: Caller | null) => Promise<PreparedResponse>;
