import type { IncomingMessage, ServerResponse } from "node:http";
import type { AdapterRequestContext } from "@hattip/core";
import { toPlatformRequest } from "../../lib/light_request.ts";
import type { LazyRequest } from "./lazy_request.ts";
import { LightResponse } from "./light_response.ts";

/** What a HatTip handler is given of a request to the Node server. */
export class NodeContext implements AdapterRequestContext {
  request: Request;
  /** Found out at once, as a field: hosts spread a context to change a part of it. */
  readonly ip: string;
  platform: {
    name: "node";
    request: IncomingMessage;
    response: ServerResponse;
    Response?: typeof LightResponse;
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

  /** Replaces the light request and responses by the platform's, for a handler of the host's. */
  usePlatformClasses(): void {
    const { name, request, response } = this.platform;
    this.request = toPlatformRequest(this.request);
    this.platform = { name, request, response };
  }
}

function environment(name: string): string | undefined {
  return process.env[name];
}

function waitUntil(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}
