import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import {
  type AcceptedCodings,
  acceptedCodings,
  type ExchangeRecord,
  type Outgoing,
} from "../../lib/http/mod.ts";
import { withoutSecrets } from "../../lib/base/secrets/without_secrets.ts";
import type { RequestObserver } from "../node/to_request_listener.ts";
import type { Compressor } from "./compressor.ts";

/** Options of {@link createObserver}. */
export interface ObservationOptions {
  log: {
    /** True if every request is logged. Otherwise only failed requests are logged. */
    readonly hasRequests: boolean;
    request(ended: Observation): void;
  };
  /** Undefined if metrics are disabled. */
  metrics: { begin(): void; end(ended: Observation): void } | undefined;
  /** Undefined if responses are not compressed. */
  compressor: Compressor | undefined;
  /** True if responses have a `Server-Timing` header with the elapsed time (W3C Server-Timing). */
  serverTiming: boolean;
}

/** Returns the function that starts to observe a request, for its id, its log line, its metrics and its coding. */
export function createObserver(
  options: ObservationOptions,
): (message: IncomingMessage, response: ServerResponse) => Observation {
  return (message, response) => new Observation(message, response, options);
}

/** A request from its headers to the end of its response. */
export class Observation implements RequestObserver {
  /** The request's id, from its `x-request-id` header or created here. */
  readonly id: string;
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly codings: AcceptedCodings | undefined;
  /** Facts that the handler has recorded. */
  about: ExchangeRecord = { route: undefined };
  /** Length of the response body in bytes, if known before it is sent. */
  bytes: number | undefined;
  /** Time from the headers of the request to the end of the response. */
  milliseconds = 0;
  readonly #startedAt = performance.now();
  readonly #isReported: boolean;
  readonly #options: ObservationOptions;

  constructor(message: IncomingMessage, response: ServerResponse, options: ObservationOptions) {
    const { log, metrics, compressor } = options;
    this.id = requestIdOf(message);
    this.message = message;
    this.response = response;
    this.codings = compressor && acceptedCodings(message.headers["accept-encoding"]);
    this.#options = options;
    this.#isReported = log.hasRequests || metrics !== undefined;
    metrics?.begin();
    if (this.#isReported) response.on("close", this.#end);
  }

  /** Applies the coding, and adds the headers of this request. */
  async complete(outgoing: Outgoing): Promise<Outgoing> {
    const { compressor, serverTiming } = this.#options;
    const completed = (await compressor?.compress(outgoing)) ?? outgoing;
    const { headers, body, about } = completed;
    headers.set("x-request-id", this.id);
    if (serverTiming)
      headers.set("server-timing", `total;dur=${(performance.now() - this.#startedAt).toFixed(2)}`);
    if (!(body instanceof ReadableStream)) this.bytes = body?.length ?? 0;
    this.about = about;
    if (about.error !== undefined && !this.#isReported) this.response.on("close", this.#end);
    return completed;
  }

  readonly #end = (): void => {
    this.milliseconds = performance.now() - this.#startedAt;
    this.#options.log.request(this);
    this.#options.metrics?.end(this);
  };
}

/** Visible ASCII, at most 128 characters, so that every log line can contain it. */
const validId = /^[\x21-\x7e]{1,128}$/;

/** Returns the `x-request-id` that a proxy sent, or a new id if that value is malformed or contains a secret. A new id is like nginx's `$request_id`. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  const isValid = typeof given === "string" && validId.test(given) && withoutSecrets(given) === given;
  return isValid ? given : randomUUID().replaceAll("-", "");
}
