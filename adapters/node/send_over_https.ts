import { lookup as systemLookup } from "node:dns";
import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
} from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isMetadataAddress, isPublicAddress } from "../../lib/base/public_address.ts";
import {
  type PageResponse,
  responseBytes,
  type SendWebhook,
  WebhookSendError,
} from "../../lib/webhooks/mod.ts";

/** Time that an idle connection stays open, in milliseconds. */
const idleTimeout = 15_000;

/** Options of {@link createSender}. */
export interface SenderOptions {
  /** Resolves host names. Default: `node:dns`. */
  lookup?: LookupFunction | undefined;
}

/** Agents whose connections lead to public addresses only, or to all addresses. */
interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

/** Creates the function that sends webhooks on Node. */
export function createSender({ lookup = systemLookup }: SenderOptions = {}): SendWebhook {
  const open = createAgents(guardedLookup(lookup, refusalOfMetadata));
  const guarded = createAgents(guardedLookup(lookup, refusalOfPrivate));
  const sendChecked = async (request: CheckedRequest): Promise<NodeResponse> => {
    const { protocol, hostname } = new URL(request.url);
    // Node does not look up an address, so the guard would not see it.
    refuseAddress(hostname, request.allowPrivateNetworks ? refusalOfMetadata : refusalOfPrivate);
    const agents = request.allowPrivateNetworks ? open : guarded;
    const agent = protocol === "http:" ? agents.http : agents.https;
    return send(request, agent);
  };
  return Object.assign(
    async (request: Parameters<SendWebhook>[0]) => {
      const {
        contentType: _type,
        location: _location,
        headers: _headers,
        ...response
      } = await sendChecked({
        ...request,
        method: "POST",
        mostBytes: responseBytes,
      });
      return response;
    },
    {
      get: async (request: Parameters<NonNullable<SendWebhook["get"]>>[0]) => {
        const headers = { accept: "*/*", "user-agent": "Postern", ...request.headers };
        const { retryAfter: _retry, ...page } = await sendChecked({ ...request, method: "GET", headers });
        return page;
      },
    },
  );
}

/** A request that is sent after its address is checked. */
interface CheckedRequest {
  method: "GET" | "POST";
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Default: no body. */
  body?: string;
  timeoutMs: number;
  mostBytes: number;
  allowPrivateNetworks: boolean;
}

/** A response with all headers that any caller needs. */
interface NodeResponse extends PageResponse {
  retryAfter?: string;
}

function createAgents(lookup: LookupFunction): Agents {
  const options = { keepAlive: true, maxFreeSockets: 50, timeout: idleTimeout, lookup };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

/** Returns the reason to refuse an address, or undefined. */
type RefusalOfAddress = (address: string) => string | undefined;

const refusalOfMetadata: RefusalOfAddress = (address) =>
  isMetadataAddress(address) ? "the host is an address of cloud metadata" : undefined;

const refusalOfPrivate: RefusalOfAddress = (address) =>
  isPublicAddress(address) ? undefined : "the host is in a private network";

/**
 * Wraps a lookup so that it fails if an address is refused. The connection uses the addresses of this lookup, so a name that resolves
 * differently the next time (DNS rebinding) changes nothing.
 */
function guardedLookup(lookup: LookupFunction, refusalOf: RefusalOfAddress): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      if (error !== null) return callback(error, found, family);
      const addresses = typeof found === "string" ? [found] : found.map(({ address }) => address);
      const [refusal] =
        addresses.length === 0 ? [refusalOf("")] : addresses.flatMap((one) => refusalOf(one) ?? []);
      return callback(refusal === undefined ? null : new WebhookSendError(refusal), found, family);
    });
  };
}

/** @throws {WebhookSendError} if the host of a URL is a refused address */
function refuseAddress(hostname: string, refusalOf: RefusalOfAddress): void {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const refusal = isIP(host) === 0 ? undefined : refusalOf(host);
  if (refusal !== undefined) throw new WebhookSendError(refusal);
}

async function send(request: CheckedRequest, agent: HttpAgent): Promise<NodeResponse> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  try {
    return await exchange(request, agent, signal);
  } catch (error) {
    if (signal.aborted) throw new WebhookSendError(`no response within ${request.timeoutMs / 1000} seconds`);
    throw error instanceof WebhookSendError ? error : new WebhookSendError(reasonOf(error));
  }
}

/** Sends the request. It is sent again on a new connection if the receiver closed an idle connection at that moment. */
async function exchange(
  request: CheckedRequest,
  agent: HttpAgent,
  signal: AbortSignal,
): Promise<NodeResponse> {
  for (;;) {
    const sent = start(request, agent, signal);
    try {
      return await responseTo(sent, request.mostBytes);
    } catch (error) {
      const isClosed = (error as NodeJS.ErrnoException).code === "ECONNRESET";
      if (!isClosed || !sent.reusedSocket || signal.aborted) throw error;
    }
  }
}

function start(
  { method, url, headers, body }: CheckedRequest,
  agent: HttpAgent,
  signal: AbortSignal,
): ClientRequest {
  const request = url.startsWith("http:") ? requestHttp : requestHttps;
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const sent = request(url, { method, agent, headers: { ...headers, ...length }, signal });
  sent.end(body);
  return sent;
}

async function responseTo(sent: ClientRequest, mostBytes: number): Promise<NodeResponse> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve);
    // The request also fails after the response began, which the body reports.
    sent.on("error", reject);
  });
  const body = await firstBytes(response, mostBytes);
  const { statusCode: status = 0, headers } = response;
  const { "retry-after": retryAfter, "content-type": contentType, location } = headers;
  return {
    status,
    body,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(contentType !== undefined && { contentType }),
    ...(location !== undefined && { location }),
  };
}

/** Reads the first bytes of a body, then closes a connection with more. A body that breaks off is returned as far as it was read. */
async function firstBytes(response: IncomingMessage, most: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= most) break;
    }
  } catch {
    // The status counts, and the body is only shown.
  }
  return Buffer.concat(chunks).subarray(0, most);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message !== "" ? message : (code ?? "the connection failed");
}
