import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

type AttributeValue = string | number | boolean;

/** A span as the exporter sent it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** An empty string for the first span of a trace. */
  parentSpanId: string;
  name: string;
  kind: "internal" | "server" | "client";
  attributes: Record<string, AttributeValue>;
  links: { traceId: string; spanId: string }[];
  isError: boolean;
  /** Attributes of the recorded exceptions. */
  exceptions: Record<string, AttributeValue>[];
}

/** A point of a metric as the exporter sent it. */
export interface ReceivedPoint {
  name: string;
  unit: string;
  attributes: Record<string, AttributeValue>;
  /** The number of values of a histogram, and the value of other metrics. */
  value: number;
  /** Upper bounds of a histogram. */
  bounds?: number[];
}

/** Attributes and values in the JSON encoding of OTLP. */
type OtlpAttributes = {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
}[];

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: OtlpAttributes;
  links?: { traceId: string; spanId: string }[];
  events?: { name: string; attributes: OtlpAttributes }[];
  status?: { code?: number };
}

interface OtlpPoint {
  attributes: OtlpAttributes;
  asInt?: number | string;
  asDouble?: number;
  count?: number | string;
  explicitBounds?: number[];
}

type OtlpMetric = { name: string; unit: string } & {
  [Kind in "sum" | "gauge" | "histogram"]?: { dataPoints: OtlpPoint[] };
};

interface OtlpBody {
  resourceSpans?: { scopeSpans: { spans: OtlpSpan[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: OtlpMetric[] }[] }[];
}

const kinds: Readonly<Record<number, ReceivedSpan["kind"]>> = { 1: "internal", 2: "server", 3: "client" };

/** A receiver of OTLP over HTTP, for exporters with the JSON encoding. */
export class OtlpReceiver {
  /** All received spans, in the order in which they ended. */
  readonly spans: ReceivedSpan[] = [];
  /** The points of the last export. */
  points: ReceivedPoint[] = [];
  /** Everything that was received, as text. */
  text = "";
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#receive(request, response);
    });
  }

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#add((await json(request)) as OtlpBody);
    response.setHeader("content-type", "application/json").end("{}");
  }

  #add({ resourceSpans = [], resourceMetrics = [] }: OtlpBody): void {
    this.text += JSON.stringify([resourceSpans, resourceMetrics]);
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    this.spans.push(...spans.map(toSpan));
    if (resourceMetrics.length === 0) return;
    const all = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    this.points = all.flatMap(toPoints);
  }
}

function toSpan({ kind, attributes, links = [], events = [], status, ...span }: OtlpSpan): ReceivedSpan {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId ?? "",
    name: span.name,
    kind: kinds[kind] ?? "internal",
    attributes: toRecord(attributes),
    links: links.map(({ traceId, spanId }) => ({ traceId, spanId })),
    isError: status?.code === 2,
    exceptions: events.filter(({ name }) => name === "exception").map((event) => toRecord(event.attributes)),
  };
}

function toPoints({ name, unit, sum, gauge, histogram }: OtlpMetric): ReceivedPoint[] {
  const { dataPoints = [] } = histogram ?? sum ?? gauge ?? {};
  return dataPoints.map(({ attributes, asInt, asDouble, count, explicitBounds }) => ({
    name,
    unit,
    attributes: toRecord(attributes),
    value: Number(count ?? asInt ?? asDouble),
    ...(explicitBounds !== undefined && { bounds: explicitBounds }),
  }));
}

function toRecord(attributes: OtlpAttributes): Record<string, AttributeValue> {
  const valueOf = ({ stringValue, intValue, doubleValue, boolValue }: OtlpAttributes[number]["value"]) =>
    stringValue ?? (intValue === undefined ? (doubleValue ?? boolValue ?? "") : Number(intValue));
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));
}
