import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  type Link,
  propagation,
  type Span,
  SpanKind,
  type TextMapGetter,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { andThen, type Awaitable, orElse } from "../../base/awaitable.ts";
import { withoutSecrets } from "../../base/secrets/without_secrets.ts";
import { type IncomingHeaders, type Outgoing, splitTarget, type TracedRequest } from "../../http/mod.ts";
import type { Measurements } from "./measurements.ts";
import { markFailed, recordError } from "./span_failure.ts";

/** Dependencies of {@link RequestSpans}. */
export interface RequestSpansDeps {
  tracer: Tracer;
  measurements: Measurements;
  /** True to record the client's address. */
  clientAddress: boolean;
}

/** The span above a request, and the kind of the request's own span. */
interface Parent {
  scope: Context;
  kind: SpanKind;
  links: Link[];
}

/** Methods with a name in the semantic conventions. */
const methods: ReadonlySet<string> = new Set(
  "GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY".split(" "),
);

const headerGetter: TextMapGetter<IncomingHeaders> = {
  get: (headers, name) => headers.get(name.toLowerCase()) ?? undefined,
  keys: () => [],
};

/** Key under which instrumentations of servers keep the route of their span (`getRPCMetadata` of `@opentelemetry/core`). */
const serverSpanKey = createContextKey("OpenTelemetry SDK Context Key RPC_METADATA");

/** Creates the spans of requests, by the semantic conventions for HTTP. */
export class RequestSpans {
  readonly #deps: RequestSpansDeps;

  constructor(deps: RequestSpansDeps) {
    this.#deps = deps;
  }

  /** Handles a request in a span. */
  trace(request: TracedRequest, respond: () => Awaitable<Outgoing>): Awaitable<Outgoing> {
    const { tracer, measurements } = this.#deps;
    const { method } = request.incoming;
    const { route } = request;
    const { scope, kind, links } = parentOf(request);
    const attributes = this.#attributesOf(request);
    const span = tracer.startSpan(nameOf(method, route), { kind, links, attributes }, scope);
    const end = measurements.begin(method);
    const answered = orElse(
      () => context.with(trace.setSpan(scope, span), respond),
      (error) => {
        markFailed(span, error);
        recordError(span, error);
        span.end();
        end(undefined);
        throw error;
      },
    );
    return andThen(answered, (outgoing) => {
      if (route === undefined && outgoing.about.route !== undefined) {
        span.updateName(nameOf(method, outgoing.about.route));
        span.setAttribute("http.route", outgoing.about.route);
      }
      nameServerSpan(scope, route ?? outgoing.about.route);
      describeResponse(span, outgoing);
      span.end();
      end(outgoing);
      return outgoing;
    });
  }

  #attributesOf({ incoming, route, findAddress }: TracedRequest): Attributes {
    const { method, target, url } = incoming;
    const { protocol, hostname, port } = new URL(url);
    const isKnown = methods.has(method);
    const address = this.#deps.clientAddress ? findAddress() : undefined;
    return {
      "http.request.method": isKnown ? method : "_OTHER",
      ...(!isKnown && { "http.request.method_original": method }),
      ...(route !== undefined && { "http.route": route }),
      "url.scheme": protocol.slice(0, -1),
      "url.path": withoutSecrets(splitTarget(target).path),
      "server.address": hostname,
      ...(port !== "" && { "server.port": Number(port) }),
      ...(address !== undefined && { "client.address": address }),
    };
  }
}

/**
 * Finds the parent of a request's span: the active span of the host, or else the trace context of a trusted proxy. The context of other
 * senders becomes a link, so that they can neither join traces nor choose which requests are sampled.
 */
function parentOf({ incoming, isFromProxy }: TracedRequest): Parent {
  const active = context.active();
  const above = trace.getSpanContext(active);
  if (above !== undefined && isSpanContextValid(above)) {
    return { scope: active, kind: above.isRemote === true ? SpanKind.SERVER : SpanKind.INTERNAL, links: [] };
  }
  const sent = propagation.extract(active, incoming.headers, headerGetter);
  const remote = trace.getSpanContext(sent);
  if (remote === undefined) return { scope: active, kind: SpanKind.SERVER, links: [] };
  if (isFromProxy()) return { scope: sent, kind: SpanKind.SERVER, links: [] };
  return { scope: active, kind: SpanKind.SERVER, links: [{ context: remote }] };
}

function nameOf(method: string, route: string | undefined): string {
  const known = methods.has(method) ? method : "HTTP";
  return route === undefined ? known : `${known} ${route}`;
}

/** Gives the span of the host's server the route, as instrumentations of frameworks do. */
function nameServerSpan(scope: Context, route: string | undefined): void {
  const metadata = scope.getValue(serverSpanKey) as { route?: string } | undefined;
  if (metadata !== undefined && route !== undefined) metadata.route = route;
}

/** Adds the response. Only errors of the server, from 500 on, are errors of the span. */
function describeResponse(span: Span, { status, about }: Outgoing): void {
  if (!span.isRecording()) return;
  const { keyId, organizationSlug, quotaLeft, code, error } = about;
  span.setAttributes({
    "http.response.status_code": status,
    ...(keyId !== undefined && { "postern.key.id": keyId }),
    ...(organizationSlug !== undefined && { "postern.organization.slug": organizationSlug }),
    ...(quotaLeft !== undefined && { "postern.quota.left": quotaLeft }),
    ...(code !== undefined && { "postern.problem.code": code }),
  });
  if (status < 500) return;
  markFailed(span, error, String(status));
  recordError(span, error);
}
