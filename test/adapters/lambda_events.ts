import type { LambdaEvent } from "../../adapters/aws_lambda.ts";

/** The kinds of events of a Lambda function, in the form that AWS documents and sends. */
export const eventKinds = [
  "REST API",
  "HTTP API",
  "function URL",
  "load balancer",
  "load balancer with lists",
] as const;

export type EventKind = (typeof eventKinds)[number];

export interface Sent {
  method?: string;
  target: string;
  headers?: readonly (readonly [name: string, value: string])[];
  body?: Uint8Array<ArrayBuffer>;
}

const rest = {
  resource: "/{proxy+}",
  stageVariables: null,
  requestContext: {
    resourceId: "123456",
    apiId: "1234567890",
    resourcePath: "/{proxy+}",
    operationName: null,
    requestId: "c6af9ac6-7b61-11e6-9a41-93e8deadbeef",
    accountId: "123456789012",
    stage: "prod",
    domainName: "api.acme.example",
    domainPrefix: "api",
    protocol: "HTTP/1.1",
    requestTime: "09/Apr/2026:12:34:56 +0000",
    requestTimeEpoch: 1775738096000,
  },
};

const http = {
  version: "2.0",
  routeKey: "$default",
  requestContext: {
    accountId: "123456789012",
    apiId: "1234567890",
    domainName: "api.acme.example",
    domainPrefix: "api",
    requestId: "JKJaXmPLvHcESHA=",
    routeKey: "$default",
    stage: "$default",
    time: "10/Mar/2026:05:16:23 +0000",
    timeEpoch: 1773119783390,
  },
};

const balancer = {
  requestContext: {
    elb: {
      targetGroupArn:
        "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/content/6d0ecf831eec9f09",
    },
  },
};

/** Headers that a load balancer adds. The client has forged the first address. */
const balancerHeaders = [
  ["x-amzn-trace-id", "Root=1-5bdb40ca-556d8b0c50dc66f0511bf520"],
  ["x-forwarded-for", "203.0.113.9, 192.0.2.7"],
  ["x-forwarded-port", "443"],
  ["x-forwarded-proto", "https"],
] as const;

const origin = "https://api.acme.example";

/** Converts a request to an event. HTTP APIs decode the path, and load balancers leave the query encoded. Bodies are in base64. */
export function toEvent(kind: EventKind, { method = "GET", target, headers = [], body }: Sent): LambdaEvent {
  const { pathname: path, search } = new URL(target.startsWith("/") ? `${origin}${target}` : target);
  const bodyPart = {
    isBase64Encoded: body !== undefined,
    body: body && Buffer.from(body).toString("base64"),
  };
  const all = [["host", "api.acme.example"] as const, ...headers];
  if (kind === "REST API") {
    const query = [...new URLSearchParams(search)];
    return {
      ...rest,
      ...bodyPart,
      body: bodyPart.body ?? null,
      httpMethod: method,
      path,
      headers: Object.fromEntries(all),
      multiValueHeaders: valuesOf(all),
      queryStringParameters: query.length === 0 ? null : Object.fromEntries(query),
      multiValueQueryStringParameters: query.length === 0 ? null : valuesOf(query),
      requestContext: { ...rest.requestContext, path, identity: { sourceIp: "192.0.2.7" } },
    };
  }
  if (kind === "load balancer" || kind === "load balancer with lists") {
    const query = search === "" ? [] : search.slice(1).split("&").map(toPair);
    const sent = [...all, ...balancerHeaders];
    const lists = { multiValueHeaders: valuesOf(sent), multiValueQueryStringParameters: valuesOf(query) };
    // Without lists, the last value counts.
    const single = { headers: Object.fromEntries(sent), queryStringParameters: Object.fromEntries(query) };
    return {
      ...balancer,
      ...bodyPart,
      body: bodyPart.body ?? "",
      httpMethod: method,
      path,
      ...(kind === "load balancer" ? single : lists),
    };
  }
  const rawPath = kind === "HTTP API" ? decoded(path) : path;
  return {
    ...http,
    ...bodyPart,
    rawPath,
    rawQueryString: search.slice(1),
    headers: Object.fromEntries(
      Object.entries(valuesOf(all)).map(([name, values]) => [name, values.join(",")]),
    ),
    requestContext: { ...http.requestContext, http: { method, path: rawPath, sourceIp: "192.0.2.7" } },
  } as LambdaEvent;
}

function toPair(text: string): [string, string] {
  const [name = "", ...rest] = text.split("=");
  return [name, rest.join("=")];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function valuesOf(pairs: readonly (readonly [string, string])[]): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  for (const [name, value] of pairs) (values[name] ??= []).push(value);
  return values;
}
