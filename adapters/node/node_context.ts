import type { IncomingMessage, ServerResponse } from "node:http";
import type { AdapterRequestContext } from "@hattip/core";
import type { LazyRequest } from "./lazy_request.ts";
import { LightResponse } from "./light_response.ts";

/** What a HatTip handler is given of a request to the Node server. */
export class NodeContext implements AdapterRequestContext {
  readonly request: Request;
  /** Found out at once, as a field: hosts spread a context to change a part of it. */
  readonly ip: string;
  readonly platform: {
    name: "node";
    request: IncomingMessage;
    response: ServerResponse;
    Response: typeof LightResponse;
  };
  readonly env: (name: string) => string | undefined = environment;
  readonly waitUntil: (promise: Promise<unknown>) => void = waitUntil;
  readonly passThrough: () => void = () => (this.isPassedOn = true);
  isPassedOn = false;

  constructor(request: LazyRequest, incoming: IncomingMessage, outgoing: ServerResponse) {
    this.request = request as unknown as Request;
    this.ip = incoming.socket.remoteAddress ?? "";
    this.platform = { name: "node", request: incoming, response: outgoing, Response: LightResponse };
  }
}

function environment(name: string): string | undefined {
  return process.env[name];
}

function waitUntil(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}
