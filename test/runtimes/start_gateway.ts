import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type LambdaResult, toLambdaHandler } from "../../adapters/aws_lambda.ts";
import type { Next, Served } from "../../adapters/serving/serve_options.ts";
import { type EventKind, toEvent } from "../adapters/lambda_events.ts";
import { listen } from "../servers/listen.ts";
import type { RunningHost } from "./start_host.ts";

/**
 * Starts a gateway for a Lambda function with an app of `hosts/`. It converts each request to an event, and each result to a response.
 */
export async function startGateway(kind: EventKind, name = "app"): Promise<RunningHost> {
  const { createApp }: App = await importApp(name);
  const app = createApp();
  const handler = toLambdaHandler(app, { next: app.next });
  const server = createServer((incoming, outgoing) => {
    answer(incoming).catch((error: unknown) => outgoing.writeHead(502).end(String(error)));

    async function answer(request: IncomingMessage): Promise<void> {
      const { method = "GET", url: target = "/" } = request;
      const body = new Uint8Array(await buffer(request));
      const event = toEvent(kind, {
        method,
        target,
        headers: headersOf(request),
        ...(body.length > 0 && { body }),
      });
      // Events and results are passed as JSON, as in AWS.
      const result = await handler(JSON.parse(JSON.stringify(event)) as typeof event);
      send(JSON.parse(JSON.stringify(result)) as LambdaResult, outgoing);
    }
  });
  return { url: await listen(server), close: async () => void server.close() };
}

interface App {
  createApp: () => Served & { next: Next };
}

/** Imports the app, which is untyped JavaScript. */
async function importApp(name: string): Promise<App> {
  const file: string = `./hosts/${name}.js`;
  return (await import(file)) as App;
}

function headersOf({ rawHeaders }: IncomingMessage): [string, string][] {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, index): [string, string] => [
    (rawHeaders[index * 2] ?? "").toLowerCase(),
    rawHeaders[index * 2 + 1] ?? "",
  ]);
  return pairs.filter(([name]) => name !== "host" && name !== "transfer-encoding");
}

function send(
  { statusCode, headers, multiValueHeaders, cookies = [], body, isBase64Encoded }: LambdaResult,
  outgoing: ServerResponse,
): void {
  for (const [name, value] of Object.entries({ ...headers, ...multiValueHeaders }))
    outgoing.appendHeader(name, value);
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  outgoing.writeHead(statusCode).end(Buffer.from(body, isBase64Encoded ? "base64" : "utf8"));
}
