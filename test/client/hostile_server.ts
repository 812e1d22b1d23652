import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Handles one request of the server. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/** A received request. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server with one behaviour for each request, set by the test. The last behaviour applies to all later requests. */
export class HostileServer {
  readonly url: string;
  readonly seen: SeenRequest[] = [];
  readonly close: () => void;
  #behaviours: Behaviour[] = [];

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.close = close;
  }

  static async start(): Promise<HostileServer> {
    const server = createServer((request, response) => void hostile.#respond(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const close = (): void => {
      server.close();
      server.closeAllConnections();
    };
    const hostile = new HostileServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, close);
    return hostile;
  }

  /** Sets the behaviours, and clears the list of seen requests. */
  will(...behaviours: Behaviour[]): void {
    this.seen.length = 0;
    this.#behaviours = behaviours;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
    const { method = "", url = "", headers } = request;
    const behaviour = this.#behaviours[Math.min(this.seen.length, this.#behaviours.length - 1)];
    this.seen.push({ method, url, headers, body });
    behaviour?.(response, request);
  }
}

/** Never responds. */
export const hang: Behaviour = () => undefined;

/** Closes the connection immediately. */
export const reset: Behaviour = (response) => response.socket?.destroy();

/** Sends bytes that are not HTTP. */
export const garbage: Behaviour = (response) => response.socket?.end("\0\u0001 this is not HTTP\r\n\r\n");

/** Sends the headers and a part of the body, then stalls. Allows requests from other origins. */
export const stall: Behaviour = (response) => {
  const cors = { "access-control-allow-origin": "*" };
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000", ...cors });
  response.write('{"posts":[');
};

/** Closes the connection in the middle of the body. */
export const breakOff: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"posts":[', () => response.socket?.destroy());
};

/** Responds with the given status, headers and body. */
export function answer(status: number, headers: Record<string, string> = {}, body = ""): Behaviour {
  return (response) => response.writeHead(status, headers).end(body);
}

/** Responds with a value as JSON. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Behaviour {
  return answer(status, { "content-type": "application/json", ...headers }, JSON.stringify(value));
}

/** Responds with a problem detail of the API. */
export function problem(code: string, status: number, headers: Record<string, string> = {}): Behaviour {
  const body = { type: `/docs/problems#${code}`, title: "A problem", status, detail: "It is so", code };
  return answer(status, { "content-type": "application/problem+json", ...headers }, JSON.stringify(body));
}
